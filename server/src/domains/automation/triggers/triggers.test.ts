import type { AppCreate } from '@caseloom/contract/apps/apps'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { STANDARD_QUOTAS } from '@caseloom/contract/tenancy/quotas'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { readStepValue } from '../runs/get-run.ts'
import { lookAtRecordEvents } from '../intake/record-events.ts'
import { listRuns } from '../runs/runs.read.ts'
import { type TriggerRow, triggersOf } from '../intake/trigger.store.ts'
import { listButtons, pressButton } from './buttons.ts'
import { answerForm, answerOpenForm, readForm, readOpenForm } from './forms.ts'
import { runDueTriggers } from './run-due-triggers.ts'
import { notifyFailures } from './on-failure.ts'
import { recordTriggers } from './on-record-event.ts'
import { listTriggers, switchTrigger } from './trigger-overview.ts'
import { tryTrigger } from './try-trigger.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const text = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: false,
  readOnly: false,
  multiline: false,
  maxLength: 1_000,
  unique: false,
})

async function aTenant(correlation?: AppCreate['correlation']) {
  const scope = await house.aTenant()
  const actor = anActor(scope)
  const app = await house.apps.createApp(scope, actor, {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title', 'note'] }],
    fields: [text('title'), text('note')],
    correlation,
  })
  return { scope, actor, app }
}

/** A pure playbook that returns its trigger's value, so that its run ends as soon as it starts. */
const echo = (trigger: JsonObject, over: JsonObject = {}) =>
  aPlaybook([aTransform('seen', { trigger: '{% trigger %}', inputs: '{% inputs %}' })], {
    triggers: [trigger],
    output: '{% steps.seen.output %}',
    ...over,
  })

const runsOf = async (scope: TenantScope) => (await listRuns(scope, { limit: 50 })).items

async function outputOf(scope: TenantScope, runId: string): Promise<JsonValue> {
  const { value } = await readStepValue(house.automation, scope, anActor(scope), {
    runId,
    path: '',
    side: 'output',
  })
  return value
}

async function triggerOf(scope: TenantScope, playbookId: string): Promise<TriggerRow> {
  const [row] = await scope.read((tx) => triggersOf(tx, playbookId))
  if (row === undefined) throw new Error('The playbook has no trigger')
  return row
}

const logOf = async (scope: TenantScope, triggerId: string) =>
  (await listDeliveries(scope, triggerId, { limit: 50 })).items.map(({ outcome, reason }) => ({
    outcome,
    reason,
  }))

/** The worker's look, until nothing is left that other tests' transactions held back. */
async function look() {
  const { automation } = house
  await lookAtRecordEvents({ ...automation, handlers: [recordTriggers(automation)] })
}
/** Events are seen when the oldest open transaction of the whole cluster has ended: other files have theirs. */
const eventually = (done: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await look()
        return done()
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true)

