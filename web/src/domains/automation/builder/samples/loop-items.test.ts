import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { evaluateValue } from '../expression/evaluate.ts'
import { namesAtStep } from '../expression/known-names.ts'
import { suggest } from '../../../../ui/expression/completion.ts'
import { firstItems, firstOf, loopsAround } from './loop-items.ts'
import { scopeOf } from './samples.ts'

const document: JsonObject = {
  steps: [
    {
      key: 'hosts',
      action: 'flow.forEach',
      with: { items: '{% trigger.body.hosts %}' },
      steps: [
        {
          key: 'ports',
          action: 'flow.forEach',
          with: { items: '{% item.ports %}', batch: 2 },
          steps: [{ key: 'note', action: 'data.template', with: {} }],
        },
        { key: 'once', action: 'data.template', with: {} },
      ],
    },
  ],
}
const trigger = {
  body: {
    hosts: [
      { name: 'web-1', ports: [22, 80, 443] },
      { name: 'web-2', ports: [] },
    ],
  },
}
const evaluate = (value: JsonValue, scope: JsonObject) => evaluateValue({ id: 1, value, scope, now: 0 })

describe('loop items in samples', () => {
  it('are the first items of their lists, inner ones computed from outer ones', async () => {
    const items = await firstItems(loopsAround(document, 'note'), { trigger, steps: {} }, evaluate)
    expect(items).toEqual({ hosts: trigger.body.hosts[0], ports: [22, 80] })
  })

  it('provide fields for suggestions and values for previews', async () => {
    const items = await firstItems(loopsAround(document, 'once'), { trigger, steps: {} }, evaluate)
    const samples = { trigger, steps: {}, items }
    const names = namesAtStep({ document, samples, outputOf: () => null }, 'once')
    const offered = suggest(' item.', { names }, false)?.options.map(({ label }) => label)
    expect(offered).toEqual(['name', 'ports'])
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['item', 'index']))
    expect(await evaluate('{% item.name %} {% index %}', scopeOf(samples, ['hosts']))).toMatchObject({
      value: 'web-1 0',
      nothing: [],
    })
  })

  it('fall back to the last run if the list is empty', async () => {
    const recorded = { steps: {}, items: { hosts: { name: 'recorded' } } }
    const items = await firstItems(loopsAround(document, 'once'), recorded, evaluate)
    expect(items).toEqual(recorded.items)
    expect(firstOf('single')).toBe('single')
    expect(firstOf([])).toBeUndefined()
  })

  it('are not reported as missing while no sample is known', async () => {
    const value = '{% item.name %}{% trigger.none %}'
    expect(await evaluate(value, { trigger: {}, index: 0 })).toMatchObject({ nothing: ['trigger.none'] })
    expect(await evaluate(value, { trigger: {}, item: {} })).toMatchObject({
      nothing: ['item.name', 'trigger.none'],
    })
  })
})
