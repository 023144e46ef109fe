import type { AppView } from '@caseloom/contract/apps/apps'
import { type When, Workflow, type WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { runs } from '@caseloom/testkit/runs'
import { type CompiledWorkflow, compileWorkflow } from '@caseloom/workflow/compile'
import { settle } from '@caseloom/workflow/evaluate'
import { stateOf } from '@caseloom/workflow/explain'
import type { FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import type { LinkedChange } from '@caseloom/workflow/linked-changes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aField, anApp } from '../testing/a-record.ts'
import { flipsOf, repeated, subjectsOf } from './replay.ts'
import { runRows } from './run-rows.ts'

const OPTIONS = ['x', 'y']
const selection = (key: string) =>
  aField(key, { type: 'selection', options: OPTIONS.map((one) => ({ key: one, label: one })) })
const KEYS = ['a', 'b', 'c']
const FIELDS = KEYS.map(selection)
const OTHER = [selection('level'), selection('kind')]

const option = fc.constantFrom(...OPTIONS)
const compared = (keys: string[]) =>
  fc.record({
    field: fc.constantFrom(...keys),
    op: fc.constantFrom('eq' as const, 'ne' as const),
    value: option,
  })
const linked = fc.record(
  { linked: fc.constant('cases'), where: compared(['level', 'kind']), min: fc.integer({ min: 1, max: 2 }) },
  { requiredKeys: ['linked'] },
)
const leaf: fc.Arbitrary<When> = fc.oneof(
  compared(KEYS),
  linked,
  fc.record({ changed: fc.constantFrom(...KEYS) }),
)
const when: fc.Arbitrary<When> = fc.oneof(
  leaf,
  fc
    .tuple(
      fc.constantFrom('all' as const, 'any' as const, 'none' as const),
      fc.array(leaf, { minLength: 1, maxLength: 3 }),
    )
    .map(([kind, parts]) => ({ [kind]: parts }) as When),
)
const to: fc.Arbitrary<{ value: string } | { through: string; field: string }> = fc.oneof(
  fc.record({ value: option }),
  fc.constant({ through: 'cases', field: 'level' }),
)
const action: fc.Arbitrary<WorkflowAction> = fc.oneof(
  fc.record({
    id: fc.constant(''),
    do: fc.constant('require' as const),
    fields: fc.constant<string[]>(['note']),
  }),
  fc.record({
    id: fc.constant(''),
    do: fc.constant('set' as const),
    field: fc.constantFrom(...KEYS),
    to,
    repeat: fc.constantFrom('once' as const, 'always' as const),
    onlyIfEmpty: fc.boolean(),
  }),
)
const rules = fc
  .array(fc.record({ when, actions: fc.array(action, { minLength: 1, maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) =>
    list.map((one, at) => ({
      ...one,
      id: `r${at}`,
      actions: one.actions.map((each, n) => ({ ...each, id: `r${at}-${n}` })),
      branches: [],
    })),
  )
const values = (keys: string[]) =>
  fc
    .tuple(...keys.map(() => fc.option(option)))
    .map((list) => Object.fromEntries(keys.map((key, at) => [key, list[at] ?? null])))
const saves = fc.record({
  rules,
  record: values(KEYS),
  before: fc.option(values(KEYS)),
  cases: fc.array(values(['level', 'kind']), { maxLength: 3 }),
  known: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
})
type Save = typeof saves extends fc.Arbitrary<infer T> ? T : never

interface Stored {
  app: AppView
  run: WorkflowRunView
  compiled: CompiledWorkflow
  context: FormContext
  outcome: FormOutcome
}

/** A save with its linked records, and what its run says: of conditions on them, whether they held, or nothing. */
async function stored({ rules: list, record, before, cases, known }: Save): Promise<Stored> {
  const branches = list.map((one, at) => ({ id: `b${at}`, rules: [one] }))
  const workflow = Workflow.parse({ stages: [{ id: 's', title: 'S', on: ['save'], branches }] })
  const app = { ...anApp(FIELDS), layout: [], workflow } as AppView
  const compiled = compileWorkflow(workflow, { fields: app.fields, linked: new Map([['cases', OTHER]]) })
  const context: FormContext = {
    occasion: 'save',
    record,
    before,
    actor: { kind: 'user', id: null, groups: [], roles: [], readable: () => true },
    now: '2026-11-23T10:00:00.000Z',
    linked: () => cases,
  }
  const outcome = await settle(compiled, context)
  const seen = outcome.trace.map((entry, at) => ({
    ...entry,
    operands: entry.operands.flatMap((one) => {
      if (!one.reads.includes('cases')) return [one]
      return known[at % known.length] === true ? [{ ...one, actual: null }] : []
    }),
  }))
  const run = {
    sequence: 2,
    at: context.now,
    actor: { kind: 'user', id: null, name: 'Alice' },
    cause: 'save',
    expiredAt: null,
    workflow,
    rules: seen,
    form: { items: {}, options: {}, values: {}, messages: [], blocks: false },
    fields: { ...record, ...outcome.values },
    before,
  }
  // The other parts are not read.
  return { app, run: run as unknown as WorkflowRunView, compiled, context, outcome }
}

const drawn = ({ outcomes, items, values: written }: FormOutcome): unknown => ({
  outcomes,
  items: [...items],
  written,
})

test('one of the replays of a stored run is the evaluation that was stored', async () => {
  await fc.assert(
    fc.asyncProperty(saves, async (save) => {
      const { app, run, outcome } = await stored(save)
      const replays = await repeated(compileWorkflow(run.workflow, { fields: app.fields }), run)
      expect(replays.map((one) => drawn(one.outcome))).toContainEqual(drawn(outcome))
    }),
    { numRuns: runs(300) },
  )
})

/** Links as many records as a condition asks for, or unlinks those that satisfy it. */
function withLinked(cases: Save['cases'], { test: { where, min = 1 }, holds }: LinkedChange): Save['cases'] {
  const condition = where !== undefined && 'field' in where ? where : null
  const satisfies = (one: Save['cases'][number]) =>
    condition === null || (one[condition.field] === condition.value) === (condition.op === 'eq')
  if (!holds) return cases.filter((one) => !satisfies(one))
  const value = condition?.op === 'ne' ? (condition.value === 'x' ? 'y' : 'x') : condition?.value
  const fitting = {
    level: null,
    kind: null,
    ...(condition === null ? {} : { [condition.field]: String(value) }),
  }
  return [...cases, ...Array.from({ length: min }, () => fitting)]
}

test('a smaller change would have made the difference, and what else it says, whatever else it does to what is linked', async () => {
  let found = 0
  let linkedFound = 0
  await fc.assert(
    fc.asyncProperty(saves, async (save) => {
      const { app, run, compiled, context } = await stored(save)
      for (const row of runRows(run, false)) {
        const [subject] = subjectsOf(row)
        if (row.kind !== 'action' || subject === undefined) continue
        for (const { changes, linked: links, result, effects } of await flipsOf(app, run, row)) {
          found += 1
          if (links.length > 0) linkedFound += 1
          const changed = Object.fromEntries(changes.map(({ field, to: next }) => [field, next]))
          const record = { ...context.record, ...changed }
          const cases = links.reduce(withLinked, save.cases)
          const after = { ...context, record, linked: () => cases, linkedBefore: () => save.cases }
          const real = await settle(compiled, after)
          expect(stateOf(real, subject)).toEqual(result)
          const left: Record<string, JsonValue> = { ...record, ...real.values }
          for (const effect of effects) if ('field' in effect) expect(left[effect.field]).toEqual(effect.to)
        }
      }
    }),
    { numRuns: runs(150) },
  )
  expect(found).toBeGreaterThan(50)
  expect(linkedFound).toBeGreaterThan(20)
})