describe('a change of a record', () => {
  const trigger = (over: JsonObject = {}) => ({
    key: 'changed',
    kind: 'record',
    with: { app: 'alert', on: ['updated'], ...over },
  })
  const watched = async (over: JsonObject = {}, document: JsonObject = {}) => {
    const world = await aTenant()
    const { id } = await house.publish(world.scope, echo(trigger(over), document))
    const { scope, actor, app } = world
    const create = (fields: JsonObject) => house.records.createRecord(scope, actor, { appId: app.id, fields })
    const update = (recordId: string, fields: JsonObject, by = actor) =>
      house.records.updateRecord(scope, by, { appId: app.id, recordId, fields })
    return { ...world, id, create, update }
  }

  it('starts a run with the record, what it was before and which fields changed, once', async () => {
    const { scope, create, update } = await watched()
    const record = await create({ title: 'Odd sign-in', note: 'a' })
    await update(record.id, { title: 'Strange sign-in' })
    await eventually(async () => (await runsOf(scope)).length > 0)
    await Promise.all([look(), look(), look()])
    const runs = await runsOf(scope)
    expect(runs).toMatchObject([{ trigger: { kind: 'record' }, state: 'succeeded' }])
    expect(await outputOf(scope, runs[0]?.id ?? '')).toMatchObject({
      trigger: {
        event: 'updated',
        record: { id: record.id, fields: { title: 'Strange sign-in', note: 'a' } },
        previous: { fields: { title: 'Odd sign-in' } },
        changed: ['title'],
        by: { kind: 'user' },
      },
    })
  })

  it('that folds another record into it starts a run at the counts that the trigger names', async () => {
    const { scope, actor, app } = await aTenant([
      { key: 'same', name: 'Same note', fields: ['note'], within: 600, into: 'open' },
    ])
    await house.publish(scope, echo(trigger({ on: ['folded'], counts: [2, 4] })))
    const create = () =>
      house.records.createRecord(scope, actor, { appId: app.id, fields: { title: 'Storm', note: 'a' } })
    const { id } = await create()
    for (let at = 0; at < 4; at += 1) await create()
    await eventually(async () => (await runsOf(scope)).length === 2)
    const outputs = await Promise.all((await runsOf(scope)).map((run) => outputOf(scope, run.id)))
    expect(outputs).toMatchObject([
      { trigger: { event: 'folded', count: 4, record: { id }, changed: [] } },
      { trigger: { event: 'folded', count: 2, record: { id }, changed: [] } },
    ])
  })

  it('of other fields, other kinds or before the publishing starts nothing', async () => {
    const { scope, create, update } = await watched({ fields: ['note'] })
    const record = await create({ title: 'One', note: 'a' })
    await update(record.id, { title: 'Two' })
    await update(record.id, { note: 'b' })
    await eventually(async () => (await runsOf(scope)).length > 0)
    expect(await runsOf(scope)).toHaveLength(1)
  })

  it('made by a playbook starts nothing', { timeout: 90_000 }, async () => {
    const { scope, actor, create, update } = await watched()
    const record = await create({ title: 'One' })
    await update(record.id, { title: 'By a run' }, { ...actor, kind: 'playbook', runId: record.id })
    await update(record.id, { title: 'By hand' })
    await eventually(async () => (await runsOf(scope)).length > 0)
    const [run] = await runsOf(scope)
    expect(await outputOf(scope, run?.id ?? '')).toMatchObject({
      trigger: { record: { fields: { title: 'By hand' } } },
    })
  })

  it('made by a playbook starts one that asks for it, and never in a circle', {
    timeout: 120_000,
  }, async () => {
    const circle = await watched({ byPlaybooks: true })
    const other = await circle.create({ title: '0' })
    await circle.update(other.id, { title: '1' })
    await eventually(async () => (await runsOf(circle.scope)).length > 0)
    // Each run changes the record again, as a playbook that sets off itself would.
    for (let turn = 1; turn <= STANDARD_QUOTAS.chain_repeats + 1; turn += 1) {
      const [last] = await runsOf(circle.scope)
      const by = { ...circle.actor, runId: last?.id ?? '' }
      await circle.update(other.id, { title: `by run ${turn}` }, by)
      const { id } = await triggerOf(circle.scope, circle.id)
      await eventually(async () => (await logOf(circle.scope, id)).length > turn)
    }
    const { id } = await triggerOf(circle.scope, circle.id)
    expect(await runsOf(circle.scope)).toHaveLength(STANDARD_QUOTAS.chain_repeats + 1)
    expect((await logOf(circle.scope, id))[0]).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('loop'),
    })
  })

  it('that the playbook may not see is nothing to it', async () => {
    const { scope, create, update, id } = await watched()
    const record = await create({ title: 'One' })
    await scope.tx((tx) =>
      tx.query(`update caseloom.playbook_version set permissions = '{}' where playbook_id = $1`, [id]),
    )
    await update(record.id, { title: 'Two' })
    const behind = async () => {
      const places = await house.automation.system.read((tx) =>
        tx.query<{ tenantId: string; appId: string; xid: string; record: string; version: number }>(
          `select tenant_id as "tenantId", app_id as "appId", xid::text, record_id as record, version
             from caseloom.record_event_place where tenant_id = $1`,
          [scope.tenantId],
        ),
      )
      return places.some(({ version }) => version === 2)
    }
    await eventually(behind)
    expect(await runsOf(scope)).toEqual([])
    expect(await logOf(scope, (await triggerOf(scope, id)).id)).toEqual([])
  })

  it('while the trigger is off starts nothing, and it may be switched on again', async () => {
    const { scope, actor, create, update, id } = await watched()
    const { id: triggerId } = await triggerOf(scope, id)
    const off = await switchTrigger(house.automation, scope, actor, { triggerId, enabled: false })
    expect(off).toMatchObject({ enabled: false, kind: 'record', app: { name: 'Alert' } })
    const record = await create({ title: 'One' })
    await update(record.id, { title: 'While off' })
    await look()
    await switchTrigger(house.automation, scope, actor, { triggerId, enabled: true })
    await update(record.id, { title: 'While on' })
    await eventually(async () => (await runsOf(scope)).length > 0)
    expect(await runsOf(scope)).toHaveLength(1)
    const changes = await house.automation.system.read((tx) =>
      tx.query<{ action: string }>(
        `select action from caseloom.audit_entry where tenant_id = $1 and action like 'trigger.%' order by at`,
        [scope.tenantId],
      ),
    )
    expect(changes.map(({ action }) => action)).toEqual(['trigger.disabled', 'trigger.enabled'])
  })

  it('of an app that is not there is refused at publishing', async () => {
    const scope = await house.aTenant()
    await expect(house.publish(scope, echo(trigger({ app: 'nothing' })))).rejects.toMatchObject({
      code: 'playbook.invalid',
      details: { issues: [{ path: ['body', 'document', 'triggers', 0, 'with', 'app'] }] },
    })
  })
})

