import { describe, expect, it } from 'vitest'
import { builtInActions, extendCatalog } from './actions.ts'
import { createRun } from './interpreter.ts'
import { isComputedInPlace } from './plan.ts'
import { inputSchema } from './step-input.ts'
import { aPlaybook, ask, contextOf, effect, pure } from './testing.ts'
import { validatePlaybook } from './validate.ts'

const all = [...builtInActions.values()]

describe('the built-in actions', () => {
  it('are these', () => {
    expect(
      Object.entries(Object.groupBy(all, ({ kind }) => kind)).map(([kind, list]) => [
        kind,
        list.map(({ name }) => name).join(' '),
      ]),
    ).toEqual([
      ['pure', 'data.transform data.filter data.template observable.extract flow.switch'],
      [
        'effect',
        'code.script notify.users people.find record.upsert record.create record.update record.get record.search record.delete record.bulk record.link record.merge record.lock record.unlock record.comment record.attackEvent observable.enrich observable.verdict observable.check clock.start clock.pause clock.stop http.request mail.send notify.webhook assistant.ask state.get state.set state.delete table.lookup table.upsert table.delete file.read file.write file.make file.parse file.hash file.zip file.unzip',
      ],
      ['wait', 'flow.wait'],
      ['listen', 'flow.waitEvent flow.waitCondition flow.call human.approve human.form'],
      ['stop', 'flow.stop'],
      ['block', 'flow.forEach flow.repeat flow.try flow.parallel'],
    ])
  })

  it.each(all.map((spec) => [spec.name, spec] as const))(
    '%s says what it is and what it takes',
    (_, spec) => {
      expect(spec.description).toMatch(/^[A-Z].*\.$/)
      expect(spec.title).not.toBe('')
      const schema = inputSchema(spec)
      expect(schema.type).toBe('object')
      // Other properties are rejected, so that a typo is reported instead of ignored.
      expect(schema.additionalProperties).toBe(false)
      const names = Object.keys(schema.properties ?? {})
      for (const list of [spec.lazy, spec.required, spec.constant, Object.keys(spec.absent ?? {})])
        for (const name of list ?? []) expect(names).toContain(name)
      expect(() => JSON.stringify([schema, spec.output])).not.toThrow()
    },
  )

  it('keep their names when a connector brings others', () => {
    const [first] = all
    if (!first) throw new Error('no actions')
    expect(() => extendCatalog(builtInActions, [first])).toThrow('already in the catalog')
    expect(extendCatalog(builtInActions, [{ ...first, name: 'x.y' }]).size).toBe(all.length + 1)
  })

  it.each([
    ['code.script', { code: 'return 1', timeout: '31s' }, 'must not be longer than 30s'],
    ['record.bulk', { app: 'a', filter: {}, set: {} }, 'must contain a condition'],
    ['mail.send', { to: [], subject: 'x' }, '"to" must have at least 1 items'],
    ['human.form', { title: 'x', schema: { type: 'object' }, outsiders: ['nobody'] }, 'outsiders'],
    ['flow.wait', { for: '1m', until: '2026-01-01' }, 'needs either "for" or "until"'],
    ['flow.forEach', { items: [1], concurrency: 0 }, '"concurrency" must be at least 1'],
    ['flow.repeat', { atMost: 1_001 }, '"atMost" must be at most 1000'],
  ])('%s refuses %j', (action, with_, message) => {
    const block = action === 'flow.forEach' || action === 'flow.repeat' ? { steps: [pure('x')] } : {}
    const step = { key: 'a', action, with: with_, ...block }
    const result = validatePlaybook({ playbook: 'test', title: 'Test', steps: [step] })
    expect(result.ok ? [] : result.issues.map((issue) => issue.message).join('\n')).toContain(message)
  })
})

describe('observable.extract', () => {
  const run = async (with_: { [key: string]: string | string[] }) => {
    const playbook = aPlaybook([{ key: 'x', action: 'observable.extract', with: with_ }])
    return (
      await createRun(
        playbook,
        contextOf({ trigger: { text: 'see hxxp://evil[.]example/a and 192.0.2.7' } }),
      ).advance([])
    ).steps.at(-1)?.output
  }

  it('finds observables in a text, of the kinds that are asked for', async () => {
    const found = await run({ text: '{% trigger.text %}' })
    expect(found).toContainEqual({ kind: 'url', value: 'http://evil.example/a' })
    expect(await run({ text: '{% trigger.text %}', kinds: ['ipv4'] })).toEqual([
      { kind: 'ipv4', value: '192.0.2.7' },
    ])
    expect(await run({ text: '{% trigger.nothing %}' })).toEqual([])
  })
})

describe('a run that does nothing outside', () => {
  const each = (step: ReturnType<typeof pure>) => ({
    key: 'each',
    action: 'flow.forEach',
    with: { items: [1] },
    steps: [step],
  })

  it('is one of pure steps, in blocks too', () => {
    expect(
      isComputedInPlace(aPlaybook([pure('a'), each(pure('b')), { key: 's', action: 'flow.stop' }])),
    ).toBe(true)
    for (const step of [effect('b'), ask('b'), { key: 'b', action: 'flow.wait', with: { for: '1s' } }])
      expect(isComputedInPlace(aPlaybook([each(step)]))).toBe(false)
    expect(isComputedInPlace(aPlaybook([pure('a')], { onError: { steps: [effect('b')] } }))).toBe(false)
    const paused = { key: 'r', action: 'flow.repeat', with: { atMost: 2, pause: '1m' }, steps: [pure('x')] }
    expect(isComputedInPlace(aPlaybook([paused]))).toBe(false)
  })
})
