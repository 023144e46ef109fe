import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type {
  Occasion,
  When,
  Workflow,
  WorkflowAction,
  WorkflowBranch,
  WorkflowRule,
} from '@caseloom/contract/apps/workflow'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { decidingConditions, stateOf, type Subject } from './explain.ts'
import type { FormContext, FormOutcome } from './form-context.ts'
import { workflowProblems } from './problems.ts'
import { readableWorkflow } from './readable.ts'
import { contextOf, numberField, optionField, textField } from './testing.ts'
import { leavesOf } from './test-reads.ts'
import { same } from './tests.ts'

const LEADS = ['00000000-0000-4000-8000-000000000001'] as never
const OPTIONS = ['x', 'y', 'z']
const FIELDS: FieldInput[] = [
  optionField('a', OPTIONS),
  optionField('b', OPTIONS),
  optionField('c', OPTIONS),
  numberField('n'),
  textField('t'),
  optionField('secret', OPTIONS, { readers: LEADS }),
  optionField('secret_too', OPTIONS, { readers: LEADS }),
]
const KEYS = FIELDS.map(({ key }) => key)
const CHOICES = ['a', 'b', 'c', 'secret', 'secret_too']

const option = fc.constantFrom(...OPTIONS)
const at = fc.option(fc.constantFrom('now' as const, 'before' as const, 'becomes' as const), {
  nil: undefined,
})
const leaf: fc.Arbitrary<When> = fc.oneof(
  fc.record({
    field: fc.constantFrom(...CHOICES),
    op: fc.constantFrom('eq' as const, 'ne' as const),
    value: option,
    at,
  }),
  fc.record({
    field: fc.constantFrom(...CHOICES),
    op: fc.constant('in' as const),
    value: fc.uniqueArray(option, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constantFrom(...KEYS),
    op: fc.constantFrom('empty' as const, 'notEmpty' as const),
    at,
  }),
  fc.record({
    field: fc.constant('n'),
    op: fc.constantFrom('gt' as const, 'lte' as const),
    value: fc.integer({ min: 0, max: 3 }),
    at,
  }),
  fc.record({ changed: fc.constantFrom(...KEYS) }),
  fc.record({ actor: fc.constant('role' as const), in: fc.constant<string[]>(['lead']) }),
  fc.record({ opened: fc.constantFrom<Occasion[]>(['edit'], ['new', 'api']) }),
)
const condition = fc.letrec<{ when: When; group: When }>((tie) => ({
  when: fc.oneof({ maxDepth: 2, withCrossShrink: true }, leaf, tie('group')),
  group: fc
    .tuple(
      fc.constantFrom('all' as const, 'any' as const, 'none' as const),
      fc.array(tie('when'), { minLength: 1, maxLength: 3 }),
    )
    .map(([kind, parts]) => ({ [kind]: parts }) as When),
})).when

const field = fc.constantFrom(...KEYS)
const action: fc.Arbitrary<WorkflowAction> = fc.oneof(
  fc.record({
    id: fc.constant(''),
    do: fc.constantFrom('show' as const, 'hide' as const, 'read_only' as const, 'editable' as const),
    items: fc
      .uniqueArray(field, { minLength: 1, maxLength: 2 })
      .map((keys) => keys.map((key) => ({ field: key }))),
  }),
  fc.record({
    id: fc.constant(''),
    do: fc.constantFrom('require' as const, 'optional' as const),
    fields: field.map((key) => [key]),
  }),
  fc.record(
    {
      id: fc.constant(''),
      do: fc.constant('set' as const),
      field: fc.constantFrom(...CHOICES),
      to: fc.record({ value: option }),
      repeat: fc.constantFrom('once' as const, 'always' as const),
      onlyIfEmpty: fc.boolean(),
      onlyIf: fc.constantFrom('lower' as const, 'higher' as const),
    },
    { requiredKeys: ['id', 'do', 'field', 'to', 'repeat', 'onlyIfEmpty'] },
  ),
  fc.record({
    id: fc.constant(''),
    do: fc.constant('options' as const),
    field: fc.constantFrom('a', 'b'),
    options: fc.uniqueArray(option),
  }),
  fc.record({
    id: fc.constant(''),
    do: fc.constant('message' as const),
    level: fc.constantFrom('info' as const, 'error' as const),
    text: fc
      .array(
        fc.oneof(
          option,
          fc.constantFrom(...KEYS, 'gone').map((key) => `{{${key}}}`),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((parts) => parts.join(' ')),
  }),
)
const ruleTree = fc.letrec<{ rule: WorkflowRule }>((tie) => ({
  rule: fc.record({
    id: fc.constant(''),
    when: condition,
    actions: fc.array(action, { maxLength: 2 }),
    branches: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.constant<WorkflowBranch[]>([]),
      fc.array(tie('rule'), { minLength: 1, maxLength: 2 }).map((rules) => [{ id: '', rules }]),
    ),
  }),
})).rule
const workflows: fc.Arbitrary<Workflow> = fc
  .array(fc.tuple(fc.array(ruleTree, { minLength: 1, maxLength: 3 }), fc.boolean()), {
    minLength: 1,
    maxLength: 3,
  })
  .map((branches) =>
    named({
      stages: [
        {
          id: '',
          title: 'Stage',
          on: ['new', 'edit', 'api'],
          branches: branches.map(([rules, hasElse]) => {
            const last = rules[0]
            return { id: '', rules: hasElse && last !== undefined ? [...rules, otherwise(last)] : rules }
          }),
        },
      ],
    }),
  )

function otherwise({ actions }: WorkflowRule): WorkflowRule {
  return { id: '', actions, branches: [] }
}

/** Every part with an ID of its own. */
function named(workflow: Workflow): Workflow {
  let count = 0
  const next = () => `i${(count += 1)}`
  const rule = (one: WorkflowRule): WorkflowRule => ({
    ...one,
    id: next(),
    actions: one.actions.map((each) => ({ ...each, id: next() })),
    branches: one.branches.map((branch) => ({ ...branch, id: next(), rules: branch.rules.map(rule) })),
  })
  return {
    stages: workflow.stages.map((stage) => ({
      ...stage,
      id: next(),
      branches: stage.branches.map((branch) => ({ ...branch, id: next(), rules: branch.rules.map(rule) })),
    })),
  }
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 3 })
const records = fc.record<Record<string, JsonValue>>({
  a: maybe(option),
  b: maybe(option),
  c: maybe(option),
  n: maybe(fc.integer({ min: 0, max: 4 })),
  t: maybe(option),
  secret: maybe(option),
  secret_too: maybe(option),
})

function actorOf(isLead: boolean): FormContext['actor'] {
  const readable = (key: string) => isLead || !key.startsWith('secret')
  return { ...contextOf({}).actor, roles: isLead ? ['lead'] : [], readable }
}

/** All that an outcome says, as it would be sent. */
function shownBy({ items, options, values, clocks, messages, trace }: FormOutcome): string {
  return JSON.stringify({
    items: [...items],
    options: [...options],
    values,
    clocks: [...clocks],
    messages,
    trace,
  })
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test('browser and server agree on 10,000 records: after each change, of part or of all, from one copy or another', () => {
  fc.assert(
    fc.property(
      workflows,
      records,
      fc.array(records, { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      (workflow, stored, edits, isLead) => {
        const here = compileWorkflow(workflow, { fields: FIELDS })
        const there = compileWorkflow(copyOf(workflow), { fields: copyOf(FIELDS) })
        const actor = actorOf(isLead)
        let [mine, theirs]: (FormOutcome | undefined)[] = []
        let record = stored
        for (const [index, edit] of edits.entries()) {
          const key = KEYS[index % KEYS.length] ?? 'a'
          record = index === 0 ? edit : { ...record, ...mine?.values, [key]: edit[key] ?? null }
          mine = evaluate(here, contextOf(record, { before: stored, actor }), mine)
          theirs = evaluate(there, contextOf(copyOf(record), { before: copyOf(stored), actor }), theirs, {
            whole: true,
          })
          expect(shownBy(mine) === shownBy(theirs)).toBe(true)
        }
      },
    ),
    { numRuns: runs(2_500) },
  )
})

test('the order of rules that do not depend on each other never changes the outcome', () => {
  const own = (rules: readonly When[]) =>
    rules.map((when, index): WorkflowRule => {
      const item = { field: KEYS[index] ?? 'a' }
      return {
        id: `r${index}`,
        when,
        actions: [{ id: `a${index}`, do: 'hide', items: [item] }],
        branches: [],
      }
    })
  const outcomeOf = (rules: WorkflowRule[], record: Record<string, JsonValue>) => {
    const branches = rules.map((rule, index) => ({ id: `b${index}`, rules: [rule] }))
    const compiled = compileWorkflow(
      { stages: [{ id: 's', title: 'S', on: ['edit'], branches }] },
      { fields: FIELDS },
    )
    return [...evaluate(compiled, contextOf(record)).items].sort(([one], [other]) => one.localeCompare(other))
  }
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 2, maxLength: 6 }),
      records,
      fc.infiniteStream(fc.nat()),
      (whens, record, numbers) => {
        const rules = own(whens)
        const mixed = rules
          .map((rule) => ({ rule, by: numbers.next().value ?? 0 }))
          .sort((a, b) => a.by - b.by)
        expect(
          outcomeOf(
            mixed.map(({ rule }) => rule),
            record,
          ),
        ).toEqual(outcomeOf(rules, record))
      },
    ),
    { numRuns: runs(500) },
  )
})