const asked = { type: 'object', properties: { note: { type: 'string', minLength: 2 } }, required: ['note'] }

describe('a button', () => {
  it('starts the playbook for a record as the person who presses it', async () => {
    const { scope, actor, app } = await aTenant()
    const button = { key: 'press', kind: 'button', with: { app: 'alert', label: 'Block', askInputs: true } }
    await house.publish(scope, echo(button, { inputs: asked }))
    const [view] = await listButtons(house.automation, scope, actor, app.id)
    expect(view).toMatchObject({ label: 'Block', confirm: null, inputs: asked })
    const record = await house.records.createRecord(scope, actor, { appId: app.id, fields: { title: 'One' } })
    const press = (inputs: JsonObject, recordId: string = record.id, by = actor) =>
      pressButton(house.automation, scope, by, { triggerId: view?.id ?? '', recordId, inputs })
    await expect(press({ note: 'x' })).rejects.toMatchObject({
      code: 'inputs.invalid',
      details: { issues: [{ path: ['body', 'inputs', 'note'] }] },
    })
    const started = await press({ note: 'yes' })
    expect(started.outcome).toBe('accepted')
    // The run shows up at its record.
    expect((await listRuns(scope, { limit: 9, recordId: record.id })).items).toHaveLength(1)
    const runId = started.outcome === 'accepted' ? started.runId : ''
    expect(await outputOf(scope, runId)).toMatchObject({
      trigger: { record: { id: record.id }, by: { id: actor.id } },
      inputs: { note: 'yes' },
    })
    await expect(press({ note: 'yes' }, scope.tenantId)).rejects.toMatchObject({ code: 'resource.not_found' })
    const stranger = { ...actor, permissions: new Set(['record:read' as const]) }
    await expect(press({ note: 'yes' }, record.id, stranger)).rejects.toMatchObject({ code: 'right.missing' })
  })
})

