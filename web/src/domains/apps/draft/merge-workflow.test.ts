import type { Workflow, WorkflowRule, WorkflowTest } from '@caseloom/contract/apps/workflow'
import { describe, expect, it } from 'vitest'
import { mergeWorkflows, takeTheirItems, workflowItem } from './merge-workflow.ts'

const rule = (id: string, more: Partial<WorkflowRule> = {}): WorkflowRule => ({
  id,
  actions: [],
  branches: [],
  ...more,
})

function workflow(...rules: WorkflowRule[]): Workflow {
  return { stages: [{ id: 's1', title: 'One', on: ['edit'], branches: [{ id: 'b1', rules }] }] }
}

const rulesOf = ({ stages }: Workflow) =>
  stages.flatMap(({ branches }) => branches.flatMap((one) => one.rules))
const base = workflow(rule('a'), rule('b'), rule('c'))

describe('two edits of a workflow', () => {
  it('come together rule by rule', () => {
    const mine = workflow(rule('a', { name: 'Mine' }), rule('b'), rule('c'), rule('new'))
    const theirs = workflow(rule('a'), rule('c', { off: true }), rule('theirs'))
    const { workflow: merged, conflicts } = mergeWorkflows({ base, mine, theirs })
    expect(conflicts).toEqual([])
    expect(rulesOf(merged)).toMatchObject([
      { id: 'a', name: 'Mine' },
      { id: 'c', off: true },
      { id: 'new' },
      { id: 'theirs' },
    ])
  })

  it('keep both changes of different parts of a rule, and of what is nested in it', () => {
    const nested = (name: string) => rule('a', { branches: [{ id: 'b2', rules: [rule('n', { name })] }] })
    const mine = workflow({ ...nested('Old'), note: 'Because' }, rule('b'), rule('c'))
    const theirs = workflow(nested('New'), rule('b'), rule('c'))
    const { workflow: merged, conflicts } = mergeWorkflows({
      base: workflow(nested('Old'), rule('b'), rule('c')),
      mine,
      theirs,
    })
    expect(conflicts).toEqual([])
    expect(rulesOf(merged)[0]).toMatchObject({ note: 'Because', branches: [{ rules: [{ name: 'New' }] }] })
  })

  it('name the rule that both changed, and can take theirs', () => {
    const mine = workflow(rule('a', { name: 'Mine' }), rule('b'), rule('c'))
    const theirs = workflow(rule('a', { name: 'Theirs' }), rule('b', { off: true }), rule('c'))
    const { workflow: merged, conflicts } = mergeWorkflows({ base, mine, theirs })
    expect(conflicts).toEqual(['a'])
    expect(rulesOf(merged)).toMatchObject([{ name: 'Mine' }, { off: true }, { id: 'c' }])
    expect(rulesOf(takeTheirItems(merged, theirs, new Set(['a'])))[0]).toMatchObject({ name: 'Theirs' })
  })

  it('ask when one removed what the other changed', () => {
    const mine = workflow(rule('b'), rule('c'))
    const theirs = workflow(rule('a', { name: 'Theirs' }), rule('b'), rule('c'))
    const { workflow: merged, conflicts } = mergeWorkflows({ base, mine, theirs })
    expect(conflicts).toEqual(['a'])
    expect(rulesOf(merged).map(({ id }) => id)).toEqual(['b', 'c'])
    expect(takeTheirItems(merged, theirs, new Set(['a']))).toEqual(theirs)
    const other = mergeWorkflows({ base, mine: theirs, theirs: mine })
    expect(rulesOf(takeTheirItems(other.workflow, mine, new Set(['a']))).map(({ id }) => id)).toEqual([
      'b',
      'c',
    ])
  })

  it('keep the order of who alone changed it', () => {
    const moved = workflow(rule('c'), rule('a'), rule('b'))
    expect(mergeWorkflows({ base, mine: base, theirs: moved }).workflow).toEqual(moved)
    expect(mergeWorkflows({ base, mine: moved, theirs: base }).workflow).toEqual(moved)
  })

  it('ask about the whole when a rule would be in two places', () => {
    const mine = workflow(rule('b', { branches: [{ id: 'b2', rules: [rule('a')] }] }), rule('c'))
    const theirs = workflow(rule('a', { name: 'Theirs' }), rule('b'), rule('c'))
    const { workflow: merged, conflicts } = mergeWorkflows({ base, mine, theirs })
    expect([merged, conflicts === null || conflicts.includes('a')]).toEqual([
      conflicts === null ? mine : merged,
      true,
    ])
  })
})

describe('tests in two edits of a workflow', () => {
  const saved = (id: string, name = id): WorkflowTest => ({
    id,
    name,
    opened: 'edit',
    at: '2026-11-21T12:00:00.000Z',
    stored: null,
    given: {},
    expect: { items: {}, options: {}, values: {}, messages: [] },
  })
  const withTests = (...tests: WorkflowTest[]): Workflow => ({ ...base, tests })
  const namesOf = ({ tests = [] }: Workflow) => tests.map(({ name }) => name)

  it('come together test by test', () => {
    const { workflow: merged, conflicts } = mergeWorkflows({
      base: withTests(saved('ta'), saved('tb')),
      mine: withTests(saved('ta', 'Mine'), saved('tb'), saved('new')),
      theirs: withTests(saved('ta'), saved('theirs')),
    })
    expect(conflicts).toEqual([])
    expect(namesOf(merged)).toEqual(['Mine', 'new', 'theirs'])
  })

  it('name the test that both changed, and can take theirs', () => {
    const theirs = withTests(saved('ta', 'Theirs'))
    const { workflow: merged, conflicts } = mergeWorkflows({
      base: withTests(saved('ta')),
      mine: withTests(saved('ta', 'Mine')),
      theirs,
    })
    expect(conflicts).toEqual(['ta'])
    expect(workflowItem(merged, 'ta')).toMatchObject({ name: 'Mine' })
    expect(namesOf(takeTheirItems(merged, theirs, new Set(['ta'])))).toEqual(['Theirs'])
    expect(namesOf(takeTheirItems(merged, base, new Set(['ta'])))).toEqual([])
  })

  it('add nothing to workflows without tests', () => {
    expect(mergeWorkflows({ base, mine: base, theirs: base }).workflow).toEqual(base)
  })
})