test('every evaluation ends within the conditions that its rules have', () => {
  fc.assert(
    fc.property(workflows, records, records, (workflow, stored, record) => {
      const compiled = compileWorkflow(workflow, { fields: FIELDS })
      const leaves = compiled.rules.reduce(
        (sum, { test: own }) => sum + (own === null ? 0 : leavesOf(own).length),
        0,
      )
      const sets = compiled.rules.reduce((sum, { actions }) => sum + actions.length, 0)
      const { steps } = evaluate(compiled, contextOf(record, { before: stored }))
      expect(steps).toBeLessThanOrEqual(leaves * (1 + sets))
    }),
    { numRuns: runs(1_000) },
  )
})

/** The workflow with the condition at a place of a rule turned around, in the document itself. */
function turned(workflow: Workflow, rule: string, path: string): Workflow {
  const turn = (when: When, parts: readonly string[]): When => {
    const [kind, index, ...rest] = parts
    if (kind === undefined) return { none: [when] }
    const list = (when as Record<string, When[]>)[kind] ?? []
    return { [kind]: list.map((part, at) => (at === Number(index) ? turn(part, rest) : part)) } as When
  }
  const each = (one: WorkflowRule): WorkflowRule => ({
    ...one,
    ...(one.id === rule && one.when !== undefined
      ? { when: turn(one.when, path === '' ? [] : path.split('.')) }
      : {}),
    branches: one.branches.map((branch) => ({ ...branch, rules: branch.rules.map(each) })),
  })
  return {
    stages: workflow.stages.map((stage) => ({
      ...stage,
      branches: stage.branches.map((branch) => ({ ...branch, rules: branch.rules.map(each) })),
    })),
  }
}

