import type { AppView } from '@caseloom/contract/apps/apps'
import { type When, Workflow, type WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunRule, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { describe, expect, it } from 'vitest'
import { aField, anApp } from '../testing/a-record.ts'
import { differencesOf } from './compare-runs.ts'
import { linkedThen } from './linked-then.ts'
import { flipsOf, today } from './replay.ts'
import { runRows } from './run-rows.ts'

const options = ['open', 'closed'].map((key) => ({ key, label: key }))
const HIGH: When = { linked: 'cases', where: { field: 'severity', op: 'eq', value: 'high' } }
const CLOSED: When = { field: 'status', op: 'eq', value: 'closed' }
const REQUIRE: WorkflowAction = { id: 'a1', do: 'require', fields: ['note'] }

function aWorkflow(when: When, actions: WorkflowAction[] = [REQUIRE]): Workflow {
  const branches = [{ id: 'b1', rules: [{ id: 'r1', when, actions, branches: [] }] }]
  return Workflow.parse({ stages: [{ id: 's1', title: 'Closing', on: ['save'], branches }] })
}

function anAppWith(workflow: Workflow): AppView {
  const own = [aField('status', { type: 'selection', options }), aField('team')]
  return { ...anApp(own), layout: [], workflow } as AppView
}

interface Stored {
  operands: WorkflowRunRule['operands']
  actions?: WorkflowRunRule['actions']
  outcome?: 'true' | 'false'
  fields?: WorkflowRunView['fields']
  before?: WorkflowRunView['before']
}

/** A run whose rule applied, unless it says otherwise. */
function aRun(workflow: Workflow, { operands, actions, outcome = 'true', ...more }: Stored): WorkflowRunView {
  const run = {
    sequence: 2,
    at: '2026-11-23T10:00:00.000Z',
    actor: { kind: 'user', id: null, name: 'Alice' },
    cause: 'save',
    expiredAt: null,
    workflow,
    rules: [{ rule: 'r1', outcome, operands, actions: actions ?? [] }],
    form: { items: {}, options: {}, values: {}, messages: [], blocks: false },
    fields: more.fields ?? { status: 'closed', cases: ['one'], team: null },
    before: more.before ?? null,
  }
  // The other parts are not read.
  return run as unknown as WorkflowRunView
}

const linked = (path: string, holds: boolean) => ({ path, reads: ['cases'], actual: null, holds })
const status = (path: string, actual = 'closed') => ({
  path,
  reads: ['status'],
  actual,
  holds: actual === 'closed',
})

async function flips(run: WorkflowRunView, id = 'a1') {
  const row = runRows(run, false).find((one) => one.id === id)
  if (row === undefined) throw new Error('No row')
  return flipsOf(anAppWith(run.workflow), run, row)
}

describe('a run with conditions on linked records', () => {
  const both = aWorkflow({ all: [CLOSED, HIGH] })
  const applied = aRun(both, {
    operands: [status('all.0'), linked('all.1', true)],
    actions: [{ id: 'a1', item: 'field:note', before: null, after: true }],
  })

  it('is repeated with what they said then: a field of the record is changed, or what is linked', async () => {
    const found = await flips(applied)
    expect(found.map(({ changes, linked: links }) => [changes, links])).toEqual([
      [[{ field: 'status', from: 'closed', to: 'open' }], []],
      [[], [{ test: HIGH, holds: false }]],
    ])
  })

  it('says what would have to be linked where linked records alone decided', async () => {
    const alone = aWorkflow(HIGH)
    const other = async (holds: boolean, outcome: 'true' | 'false') =>
      (await flips(aRun(alone, { operands: [linked('', holds)], outcome }))).map((one) => one.linked)
    expect(await other(true, 'true')).toEqual([[{ test: HIGH, holds: false }]])
    expect(await other(false, 'false')).toEqual([[{ test: HIGH, holds: true }]])
  })

  it('has none that depends on what the run doesn’t know of linked records', async () => {
    const either = aWorkflow({ any: [CLOSED, HIGH] })
    // It applied because of the status; whether the linked records said so too isn't known.
    expect(await flips(aRun(either, { operands: [status('any.0')] }))).toEqual([])
    const neither = aRun(either, {
      operands: [status('any.0', 'open'), linked('any.1', false)],
      outcome: 'false',
      fields: { status: 'open', cases: ['one'] },
    })
    expect((await flips(neither))[0]?.changes).toEqual([{ field: 'status', from: 'open', to: 'closed' }])
  })

  it('knows no outcome on which two rules disagree', () => {
    const twice = aWorkflow({ all: [HIGH, { none: [HIGH] }] })
    const run = aRun(twice, { operands: [linked('all.0', true), linked('all.1.none.0', false)] })
    expect([...linkedThen(run).held]).toEqual([])
  })

  it('doesn’t differ from today while the workflow is the same, and says how linked records count', async () => {
    const other = await today(anAppWith(both), applied, 'today')
    expect([...differencesOf(applied, other).rules]).toEqual([])
    expect(other.linkedAsThen).toBe(true)
    expect((await today(anAppWith(aWorkflow(CLOSED)), applied, 'today')).linkedAsThen).toBe(false)
  })

  it('differs from today where the rule says something else of the same linked records', async () => {
    const other = await today(anAppWith(aWorkflow({ none: [HIGH] })), applied, 'today')
    expect([...differencesOf(applied, other).rules]).toEqual([['r1', 'false']])
  })

  it('counts as the same where today asks of linked records what the run doesn’t know', async () => {
    const other = await today(anAppWith(aWorkflow({ linked: 'cases', min: 2 })), applied, 'today')
    expect([...differencesOf(applied, other).rules]).toEqual([])
  })
})

describe('a run in which a rule set a value', () => {
  const set: WorkflowAction = {
    id: 'a2',
    do: 'set',
    field: 'team',
    to: { value: 'Night shift' },
    repeat: 'once',
    onlyIfEmpty: false,
  }
  const before = { status: 'open', cases: ['one'], team: 'Day shift' }
  const fields = { ...before, status: 'closed', team: 'Night shift' }
  const actions = [
    { id: 'a1', item: 'field:note', before: null, after: true },
    { id: 'a2', item: 'field:team', before: 'Day shift', after: 'Night shift' },
  ]

  it('starts from the value before: a smaller change says that it would have stayed', async () => {
    const run = aRun(aWorkflow(CLOSED, [REQUIRE, set]), { operands: [status('')], actions, fields, before })
    const [flip] = await flips(run)
    expect(flip?.changes).toEqual([{ field: 'status', from: 'closed', to: 'open' }])
    expect(flip?.effects).toEqual([{ field: 'team', to: 'Day shift' }])
  })

  it('is repeated where only the linked records were others before', async () => {
    const both: When = { all: [CLOSED, HIGH] }
    const run = aRun(aWorkflow(both, [REQUIRE, set]), {
      operands: [status('all.0'), linked('all.1', true)],
      actions,
      fields,
      before: { ...before, status: 'closed' },
    })
    const [flip] = await flips(run, 'a2')
    expect(flip?.changes).toEqual([{ field: 'status', from: 'closed', to: 'open' }])
  })

  it('keeps what it took from a linked record', async () => {
    const through: WorkflowAction = { ...set, to: { through: 'cases', field: 'team' }, repeat: 'always' }
    const workflow = aWorkflow(CLOSED, [REQUIRE, through])
    const run = aRun(workflow, { operands: [status('')], actions, fields, before })
    expect((await flips(run))[0]?.effects).toEqual([{ field: 'team', to: 'Day shift' }])
    expect((await today(anAppWith(workflow), run, '')).fields?.['team']).toBe('Night shift')
  })

  it('differs from today in the value where no rule sets it any more', async () => {
    const run = aRun(aWorkflow(CLOSED, [REQUIRE, set]), { operands: [status('')], actions, fields, before })
    const other = await today(anAppWith(aWorkflow(CLOSED)), run, '')
    expect([...(differencesOf(run, other).fields ?? [])]).toContain('team')
  })
})
