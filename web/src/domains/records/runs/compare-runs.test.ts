import type { AppView } from '@caseloom/contract/apps/apps'
import { Workflow } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { describe, expect, it } from 'vitest'
import { aField, anApp } from '../testing/a-record.ts'
import { comparedOf, differencesOf, neighborOf } from './compare-runs.ts'
import { flipsOf, today } from './replay.ts'
import { runRows } from './run-rows.ts'

const options = ['open', 'closed'].map((key) => ({ key, label: key }))

function aWorkflow(when: object = { field: 'status', op: 'eq', value: 'closed' }): Workflow {
  const actions = [{ id: 'a1', do: 'require', fields: ['note'] }]
  const branches = [{ id: 'b1', rules: [{ id: 'r1', when, actions, branches: [] }] }]
  return Workflow.parse({ stages: [{ id: 's1', title: 'Closing', on: ['save'], branches }] })
}

function anAppWith(workflow: Workflow): AppView {
  return { ...anApp([aField('status', { type: 'selection', options })]), layout: [], workflow } as AppView
}

function aRun(status: string, over: Partial<WorkflowRunView> = {}): WorkflowRunView {
  const isClosed = status === 'closed'
  const run = {
    sequence: 2,
    at: '2026-11-23T10:00:00.000Z',
    actor: { kind: 'user', id: null, name: 'Alice' },
    cause: 'save',
    expiredAt: null,
    workflow: aWorkflow(),
    rules: [
      {
        rule: 'r1',
        outcome: isClosed ? 'true' : 'false',
        operands: [{ path: '', reads: ['status'], actual: status, holds: isClosed }],
        actions: isClosed ? [{ id: 'a1', item: 'field:note', before: null, after: true }] : [],
      },
    ],
    form: {
      items: isClosed ? { 'field:note': { required: { value: true, by: ['a1'] } } } : {},
      options: {},
      values: {},
      messages: [],
      blocks: false,
    },
    fields: { status, title: 'Mail' },
    before: null,
    previous: 1,
    next: null,
  }
  // The other parts are not read.
  return { ...run, ...over } as unknown as WorkflowRunView
}

describe('two runs of a record', () => {
  it('differ in the rules that came out otherwise, and in values and needs of fields', () => {
    const { rules, fields } = differencesOf(aRun('closed'), comparedOf(aRun('open'), 'sequence 1'))
    expect([...rules]).toEqual([['r1', 'false']])
    expect([...(fields ?? [])]).toEqual(['status'])
  })

  it('differ in rules alone where one of them has expired', () => {
    const expired = aRun('open', { expiredAt: '2026-11-24T00:00:00.000Z', fields: {} })
    const { rules, fields } = differencesOf(aRun('closed'), comparedOf(expired, 'sequence 1'))
    expect([...rules]).toEqual([['r1', 'false']])
    expect(fields).toBeNull()
  })

  it('never show the outcome of a rule that is hidden in one of them', () => {
    const hidden = aRun('open', {
      rules: [{ rule: 'r1', outcome: 'hidden', operands: [], actions: [] }],
    } as never)
    expect(differencesOf(aRun('closed'), comparedOf(hidden, '')).rules.size).toBe(0)
  })

  it('are compared with the one before, or the one after the first', () => {
    expect(neighborOf({ previous: 4, next: 6 })).toBe(4)
    expect(neighborOf({ previous: null, next: 2 })).toBe(2)
  })
})

describe('a run and the workflow of today', () => {
  it('differ where its rules changed', async () => {
    const other = await today(
      anAppWith(aWorkflow({ field: 'status', op: 'eq', value: 'open' })),
      aRun('closed'),
      '',
    )
    expect([...differencesOf(aRun('closed'), other).rules]).toEqual([['r1', 'false']])
  })
})

describe('the rows of a run', () => {
  it('have a hidden condition among those taken too, and one that wasn’t taken not', () => {
    const rows = (outcome: string) =>
      runRows(aRun('open', { rules: [{ rule: 'r1', outcome, operands: [], actions: [] }] } as never), true)
    expect(rows('hidden').map(({ id }) => id)).toContain('r1')
    expect(rows('false')).toEqual([])
  })
})

const LEADS = { actor: 'role', in: ['lead', 'chief'] }
const OTHERS = { actor: 'role', in: ['chief', 'guest'] }

/** A run by a lead, who is neither a chief nor a guest. */
function aRunOfLeads(): { run: WorkflowRunView; workflow: Workflow } {
  const workflow = aWorkflow({
    all: [{ field: 'status', op: 'eq', value: 'closed' }, LEADS, { none: [OTHERS] }],
  })
  const read = (path: string, holds: boolean) => ({ path, reads: [], actual: 'u', holds })
  const operands = [read('all.0', true), read('all.1', true), read('all.2.none.0', false)]
  const [rule] = aRun('closed').rules
  return { workflow, run: aRun('closed', { workflow, rules: [{ ...rule, operands }] } as never) }
}

describe('a run whose rules name roles', () => {
  it('is repeated with the roles that its actor had', async () => {
    const { run, workflow } = aRunOfLeads()
    const other = await today(anAppWith(workflow), run, '')
    expect([...differencesOf(run, other).rules]).toEqual([])
    const row = runRows(run, false).find(({ id }) => id === 'a1')
    if (row === undefined) throw new Error('No row')
    const flips = await flipsOf(anAppWith(workflow), run, row)
    expect(flips[0]?.changes).toEqual([{ field: 'status', from: 'closed', to: 'open' }])
  })
})

describe('what would have to be different', () => {
  it('is the smallest change with which the rule had come out otherwise', async () => {
    const run = aRun('closed')
    const row = runRows(run, false).find(({ id }) => id === 'a1')
    if (row === undefined) throw new Error('No row')
    const flips = await flipsOf(anAppWith(aWorkflow()), run, row)
    expect(flips[0]?.changes).toEqual([{ field: 'status', from: 'closed', to: 'open' }])
  })

  const flipsWith = async (workflow: Workflow) => {
    const run = aRun('closed', { workflow })
    const row = runRows(run, false).find(({ id }) => id === 'a1')
    if (row === undefined) throw new Error('No row')
    return flipsOf(anAppWith(workflow), run, row)
  }

  it('is that no record is linked where only links can have decided', async () => {
    const linked = aWorkflow({ any: [{ field: 'status', op: 'eq', value: 'open' }, { linked: 'cases' }] })
    expect(await flipsWith(linked)).toMatchObject([
      { changes: [], linked: [{ test: { linked: 'cases' }, holds: false }] },
    ])
  })

  it('is not guessed where links may have decided as well', async () => {
    const either = aWorkflow({ any: [{ field: 'status', op: 'eq', value: 'closed' }, { linked: 'cases' }] })
    expect(await flipsWith(either)).toEqual([])
  })
})