/** Everything about which a form can be asked why. */
const subject: fc.Arbitrary<(workflow: Workflow) => Subject> = fc.oneof(
  fc
    .tuple(field, fc.constantFrom('visible' as const, 'required' as const, 'readOnly' as const))
    .map(([key, aspect]) => () => ({ item: `field:${key}`, aspect })),
  fc.constantFrom('a', 'b').map((options) => () => ({ options })),
  fc.constantFrom(...CHOICES).map((value) => () => ({ value })),
  fc.nat().map((at) => (workflow: Workflow) => {
    const messages = messagesOf(workflow)
    return { message: messages[at % Math.max(messages.length, 1)] ?? 'none' }
  }),
)

function messagesOf(workflow: Workflow): string[] {
  const ofBranch = (branch: WorkflowBranch): string[] =>
    branch.rules.flatMap(({ actions, branches }) => [
      ...actions.flatMap((one) => (one.do === 'message' ? one.id : [])),
      ...branches.flatMap(ofBranch),
    ])
  return workflow.stages.flatMap((stage) => stage.branches.flatMap(ofBranch))
}

test('the explanation names exactly the conditions of which the opposite changes what is asked about', () => {
  const decided = new Map<string, number>()
  fc.assert(
    fc.property(workflows, records, records, subject, (workflow, stored, record, subjectIn) => {
      const asked = subjectIn(workflow)
      const context = contextOf(record, { before: stored })
      const outcome = evaluate(compileWorkflow(workflow, { fields: FIELDS }), context)
      const named = new Set(decidingConditions(outcome, asked).map(({ rule, path }) => `${rule} ${path}`))
      if (named.size > 0) {
        const kind = 'item' in asked ? asked.aspect : (Object.keys(asked)[0] ?? '')
        decided.set(kind, (decided.get(kind) ?? 0) + 1)
      }
      for (const { rule, operands } of outcome.trace)
        for (const { path } of operands) {
          const other = evaluate(compileWorkflow(turned(workflow, rule, path), { fields: FIELDS }), context)
          const isDifferent = !same(stateOf(other, asked), stateOf(outcome, asked))
          expect(named.has(`${rule} ${path}`)).toBe(isDifferent)
        }
    }),
    { numRuns: runs(2_000) },
  )
  expect([...decided.keys()].sort()).toEqual([
    'message',
    'options',
    'readOnly',
    'required',
    'value',
    'visible',
  ])
})

