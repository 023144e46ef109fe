import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { replay } from './interpreter.ts'
import { aPlaybook, contextOf } from './testing.ts'

async function outputOf(action: string, withs: { [key: string]: JsonValue }, trigger: JsonValue = {}) {
  const { steps } = await replay(aPlaybook([{ key: 'x', action, with: withs }]), contextOf({ trigger }), [])
  const [step] = steps
  return step?.state === 'succeeded' ? step.output : step?.error?.message
}

describe('data.transform', () => {
  it('gives its evaluated value', async () => {
    expect(
      await outputOf('data.transform', { value: { a: '{% trigger.n + 1 %}', b: [1] } }, { n: 1 }),
    ).toEqual({ a: 2, b: [1] })
  })

  it('gives null when its expression gives nothing', async () => {
    expect(await outputOf('data.transform', { value: '{% trigger.nope %}' })).toBeNull()
    expect(await outputOf('data.transform', { value: '{% null %}' })).toBeNull()
  })

  it('hands on big values without copying them', async () => {
    const trigger = { items: Array.from({ length: 1_000 }, (_, id) => ({ id })) }
    expect(await outputOf('data.transform', { value: '{% trigger.items %}' }, trigger)).toBe(trigger.items)
  })
})

describe('data.template', () => {
  it('gives the text', async () => {
    expect(
      await outputOf('data.template', { text: 'Host {% trigger.h %}: {% trigger.nope %}!' }, { h: 'a' }),
    ).toBe('Host a: !')
  })

  it('makes a text of a number and an empty one of nothing', async () => {
    expect(await outputOf('data.template', { text: '{% trigger.nope %}' })).toBe('')
    expect(await outputOf('data.template', { text: '{% 5 %}' })).toBe('5')
  })
})

describe('data.filter', () => {
  const items = [{ n: 1 }, { n: 2 }, { n: 3 }]

  it('keeps the items for which its condition holds', async () => {
    const where = '{% item.n > 1 and index < 2 %}'
    expect(await outputOf('data.filter', { items: '{% trigger.items %}', where }, { items })).toEqual([
      { n: 2 },
    ])
  })

  it('takes one item as a list of one, and nothing as an empty list', async () => {
    expect(
      await outputOf('data.filter', { items: '{% trigger.items[0] %}', where: true }, { items }),
    ).toEqual([{ n: 1 }])
    expect(await outputOf('data.filter', { items: '{% trigger.nope %}', where: true }, { items })).toEqual([])
  })

  it('sees the rest of the scope, and no item outside of the condition', async () => {
    const where = '{% item.n = trigger.want %}'
    expect(
      await outputOf('data.filter', { items: '{% trigger.items %}', where }, { items, want: 3 }),
    ).toEqual([{ n: 3 }])
  })

  it('names the item at which its condition fails', async () => {
    const message = await outputOf('data.filter', { items: [1, 'x'], where: '{% item > 0 %}' })
    expect(message).toContain('with.where: item 1: ')
  })

  it('filters ten thousand items', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ n, title: `alert ${n}`, tags: ['a', 'b'] }))
    const matching = await outputOf(
      'data.filter',
      { items: '{% trigger %}', where: '{% item.n % 2 = 0 and "a" in item.tags %}' },
      many,
    )
    expect(matching).toHaveLength(5_000)
  })
})

describe('the input of an effect', () => {
  const inputOf = async (withs: { [key: string]: JsonValue }, action = 'http.request') => {
    const { commands, steps } = await replay(
      aPlaybook([{ key: 'x', action, with: withs }]),
      contextOf({ trigger: { id: 'A', list: ['t'], n: 5 } }),
      [],
    )
    const [command] = commands
    return command?.kind === 'effect' ? command.input : steps.at(-1)?.error
  }

  it('gets its defaults and fits its schema', async () => {
    expect(await inputOf({ url: '{% trigger.id %}' })).toEqual({ method: 'GET', url: 'A' })
    expect(
      await inputOf({ url: 'x', headers: { n: '{% trigger.n %}' }, query: { l: '{% trigger.list %}' } }),
    ).toEqual({
      method: 'GET',
      url: 'x',
      headers: { n: '5' },
      query: { l: ['t'] },
    })
  })

  it('leaves out what its expressions do not give', async () => {
    expect(
      await inputOf({ app: 'a', set: { a: '{% trigger.nope %}', b: '{% null %}', c: 1 } }, 'record.create'),
    ).toEqual({
      app: 'a',
      set: { b: null, c: 1 },
    })
  })

  it.each<[string, { [key: string]: JsonValue }]>([
    ['http.request', { url: '{% trigger.nope %}' }],
    ['http.request', { url: 'https://x/{% trigger.nope %}' }],
    ['record.update', { app: 'a', id: '{% trigger.nope %}', set: {} }],
    ['record.get', { app: 'a', id: '{% "" %}' }],
    ['record.upsert', { app: 'a', match: { ref: '{% trigger.nope %}' }, set: {} }],
    ['record.upsert', { app: 'a', match: { ref: 'x-{% trigger.nope %}' }, set: {} }],
    ['record.upsert', { app: 'a', match: { a: 1, ref: '{% null %}' }, set: {} }],
  ])('%s fails the step when what it addresses is empty: %j', async (action, withs) => {
    expect(await inputOf(withs, action)).toMatchObject({ code: 'step.missing_value', retryable: false })
  })

  it.each<[string, { [key: string]: JsonValue }, string]>([
    ['http.request', { url: 'x', method: '{% "get" %}' }, 'with.method'],
    ['record.search', { app: 'a', limit: '{% 0 %}' }, 'with.limit'],
    ['record.upsert', { app: 'a', match: '{% {} %}', set: {} }, 'with.match'],
    ['record.upsert', { app: 'a', match: { ref: '{% trigger.list %}' }, set: {} }, 'with.match.ref'],
  ])('%s fails the step when %j does not fit', async (action, withs, place) => {
    const error = await inputOf(withs, action)
    expect(error).toMatchObject({ code: 'step.bad_input', retryable: false })
    expect(error).toHaveProperty('message', expect.stringContaining(place))
  })
})