describe('a form', () => {
  const form = (over: JsonObject = {}) => ({
    key: 'fill',
    kind: 'form',
    with: { heading: 'Report phishing', thanks: 'Thank you', ...over },
  })
  const deps = () => ({
    ...house.automation,
    formThrottle: { take: async () => undefined, giveBack: async () => undefined },
  })

  it('of the tenant is filled in by the person who is signed in', async () => {
    const { scope, actor } = await aTenant()
    const { id } = await house.publish(scope, echo(form(), { inputs: asked }))
    const { id: triggerId, hook_key } = await triggerOf(scope, id)
    expect(await readForm(deps(), scope, actor, triggerId)).toEqual({
      heading: 'Report phishing',
      text: null,
      inputs: asked,
      statement: null,
    })
    const answer = await answerForm(deps(), scope, actor, { triggerId, inputs: { note: 'odd mail' } })
    expect(answer).toEqual({ thanks: 'Thank you' })
    const [run] = await runsOf(scope)
    expect(await outputOf(scope, run?.id ?? '')).toMatchObject({
      trigger: { by: { id: actor.id } },
      inputs: { note: 'odd mail' },
    })
    // By its address alone it is not there.
    await expect(readOpenForm(deps(), scope, hook_key)).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('by link is filled in by outsiders, who see faults at the field and nothing else', async () => {
    const { scope } = await aTenant()
    const { id } = await house.publish(scope, echo(form({ audience: 'link' }), { inputs: asked }))
    const { hook_key: formKey } = await triggerOf(scope, id)
    const send = (inputs: JsonObject) => answerOpenForm(deps(), scope, { formKey, inputs, ip: '127.0.0.1' })
    await expect(send({})).rejects.toMatchObject({
      code: 'inputs.invalid',
      details: { issues: [{ path: ['body', 'inputs', 'note'], code: 'required', message: 'Required' }] },
    })
    expect(await runsOf(scope)).toEqual([])
    await send({ note: 'from outside' })
    const [run] = await runsOf(scope)
    expect(await outputOf(scope, run?.id ?? '')).toMatchObject({
      trigger: { by: null },
      inputs: { note: 'from outside' },
    })
    await expect(readOpenForm(deps(), scope, 'guess')).rejects.toMatchObject({ code: 'resource.not_found' })
  })
})

describe('a failure', () => {
  it('of another playbook starts a run once, and never one for its own kind', async () => {
    const { scope } = await aTenant()
    const failing = aPlaybook([aTransform('stop', '{% $number("No") %}')])
    const { hooks } = await house.publish(scope, failing)
    const reporting = echo(
      { key: 'bad', kind: 'failure', with: {} },
      { playbook: 'report-failures', title: 'Report' },
    )
    await house.publish(scope, reporting)
    const circle = {
      ...failing,
      playbook: 'failing-too',
      triggers: [{ key: 'bad', kind: 'failure', with: {} }],
    }
    await house.publish(scope, circle)
    await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
    await Promise.all([1, 2, 3].map(() => notifyFailures(house.automation)))
    await notifyFailures(house.automation)
    const runs = await runsOf(scope)
    const kinds = runs.map(({ playbook, trigger, state }) => `${playbook.key} ${trigger.kind} ${state}`)
    expect(kinds.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'failing-too failure failed',
      'report-failures failure succeeded',
      'test-playbook webhook failed',
    ])
    const one = runs.find(({ playbook }) => playbook.key === 'report-failures')
    expect(await outputOf(scope, one?.id ?? '')).toMatchObject({
      trigger: {
        run: { number: 1, playbook: { key: 'test-playbook' }, error: { code: expect.any(String) } },
      },
    })
  })
})

/** Nothing here takes mail in. */
const keepFile = async (): Promise<never> => {
  throw new Error('No file was expected')
}

describe('a poll', () => {
  const poll = (over: JsonObject = {}) => ({
    key: 'ask',
    kind: 'poll',
    when: '{% trigger.item.state != "closed" %}',
    with: {
      every: '1m',
      action: 'http.request',
      with: { url: 'http://127.0.0.1/', query: { after: '{% cursor ? cursor : 0 %}' } },
      items: '{% output.items %}',
      id: '{% item.id %}',
      cursor: '{% output.last %}',
      ...over,
    },
  })
  /** The time at which the trigger is due, whatever the clock says. */
  const at = async (scope: TenantScope, id: string) => (await triggerOf(scope, id)).due_at ?? new Date()
  const ask = async (scope: TenantScope, id: string) =>
    runDueTriggers({ ...house.automation, keepFile }, await at(scope, id))

  it('gives one run per new item, moves its cursor with them and passes by what it knows', async () => {
    const { scope, actor } = await aTenant()
    const { id } = await house.publish(scope, echo(poll()))
    const items = [
      { id: 1, state: 'open' },
      { id: 2, state: 'closed' },
      { id: 3, state: 'open' },
    ]
    const inputs: JsonObject[] = []
    house.answer.current = async (input) => {
      inputs.push(input)
      return { ok: true, output: { items, last: 3 } }
    }
    await ask(scope, id)
    const due = await at(scope, id)
    expect(due.getTime()).toBeGreaterThan(Date.now() + 30_000)
    await ask(scope, id)
    expect(inputs.map((input) => input['query'])).toEqual([{ after: 0 }, { after: 3 }])
    const runs = await runsOf(scope)
    expect(runs).toHaveLength(2)
    expect(await outputOf(scope, runs[1]?.id ?? '')).toMatchObject({
      trigger: { item: { id: 1 }, cursor: 3 },
    })
    const row = await triggerOf(scope, id)
    expect(await logOf(scope, row.id)).toHaveLength(3)
    expect(row).toMatchObject({ cursor: { value: 3 }, failing: null })
    const [view] = await listTriggers(house.automation, scope, actor, id)
    expect(view).toMatchObject({ kind: 'poll', next: [row.due_at?.toISOString()], failing: null })
  })

  it('reports why it cannot poll, polls less often then, and clears the failure when it can', async () => {
    const { scope } = await aTenant()
    const { id } = await house.publish(scope, echo(poll()))
    const error = { code: 'http.status', message: 'The server answered 503', retryable: true }
    house.answer.current = async () => ({ ok: false, error })
    const pauses: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const before = await at(scope, id)
      await ask(scope, id)
      pauses.push((await at(scope, id)).getTime() - before.getTime())
    }
    expect(pauses).toEqual([60_000, 120_000, 240_000])
    const row = await triggerOf(scope, id)
    expect(row.failing).toMatchObject({ message: error.message, count: 3 })
    expect(await logOf(scope, row.id)).toEqual([{ outcome: 'failed', reason: error.message }])
    house.answer.current = async () => ({ ok: true, output: { items: [{ id: 9, state: 'open' }], last: 9 } })
    await ask(scope, id)
    expect(await triggerOf(scope, id)).toMatchObject({ failing: null })
    expect(await runsOf(scope)).toHaveLength(1)
  })

  it('that offers more than a poll takes loses none of it, and continues soon', async () => {
    const { scope } = await aTenant()
    const { id } = await house.publish(scope, echo(poll()))
    const items = Array.from({ length: 1_003 }, (_one, index) => ({ id: index, state: 'closed' }))
    house.answer.current = async () => ({ ok: true, output: { items, last: 1_003 } })
    await ask(scope, id)
    const row = await triggerOf(scope, id)
    expect(row).toMatchObject({ cursor: null, failing: null })
    expect((row.due_at?.getTime() ?? 0) - Date.now()).toBeLessThan(30_000)
    await ask(scope, id)
    expect(await triggerOf(scope, id)).toMatchObject({ cursor: { value: 1_003 } })
    const lines = await scope.read((tx) =>
      tx.query<{ n: string }>('select count(*) as n from caseloom.delivery where trigger_id = $1', [row.id]),
    )
    expect(lines).toEqual([{ n: '1003' }])
  })

  it('of an action that is not there is refused at publishing', async () => {
    const scope = await house.aTenant()
    await expect(house.publish(scope, echo(poll({ action: 'nothing.here' })))).rejects.toMatchObject({
      code: 'playbook.invalid',
    })
  })
})

