import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { lookAtRecordEvents } from '../intake/record-events.ts'
import { startRun } from '../runs/start-run.ts'
import { beginEvents } from '../intake/record-place.store.ts'
import { startTriggerWorker, type TriggerWorker } from '../triggers/trigger-worker.ts'
import { hasSubjects, putSubject } from './wait-subject.store.ts'

let house: AutomationFixture
let triggers: TriggerWorker
beforeAll(async () => {
  house = await createAutomationFixture()
  triggers = startTriggerWorker(house.automation)
})
afterAll(async () => {
  await triggers.stop()
  await house.close()
})

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
async function aTenant() {
  const scope = await house.aTenant()
  await house.apps.createApp(scope, anActor(scope), {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title', 'stage'] }],
    fields: [text('title'), text('stage')],
  })
  const record = await house.records.createRecord(scope, anActor(scope), {
    appId: 'alert',
    fields: { title: 'One', stage: 'new' },
  })
  const change = (fields: JsonObject) =>
    house.records.updateRecord(scope, anActor(scope), { appId: 'alert', recordId: record.id, fields })
  return { scope, record, change }
}

async function aRun(scope: TenantScope, step: JsonObject) {
  const document = aPlaybook([{ key: 'w', ...step }], { triggers: [], output: '{% steps.w.output %}' })
  const { id: playbookId } = await house.publish(scope, document)
  const given = { triggerKey: 'test', triggerKind: 'component', payload: {}, inputs: {}, initiator: null }
  const { runId } = await startRun(house.automation, scope, { playbookId, ...given })
  const look = async () => {
    const [row] = await scope.read((tx) =>
      tx.query<{ state: string; output: string | null; error: JsonObject | null }>(
        'select state, output, error from caseloom.run where id = $1',
        [runId],
      ),
    )
    return row
  }
  const becomes = async (state: string) => {
    await expect.poll(async () => (await look())?.state, { timeout: 15_000, interval: 50 }).toBe(state)
    const row = await look()
    return JSON.parse(row?.output ?? 'null')
  }
  return { becomes, look }
}

it('who begins to wait while the last one stops is not forgotten', async () => {
  const { scope, change } = await aTenant()
  const app_id = (await scope.read((tx) => house.apps.compiled(tx, 'alert')))?.id ?? ''
  const begin = (tx: TenantTx) => beginEvents(tx, [app_id])
  // The reader below is the only one.
  await triggers.stop()
  onTestFinished(() => {
    triggers = startTriggerWorker(house.automation)
  })
  await scope.tx(begin)
  await change({ stage: 'seen' })
  const [hasBegun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const beginning = scope.tx(async (tx) => {
    await putSubject(tx, { wait_id: newId(), app_id, record_id: null, kind: 'event', input: {} })
    await begin(tx)
    hasBegun.resolve()
    await mayEnd.promise
  })
  await hasBegun.promise
  const { system, tenant, records, log } = house.automation
  const handler = { wants: hasSubjects, look: async () => null }
  await lookAtRecordEvents({ system, tenant, records, handlers: [handler], log })
  mayEnd.resolve()
  await beginning
  const places = await scope.read((tx) =>
    tx.query('select 1 from caseloom.record_event_place where tenant_id = $1', [tx.tenantId]),
  )
  expect(places).toHaveLength(1)
})

describe('a run that waits for a change of a record', () => {
  it('continues with the first one that matches, as far as it may see it', async () => {
    const { scope, record, change } = await aTenant()
    await change({ stage: 'before' })
    const run = await aRun(scope, {
      action: 'flow.waitEvent',
      with: {
        app: 'alert',
        on: ['updated'],
        record: record.id,
        fields: ['stage'],
        when: "{% event.record.fields.stage = 'done' %}",
      },
    })
    await run.becomes('waiting')
    await change({ title: 'Two' })
    await change({ stage: 'half' })
    await change({ stage: 'done' })
    expect(await run.becomes('succeeded')).toMatchObject({
      timedOut: false,
      event: 'updated',
      changed: ['stage'],
      record: { id: record.id, fields: { stage: 'done' } },
      previous: { fields: { stage: 'half' } },
    })
    expect(await left(scope)).toBe(0)
  })

  it('is no more looked out for when it gives up by its time limit', async () => {
    const { scope } = await aTenant()
    const run = await aRun(scope, {
      action: 'flow.waitEvent',
      with: { app: 'alert', on: ['deleted'], onTimeout: 'continue' },
      timeout: '1s',
    })
    expect(await run.becomes('succeeded')).toMatchObject({ timedOut: true })
    expect(await left(scope)).toBe(0)
  })
})

describe('a run that waits for a condition of a record', () => {
  const until = (record: string, stage: string) => ({
    action: 'flow.waitCondition',
    with: { app: 'alert', record, filter: { field: 'stage', op: 'eq', value: stage } },
  })

  it('continues immediately when the condition already holds', async () => {
    const { scope, record } = await aTenant()
    const run = await aRun(scope, until(record.id, 'new'))
    expect(await run.becomes('succeeded')).toMatchObject({ record: { id: record.id } })
  })

  it('continues when a change makes the condition hold', async () => {
    const { scope, record, change } = await aTenant()
    const run = await aRun(scope, until(record.id, 'done'))
    await run.becomes('waiting')
    await change({ stage: 'half' })
    await change({ stage: 'done' })
    expect(await run.becomes('succeeded')).toMatchObject({ record: { fields: { stage: 'done' } } })
    expect(await left(scope)).toBe(0)
  })

  it('fails when there is no such record', async () => {
    const { scope } = await aTenant()
    const run = await aRun(scope, until('01a201d4-66b7-7749-9cee-d641d9e9d443', 'done'))
    await run.becomes('failed')
    expect((await run.look())?.error).toMatchObject({ code: 'resource.not_found' })
  })
})

async function left(scope: TenantScope): Promise<number> {
  const rows = await scope.read((tx) =>
    tx.query('select 1 from caseloom.wait_subject where tenant_id = $1', [tx.tenantId]),
  )
  return rows.length
}
