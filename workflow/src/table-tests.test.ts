import type { TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { TableTest, WorkflowAction, WorkflowTest } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { Evaluation, evaluate, settle } from './evaluate.ts'
import { smallestFlips } from './smallest-flips.ts'
import type { FormContext } from './form-context.ts'
import { workflowProblems } from './problems.ts'
import { ruleSentence } from './sentences.ts'
import { accepted, makeTest, runTests, type Sample } from './sample-tests/run-tests.ts'
import { tableAnswers } from './table-answers.ts'
import { questionName, tableQuestions } from './table-uses.ts'
import { contextOf, numberField, optionField, rule, textField, workflowOf } from './testing.ts'
import { printWorkflow, readWorkflow } from './yaml.ts'

const FIELDS = [textField('domain'), textField('note'), optionField('status', ['open']), numberField('score')]
const isIn = (more: Partial<TableTest> = {}): TableTest => ({
  field: 'domain',
  op: 'inTable',
  table: 'own_domains',
  ...more,
})
const show: WorkflowAction = { id: 'a', do: 'show', items: [{ field: 'note' }] }
const compiled = (test: TableTest) => compileWorkflow(workflowOf(rule('r', test, [show])), { fields: FIELDS })

/** A table with one row, of which nothing is known until it is asked. */
function aTable(row: string): Pick<FormContext, 'lookup' | 'ask'> & { asked: string[][] } {
  const known = new Map<string, boolean>()
  const asked: string[][] = []
  return {
    asked,
    lookup: (question) => known.get(questionName(question)),
    ask: async (questions) => {
      asked.push(questions.map(({ value }) => value))
      for (const one of questions) known.set(questionName(one), one.value === row)
    },
  }
}

test.each<[Partial<TableTest>, string | null, string | null, string]>([
  [{}, 'own.test', null, 'true'],
  [{}, 'other.test', null, 'false'],
  [{}, null, null, 'false'],
  [{ op: 'notInTable' }, 'own.test', null, 'false'],
  [{ op: 'notInTable' }, 'other.test', null, 'true'],
  [{ op: 'notInTable' }, null, null, 'true'],
  [{ at: 'before' }, 'other.test', 'own.test', 'true'],
  [{ at: 'before' }, 'own.test', 'other.test', 'false'],
  [{ at: 'becomes' }, 'own.test', 'other.test', 'true'],
  [{ at: 'becomes' }, 'own.test', 'own.test', 'false'],
  [{ op: 'notInTable', at: 'becomes' }, 'other.test', 'own.test', 'true'],
  [{ op: 'notInTable', at: 'becomes' }, 'other.test', null, 'false'],
])('%o of %s, before %s, is %s', async (more, domain, before, outcome) => {
  const context = contextOf({ domain }, { before: { domain: before }, ...aTable('own.test') })
  expect((await settle(compiled(isIn(more)), context)).outcomes).toEqual([outcome])
})

test.each<[Partial<TableTest>]>([[{}], [{ op: 'notInTable' }], [{ op: 'notInTable', at: 'before' }]])(
  '%o does not hold while no one can say whether it does',
  (more) => {
    const outcome = evaluate(compiled(isIn(more)), contextOf({ domain: 'own.test' }))
    expect(outcome.outcomes).toEqual(['false'])
    const unknown = contextOf({ domain: 'own.test' }, { lookup: () => null })
    expect(evaluate(compiled(isIn(more)), unknown).outcomes).toEqual(['false'])
  },
)

test('all questions of a pass are asked together, and values that rules set are asked afterward', async () => {
  const set: WorkflowAction = {
    id: 's',
    do: 'set',
    field: 'note',
    to: { value: 'made.test' },
    repeat: 'always',
    onlyIfEmpty: false,
  }
  const rules = workflowOf(
    rule('one', isIn({ op: 'notInTable' }), [set]),
    rule('two', isIn({ field: 'note', op: 'notInTable' }), [{ ...show, id: 'x' }]),
  )
  const table = aTable('own.test')
  const workflow = compileWorkflow(rules, { fields: FIELDS })
  const outcome = await settle(workflow, contextOf({ domain: 'b.test', note: 'c.test' }, table))
  expect(table.asked).toEqual([['b.test', 'c.test'], ['made.test']])
  expect(outcome.outcomes).toEqual(['true', 'true'])
})

test('an answer that arrives later counts although no field changed', () => {
  const workflow = compiled(isIn())
  const actor = contextOf({}).actor
  const first = evaluate(workflow, contextOf({ domain: 'own.test' }, { actor }))
  expect([...(first instanceof Evaluation ? first.asked.values() : [])]).toEqual([
    { table: 'own_domains', value: 'own.test' },
  ])
  const answered = contextOf({ domain: 'own.test' }, { actor, lookup: () => true })
  expect(evaluate(workflow, answered, first).outcomes).toEqual(['true'])
})

test('a rule reads the field and the table, and says which table by its name', () => {
  const [only] = compiled(isIn()).rules
  expect([...(only?.decides ?? [])]).toEqual(['domain', 'table:own_domains'])
  const names = {
    fields: [{ ...textField('domain'), label: 'Sender domain' }],
    table: (_table: string, column?: string) => (column === undefined ? 'Own domains' : 'Alias'),
  }
  expect(ruleSentence(rule('r', isIn({ op: 'notInTable' }), []), names)).toBe(
    'When Sender domain is not in table Own domains.',
  )
  expect(ruleSentence(rule('r', isIn({ column: 'alias', at: 'becomes' }), []), names)).toBe(
    'When Sender domain is in Alias of table Own domains from now on.',
  )
})

test('YAML keeps such a condition', () => {
  const workflow = workflowOf(rule('r', isIn({ column: 'alias', at: 'before' }), [show]))
  expect(readWorkflow(printWorkflow(workflow)).workflow).toEqual(workflow)
})

test('questions about several states of a record are asked once each', () => {
  const tests = [isIn(), isIn({ op: 'notInTable' }), isIn({ column: 'alias' })]
  const questions = (...records: ({ domain: string } | null)[]): TableQuestion[] =>
    tableQuestions(tests, records)
  expect(questions({ domain: 'a' }, null, { domain: 'a' })).toEqual([
    { table: 'own_domains', value: 'a' },
    { table: 'own_domains', column: 'alias', value: 'a' },
  ])
})

test('no smaller change is offered that depends on what a table would say', () => {
  const both = rule('r', { all: [isIn(), { field: 'domain', op: 'ne', value: 'x' }] }, [show])
  const workflow = compileWorkflow(workflowOf(both), { fields: FIELDS })
  const known = (question: TableQuestion) => (question.value === 'own.test' ? true : undefined)
  const outcome = evaluate(workflow, contextOf({ domain: 'own.test' }, { lookup: known }))
  expect(smallestFlips(outcome, { item: 'field:note', aspect: 'visible' })).toEqual([
    { changes: [{ field: 'domain', from: 'own.test', to: null }], linked: [], result: false },
  ])
})

const sample = (id: string, domain: string, stored: Sample['stored'] = null): Sample => {
  const opened = stored === null ? 'new' : 'edit'
  return { id, name: id, opened, at: '2026-11-21T12:00:00.000Z', stored, given: { domain } }
}

test('saved tests ask tables together, each value once, and fail once the table says something else', async () => {
  const rows = new Set(['own.test'])
  const asked: string[][] = []
  const aTables = () =>
    tableAnswers(async (questions) => {
      asked.push(questions.map(({ value }) => value))
      return questions.map((question) => ({ ...question, found: rows.has(question.value) }))
    })
  const workflow = compiled(isIn())
  const samples = [sample('own', 'own.test'), sample('other', 'other.test', { domain: 'own.test' })]
  const tests: WorkflowTest[] = []
  for (const one of samples) tests.push((await makeTest(workflow, one, aTables())).test)
  const note = (visible: boolean) => ({ 'field:note': { visible } })
  expect(tests.map(({ expect: wanted }) => wanted.items)).toEqual([note(true), note(false)])
  asked.length = 0
  const failing = async () =>
    (await runTests(workflow, tests, aTables())).flatMap((run) =>
      run.differences.length === 0 ? [] : [run.test.id],
    )
  expect(await failing()).toEqual([])
  expect(asked).toEqual([['own.test', 'other.test']])
  rows.delete('own.test')
  expect(await failing()).toEqual(['own'])
  const [first] = tests
  if (first === undefined) throw new Error('No test was made')
  expect((await accepted(workflow, first, aTables())).expect.items).toEqual(note(false))
})

test('a saved test also asks about what a rule sets', async () => {
  const set = { id: 's', do: 'set', field: 'domain', to: { value: 'own.test' }, repeat: 'always' } as const
  const sets = rule('sets', { field: 'note', op: 'eq', value: 'x' }, [{ ...set, onlyIfEmpty: false }])
  const workflow = compileWorkflow(workflowOf(sets, rule('r', isIn(), [show])), { fields: FIELDS })
  const tables = tableAnswers(async (all) => all.map((one) => ({ ...one, found: one.value === 'own.test' })))
  const { test: made } = await makeTest(workflow, { ...sample('t', ''), given: { note: 'x' } }, tables)
  expect(made.expect.items).toEqual({ 'field:note': { visible: true } })
})

const TABLES = [
  {
    key: 'own_domains',
    name: 'Own domains',
    columns: [
      { key: 'domain', label: 'Domain', type: 'text' },
      { key: 'seen', label: 'Seen', type: 'instant' },
    ],
  },
]

test.each<[Partial<TableTest>, string]>([
  [{ field: 'gone' }, 'unknown_field field'],
  [{ field: 'score' }, 'not_allowed field'],
  [{ table: 'gone' }, 'unknown_table table'],
  [{ column: 'gone' }, 'unknown_column column'],
  [{ column: 'seen' }, 'not_allowed column'],
  [{ field: 'status', column: 'domain' }, ''],
])('publishing checks %o: %s', (more, problem) => {
  const rules = workflowOf(rule('r', isIn(more), [show]))
  const found = workflowProblems(rules, { fields: FIELDS, tables: TABLES })
  expect(found.map(({ code, path }) => `${code} ${path.slice(7).join('.')}`).join()).toBe(problem)
})

test('a workflow that looks up more than fifty values is refused', () => {
  const rules = Array.from({ length: 26 }, (_, at) =>
    rule(`r${at}`, isIn({ table: `t${at}`, at: 'becomes' }), []),
  )
  const codes = (count: number) =>
    workflowProblems(workflowOf(...rules.slice(0, count)), { fields: FIELDS }).map(({ code }) => code)
  expect(codes(25)).not.toContain('too_many')
  expect(codes(26)).toContain('too_many')
})