describe('setting a trigger off by hand', () => {
  const trying = async (document: JsonObject, tenant?: TenantScope) => {
    const scope = tenant ?? (await house.aTenant())
    const { id } = await house.publish(scope, document)
    const { id: triggerId } = await triggerOf(scope, id)
    const actor = anActor(scope)
    const attempt = (payload: JsonValue = {}, by = actor, headers = {}) =>
      tryTrigger(house.automation, scope, by, { triggerId, payload, headers })
    return { scope, actor, id, triggerId, attempt }
  }

  it('hands a webhook a payload, which its condition and its dedup key judge as any other', async () => {
    const hook = {
      key: 'hook',
      kind: 'webhook',
      with: { auth: 'secret' },
      when: '{% trigger.body.n > 1 %}',
      dedup: '{% trigger.headers.`x-id` %}',
    }
    const { scope, actor, triggerId, attempt } = await trying(echo(hook))
    expect(await attempt({ n: 1 })).toMatchObject({ outcome: 'filtered', reason: expect.any(String) })
    const first = await attempt({ n: 2 }, actor, { 'x-id': 'a' })
    expect(first).toMatchObject({ outcome: 'accepted' })
    const runId = first.outcome === 'accepted' ? first.runId : ''
    expect(await outputOf(scope, runId)).toMatchObject({ trigger: { body: { n: 2 } } })
    expect(await attempt({ n: 2 }, actor, { 'x-id': 'a' })).toMatchObject({ outcome: 'duplicate', runId })
    expect((await logOf(scope, triggerId)).map(({ outcome }) => outcome)).toEqual([
      'duplicate',
      'accepted',
      'filtered',
    ])
    // Who set it off counts as who started the run: an approval in it is not theirs to give.
    const rows = await scope.read((tx) =>
      tx.query<{ initiator: string }>('select initiator from caseloom.run where id = $1', [runId]),
    )
    expect(rows).toEqual([{ initiator: actor.id }])
  })

  it('starts a schedule beside its plan', async () => {
    const { scope, id, attempt } = await trying(
      echo({ key: 'nightly', kind: 'schedule', with: { cron: '0 3 * * *' } }),
    )
    const before = await triggerOf(scope, id)
    expect(await attempt()).toMatchObject({ outcome: 'accepted' })
    expect(await runsOf(scope)).toMatchObject([{ trigger: { kind: 'schedule' }, state: 'succeeded' }])
    expect(await triggerOf(scope, id)).toMatchObject({ due_at: before.due_at })
  })

  it('makes a poll due now', async () => {
    const options = {
      every: '1h',
      action: 'http.request',
      with: { url: 'http://127.0.0.1/' },
      items: '{% output %}',
      id: '{% item %}',
    }
    const { scope, id, attempt } = await trying(echo({ key: 'ask', kind: 'poll', with: options }))
    await scope.tx((tx) =>
      tx.query('update caseloom.trigger set due_at = $2 where playbook_id = $1', [
        id,
        new Date(Date.now() + 3_600_000),
      ]),
    )
    expect(await attempt()).toEqual({ outcome: 'asking' })
    expect((await triggerOf(scope, id)).due_at?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('is for builders, and for triggers that are on and are not set off elsewhere', async () => {
    const { scope, actor, triggerId, attempt } = await trying(
      echo({ key: 'hook', kind: 'webhook', with: { auth: 'none' } }),
    )
    const runner = anActor(scope, { may: ['playbook:read', 'playbook:run'] })
    await expect(attempt({}, runner)).rejects.toMatchObject({ code: 'right.missing' })
    await switchTrigger(house.automation, scope, actor, { triggerId, enabled: false })
    await expect(attempt()).rejects.toMatchObject({ code: 'trigger.off' })
    const form = { key: 'fill', kind: 'form', with: { heading: 'Report to us' } }
    const other = await trying(echo(form, { inputs: asked }))
    await expect(other.attempt()).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
