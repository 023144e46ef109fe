import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { When, Workflow, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { settle } from './evaluate.ts'
import type { FormContext, FormOutcome, Values } from './form-context.ts'
import { contextOf, numberField, optionField, rule, textField, workflowOf } from './testing.ts'

const OPTIONS = ['x', 'y', 'z']
const common = { required: false, readOnly: false }
const REFERENCE = { ...common, type: 'reference', key: 'links', label: 'Links', multiple: true } as const
const FIELDS = [
  optionField('a', OPTIONS),
  optionField('b', OPTIONS),
  numberField('n'),
  textField('t'),
  // A reference field, as far as form logic reads it.
  { ...REFERENCE, app: '00000000-0000-4000-8000-000000000009' } as unknown as FieldInput,
]
const OTHERS = [optionField('level', OPTIONS), textField('name')]
const KEYS = ['a', 'b', 'n', 't'] as const
const EXPRESSIONS = [
  'record.n > 1',
  'record.a = "x" and $exists(record.t)',
  '$length(record.t) > 0',
  'before.a != record.a',
  '$boolean(record.n) ? $error("no")',
]
const COMPUTED = ['record.a & "!"', 'record.n + 1', '$uppercase(record.t)', '$sum([record.n, 1])']

const option = fc.constantFrom(...OPTIONS)
const when: fc.Arbitrary<When> = fc.oneof(
  fc.record({
    field: fc.constantFrom('a', 'b'),
    op: fc.constantFrom('eq' as const, 'ne' as const),
    value: option,
  }),
  fc.record({ field: fc.constantFrom(...KEYS), op: fc.constantFrom('empty' as const, 'notEmpty' as const) }),
  fc.record({ changed: fc.constantFrom(...KEYS) }),
  fc.record({ expression: fc.constantFrom(...EXPRESSIONS) }),
  fc.record({
    linked: fc.constant('links'),
    where: fc.record({ field: fc.constant('level'), op: fc.constant('eq' as const), value: option }),
    min: fc.integer({ min: 1, max: 2 }),
  }),
)
const group: fc.Arbitrary<When> = fc
  .tuple(fc.constantFrom('all', 'any', 'none'), fc.array(when, { minLength: 1, maxLength: 3 }))
  .map(([kind, parts]) => ({ [kind]: parts }) as When)
const source = fc.oneof(
  fc.record({ value: option }),
  fc.record({ expression: fc.constantFrom(...COMPUTED) }),
  fc.constant({ through: 'links', field: 'name' }),
)
const action: fc.Arbitrary<WorkflowAction> = fc.oneof(
  fc.record(
    {
      id: fc.constant(''),
      do: fc.constant('set' as const),
      field: fc.constantFrom('b', 't'),
      to: source,
      repeat: fc.constantFrom('once' as const, 'always' as const),
      onlyIfEmpty: fc.boolean(),
      onlyIf: fc.constantFrom('lower' as const, 'higher' as const),
    },
    { requiredKeys: ['id', 'do', 'field', 'to', 'repeat', 'onlyIfEmpty'] },
  ),
  fc.record({
    id: fc.constant(''),
    do: fc.constantFrom('show' as const, 'hide' as const),
    items: fc.constantFrom(...KEYS).map((field) => [{ field }]),
  }),
  fc.record({
    id: fc.constant(''),
    do: fc.constant('require' as const),
    fields: fc.constantFrom(...KEYS).map((field) => [field]),
  }),
  fc.record({
    id: fc.constant(''),
    do: fc.constant('message' as const),
    level: fc.constantFrom('info' as const, 'error' as const),
    text: fc.constantFrom(...KEYS, 'gone').map((field) => `Now {{${field}}} and {{ b }}`),
  }),
)
const workflows: fc.Arbitrary<Workflow> = fc
  .array(fc.tuple(fc.oneof(when, group), fc.array(action, { minLength: 1, maxLength: 2 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((rules) =>
    workflowOf(
      ...rules.map(([condition, actions], at) =>
        rule(
          `r${at}`,
          condition,
          actions.map((one, index) => ({ ...one, id: `r${at}-${index}` })),
        ),
      ),
    ),
  )
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 3 })
const records: fc.Arbitrary<Values> = fc.record({
  a: maybe(option),
  b: maybe(option),
  n: maybe(fc.integer({ min: 0, max: 3 })),
  t: maybe(option),
})
const links = fc.array(fc.record({ level: maybe(option), name: maybe(option) }), { maxLength: 3 })

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function said({ items, values, messages, outcomes, pending, trace }: FormOutcome): string {
  return JSON.stringify({ items: [...items], values, messages, outcomes, pending, trace })
}

test('a form that evaluates what changed says what the server says of the whole, with expressions and linked records', async () => {
  await fc.assert(
    fc.asyncProperty(
      workflows,
      records,
      fc.array(fc.tuple(records, links), { minLength: 3, maxLength: 3 }),
      async (workflow, stored, edits) => {
        const linked = new Map([['links', OTHERS]])
        const browser = compileWorkflow(workflow, { fields: FIELDS, linked })
        const server = compileWorkflow(copyOf(workflow), {
          fields: copyOf(FIELDS),
          linked: copyOfLinked(linked),
        })
        const { actor } = contextOf({})
        let [mine, theirs]: (FormOutcome | undefined)[] = []
        let record: Values = stored
        for (const [index, [edit, others]] of edits.entries()) {
          const key = KEYS[index % KEYS.length] ?? 'a'
          record = index === 0 ? edit : { ...record, ...mine?.values, [key]: edit[key] ?? null }
          const seen = (of: JsonValue) => (field: string) =>
            field === 'links' ? (of as unknown as Values[]) : null
          const context: FormContext = contextOf(record, { before: stored, actor, linked: seen(others) })
          mine = await settle(browser, context, mine)
          // Another actor object: nothing is reused from the evaluation before.
          const whole = { before: copyOf(stored), actor: { ...actor }, linked: seen(copyOf(others)) }
          theirs = await settle(server, contextOf(copyOf(record), whole), theirs)
          expect(said(mine)).toBe(said(theirs))
          expect(mine.pending).toBe(0)
        }
      },
    ),
    { numRuns: runs(1_000) },
  )
})

function copyOfLinked(linked: ReadonlyMap<string, FieldInput[]>): Map<string, FieldInput[]> {
  return new Map([...linked].map(([key, fields]) => [key, copyOf(fields)]))
}

test('rules that set fields which no other rule reads may come in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(when, group), source), { minLength: 2, maxLength: 5 }),
      records,
      records,
      fc.infiniteStream(fc.nat()),
      async (pairs, stored, record, numbers) => {
        const targets = pairs.map((_pair, at) => textField(`w${at}`))
        const rules = pairs.map(([condition, to], at) =>
          rule(`r${at}`, condition, [
            { id: `s${at}`, do: 'set', field: `w${at}`, to, repeat: 'once', onlyIfEmpty: false },
            { id: `q${at}`, do: 'require', fields: [`w${at}`] },
          ]),
        )
        const mixed = rules.map((one) => ({ one, by: numbers.next().value ?? 0 })).sort((x, y) => x.by - y.by)
        const outcomeOf = async (list: typeof rules) => {
          const compiled = compileWorkflow(workflowOf(...list), { fields: [...FIELDS, ...targets] })
          const { values, items } = await settle(compiled, contextOf(record, { before: stored }))
          return { values, items: Object.fromEntries(items) }
        }
        expect(await outcomeOf(mixed.map(({ one }) => one))).toEqual(await outcomeOf(rules))
      },
    ),
    { numRuns: runs(200) },
  )
})