function seenBy(outcome: FormOutcome): object {
  const { readable } = actorOf(false)
  const isSeen = (name: string) => !name.startsWith('field:') || readable(name.slice(6))
  return copyOf({
    items: [...outcome.items]
      .filter(([name]) => isSeen(name))
      .sort(([one], [other]) => one.localeCompare(other)),
    options: [...outcome.options],
    values: Object.entries(outcome.values).filter(([key]) => readable(key)),
    messages: outcome.messages,
  })
}

test('no published workflow reveals a field that the actor can’t read: the form is the same whatever its value', () => {
  let published = 0
  fc.assert(
    fc.property(workflows, records, records, records, (workflow, stored, record, hidden) => {
      if (workflowProblems(workflow, { fields: FIELDS }).some(({ severity }) => severity === 'error')) return
      published += 1
      const compiled = compileWorkflow(workflow, { fields: FIELDS })
      const actor = actorOf(false)
      const secrets = { secret: hidden['secret'] ?? null, secret_too: hidden['secret_too'] ?? null }
      const one = evaluate(compiled, contextOf(record, { before: stored, actor }))
      const other = evaluate(
        compiled,
        contextOf({ ...record, ...secrets }, { before: { ...stored, ...secrets }, actor }),
      )
      expect(seenBy(other)).toEqual(seenBy(one))
      const readable = readableWorkflow(workflow, FIELDS, actor.readable)
      expect(JSON.stringify(readable)).not.toContain('{{secret')
      const shown = compileWorkflow(readable, { fields: FIELDS })
      const without = { secret: null, secret_too: null }
      const browser = evaluate(
        shown,
        contextOf({ ...record, ...without }, { before: { ...stored, ...without }, actor }),
      )
      expect(new Map(Object.entries(seenBy(browser) as object))).toEqual(
        new Map(Object.entries(seenBy(one) as object)),
      )
    }),
    { numRuns: runs(3_000) },
  )
  expect(published).toBeGreaterThan(300)
})

test('a rule that is named as never reached never applies, whatever the record', () => {
  let named = 0
  fc.assert(
    fc.property(workflows, records, records, fc.boolean(), (workflow, stored, record, isLead) => {
      const problems = workflowProblems(workflow, { fields: FIELDS })
      const dead = new Set(problems.flatMap(({ code, items }) => (code === 'dead_branch' ? items : [])))
      named += dead.size
      if (dead.size === 0) return
      const compiled = compileWorkflow(workflow, { fields: FIELDS })
      for (const before of [null, stored]) {
        const { trace } = evaluate(compiled, contextOf(record, { before, actor: actorOf(isLead) }))
        expect(trace.filter(({ rule, outcome }) => outcome === 'true' && dead.has(rule))).toEqual([])
      }
    }),
    { numRuns: runs(3_000) },
  )
  expect(named).toBeGreaterThan(20)
})
