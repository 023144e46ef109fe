import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { INLINE_BYTES } from '../../../platform/files/values.ts'
import {
  aPlaybook,
  aTransform,
  type AutomationFixture,
  createAutomationFixture,
} from '../automation.fixture.ts'
import { hookOf } from './hook.fixture.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { triggersOf } from '../intake/trigger.store.ts'
import { saveDraft } from '../publishing/edit-playbook.ts'
import { peopleBehind } from '../runs/call-chain.store.ts'
import { getRun, readStepValue } from '../runs/get-run.ts'
import { switchTrigger } from '../triggers/trigger-overview.ts'
import { tryTrigger } from '../triggers/try-trigger.ts'
import { readPayload } from './read-payload.ts'
import { redeliver } from './redeliver.ts'
import { seeDeliveries } from './see-deliveries.ts'
import { evaluateTriggerEvent, saveEvaluatedEvent, type TriggerEvent } from './trigger-event.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

/** A pure playbook, whose run ends as soon as it starts. */
const echo = (trigger: JsonObject, output: JsonValue = '{% trigger %}') =>
  aPlaybook([aTransform('seen', output)], {
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'secret' }, ...trigger }],
    output: '{% steps.seen.output %}',
  })

const BROKEN = { when: '{% $error("no severity") %}' }

async function aHook(document: JsonObject) {
  const hook = await hookOf(house, document, await house.aTenant())
  const { scope, actor, playbook, log } = hook
  const newest = async (by: Actor = actor) => {
    const [line] = await log(by)
    if (line === undefined) throw new Error('The log is empty')
    return line
  }
  let revision = playbook.revision
  const fix = async (next: JsonObject) => {
    const command = { playbookId: playbook.id, revision, document: next }
    const saved = await saveDraft(house.automation, scope, actor, command)
    const view = await publishPlaybook(house.automation, scope, actor, {
      playbookId: playbook.id,
      revision: saved.revision,
    })
    revision = view.revision
  }
  const again = (deliveryId: string, by: Actor = actor) =>
    redeliver(house.automation, scope, by, { deliveryId, ip: '192.0.2.7' })
  return { ...hook, newest, fix, again }
}

async function outputOf(scope: TenantScope, runId: string): Promise<JsonValue> {
  const wanted = { runId, path: '', side: 'output' as const }
  return (await readStepValue(house.automation, scope, anActor(scope), wanted)).value
}

async function runOf(answer: Promise<{ outcome: string; runId?: string }>): Promise<string> {
  const done = await answer
  expect(done).toMatchObject({ outcome: 'accepted' })
  return done.runId ?? ''
}

const refused = (code: string) => ({ code })

describe('redelivering', () => {
  it('gives a failed delivery to the version that is published now, and marks delivery and run', async () => {
    const { scope, actor, secret, send, newest, log, fix, again } = await aHook(echo(BROKEN))
    await expect(send({ n: 4 }, { 'x-id': 'a' })).rejects.toMatchObject({ code: 'hook.bad_payload' })
    const failed = await newest()
    const can = { payload: true, redeliver: true }
    expect(failed).toMatchObject({ outcome: 'failed', redeliverBlock: null, can })
    const { value } = await readPayload(house.automation, scope, actor, failed.id)
    expect(value).toMatchObject({ body: { n: 4 }, headers: { 'x-id': 'a' } })
    expect(JSON.stringify(value)).not.toContain(secret)
    await fix(echo({}, { n: '{% trigger.body.n %}', id: '{% trigger.headers.`x-id` %}' }))
    const carla = anActor(scope, { name: 'Carla Castro' })
    const runId = await runOf(again(failed.id, carla))
    expect(await outputOf(scope, runId)).toEqual({ n: 4, id: 'a' })
    const [copy, original] = await log()
    expect(copy).toMatchObject({
      outcome: 'accepted',
      runId,
      redelivery: { of: failed.id, by: 'Carla Castro' },
      redeliveries: null,
    })
    expect(original).toMatchObject({
      id: failed.id,
      outcome: 'failed',
      redelivery: null,
      redeliveries: { count: 1, lastBy: 'Carla Castro', lastAt: copy?.at },
    })
    const view = await getRun(house.automation, scope, actor, runId)
    expect(view.redelivery).toEqual({ of: failed.id, by: 'Carla Castro', at: copy?.at, run: null })
    expect(await scope.read((tx) => peopleBehind(tx, runId))).toEqual([carla.id])
    const Audited = z.object({ actor_name: z.string(), object_id: z.string(), ip: z.string() })
    const entries = await scope.read((tx) =>
      tx.rows(
        Audited,
        `select actor_name, object_id, ip from caseloom.audit_entry
          where tenant_id = $1 and action = 'run.redelivered'`,
        [scope.tenantId],
      ),
    )
    expect(entries).toEqual([{ actor_name: 'Carla Castro', object_id: runId, ip: '192.0.2.7' }])
  })

  it('starts a run despite a used deduplication key, and leaves it to the first run', async () => {
    const { scope, actor, send, newest, again } = await aHook(
      echo({ dedup: '{% trigger.body.id %}' }, '{% trigger.body.id %}'),
    )
    const sent = await send({ id: 'a' })
    const first = await newest()
    const runId = await runOf(again(first.id))
    expect(runId).not.toBe(first.runId)
    const view = await getRun(house.automation, scope, actor, runId)
    expect(view.redelivery).toMatchObject({ of: first.id, run: { id: first.runId, number: 1 } })
    expect(sent).toMatchObject({ status: 202, body: { runId: first.runId } })
    expect((await send({ id: 'a' })).body).toMatchObject({ outcome: 'duplicate', runId: first.runId })
    expect(await newest()).toMatchObject({ redeliverBlock: 'duplicate', can: { redeliver: false } })
    await expect(again((await newest()).id)).rejects.toMatchObject(refused('delivery.not_redeliverable'))
  })

  it('takes the key of a delivery that never started a run: its sender’s repetition is a duplicate', async () => {
    const { send, newest, fix, again } = await aHook(echo({ ...BROKEN, dedup: '{% trigger.body.id %}' }))
    await expect(send({ id: 'a' })).rejects.toMatchObject({ code: 'hook.bad_payload' })
    const { id } = await newest()
    await fix(echo({ dedup: '{% trigger.body.id %}' }))
    const runId = await runOf(again(id))
    expect((await send({ id: 'a' })).body).toMatchObject({ outcome: 'duplicate', runId })
  })

  it('applies the present condition: still filtered with a reason, or accepted once it is fixed', async () => {
    const { scope, send, newest, fix, again } = await aHook(echo({ when: '{% trigger.body.n > 9 %}' }))
    await send({ n: 4 })
    const { id } = await newest()
    const still = await again(id)
    expect(still).toMatchObject({ outcome: 'filtered', reason: expect.any(String) })
    expect(await newest()).toMatchObject({
      id: still.deliveryId,
      outcome: 'filtered',
      redelivery: { of: id },
    })
    await fix(echo({ when: '{% trigger.body.n > 3 %}' }, '{% trigger.body.n %}'))
    // A redelivery that became no run can be redelivered, too.
    expect(await outputOf(scope, await runOf(again(still.deliveryId)))).toBe(4)
  })

  it('reads payloads of any size that started a run; larger ones without a run aren’t stored', async () => {
    const { scope, send, newest, fix, again } = await aHook(echo({}, '{% $length(trigger.body.text) %}'))
    const text = 'x'.repeat(INLINE_BYTES + 1)
    await send({ text })
    expect(await outputOf(scope, await runOf(again((await newest()).id)))).toBe(text.length)
    await fix(echo(BROKEN))
    await expect(send({ text })).rejects.toMatchObject({ code: 'hook.bad_payload' })
    const line = await newest()
    expect(line).toMatchObject({ outcome: 'failed', redeliverBlock: 'not_stored' })
    await expect(again(line.id)).rejects.toMatchObject(refused('delivery.not_redeliverable'))
  })

  it('stores nothing of a delivery with wrong credentials', async () => {
    const { send, newest, again } = await aHook(echo({}))
    await expect(send({ n: 1 }, { 'x-webhook-secret': 'wrong' })).rejects.toMatchObject({
      code: 'hook.bad_signature',
    })
    const line = await newest()
    expect(line).toMatchObject({ outcome: 'refused', redeliverBlock: 'not_stored' })
    await expect(again(line.id)).rejects.toMatchObject(refused('delivery.not_redeliverable'))
  })

  it('needs an enabled trigger', async () => {
    const { scope, actor, triggerId, send, newest, again } = await aHook(echo({}))
    await send({ n: 1 })
    const { id } = await newest()
    await switchTrigger(house.automation, scope, actor, { triggerId, enabled: false })
    expect(await newest()).toMatchObject({ redeliverBlock: 'off' })
    await expect(again(id)).rejects.toMatchObject(refused('trigger.off'))
  })
})

/** An event at the trigger of a new playbook, as its worker writes it. */
async function anEvent(scope: TenantScope, trigger: JsonObject, event: TriggerEvent) {
  const { id } = await house.publish(scope, { ...echo(trigger), playbook: `test-${newId()}` })
  const [row] = await scope.read((tx) => triggersOf(tx, id))
  if (row === undefined) throw new Error('The playbook has no trigger')
  const found = await evaluateTriggerEvent(house.automation, scope, row, event)
  await scope.tx((tx) => saveEvaluatedEvent(house.automation, tx, [found]))
  const log = async (by: Actor = anActor(scope)) => {
    const command = { triggerId: row.id, filter: { limit: 20 } }
    return (await seeDeliveries(house.automation, scope, by, command)).items
  }
  return {
    log,
    again: (deliveryId: string, by: Actor) => redeliver(house.automation, scope, by, { deliveryId }),
  }
}

const ASK = {
  every: '1h',
  action: 'http.request',
  with: { url: 'http://127.0.0.1/' },
  items: '{% output %}',
  id: '{% item %}',
}

describe('redelivering events', () => {
  it('of a poll starts a run for the same item, also if it was filtered', async () => {
    const scope = await house.aTenant()
    const poll = { kind: 'poll', with: ASK }
    const event = { payload: { item: { n: 4 } }, once: 'item 4', summary: 'Item 4' }
    const taken = await anEvent(scope, poll, event)
    const [first] = await taken.log()
    const runId = await runOf(taken.again(first?.id ?? '', anActor(scope)))
    expect(await outputOf(scope, runId)).toMatchObject({ item: { n: 4 } })
    expect(await taken.log()).toMatchObject([{ summary: 'Item 4', dedupKey: null }, { dedupKey: 'item 4' }])
    const filtered = await anEvent(scope, { ...poll, when: '{% trigger.item.n > 9 %}' }, event)
    const [line] = await filtered.log()
    expect(line).toMatchObject({ outcome: 'filtered', redeliverBlock: null })
    expect(await filtered.again(line?.id ?? '', anActor(scope))).toMatchObject({ outcome: 'filtered' })
  })

  it('of a record needs access to it; nothing is stored of one that started no run', async () => {
    const scope = await house.aTenant()
    const owner = anActor(scope)
    const { record, about } = await aRecord(scope, owner)
    const trigger = { kind: 'record', with: { app: 'alert', on: ['created'] } }
    const event = { payload: { record }, once: null, summary: null, about: [about] }
    const taken = await anEvent(scope, trigger, event)
    const [first] = await taken.log()
    const runner = anActor(scope, { may: ['playbook:run', 'run:read', 'run:data'] })
    expect(await taken.log(runner)).toMatchObject([{ redeliverBlock: 'hidden' }])
    await expect(taken.again(first?.id ?? '', runner)).rejects.toMatchObject(refused('right.missing'))
    const copy = await runOf(taken.again(first?.id ?? '', owner))
    expect((await getRun(house.automation, scope, owner, copy)).can.data).toBe(true)
    expect((await getRun(house.automation, scope, runner, copy)).can.data).toBe(false)
    const filtered = await anEvent(scope, { ...trigger, when: '{% false %}' }, event)
    expect(await filtered.log(owner)).toMatchObject([{ outcome: 'filtered', redeliverBlock: 'not_stored' }])
  })
})

async function aRecord(scope: TenantScope, actor: Actor) {
  const field = { required: false, readOnly: false, multiline: false, maxLength: 1_000, unique: false }
  const app = await house.apps.createApp(scope, actor, {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title'] }],
    fields: [{ key: 'title', label: 'Title', type: 'text', ...field }],
  })
  const made = await house.records.createRecord(scope, actor, { appId: app.id, fields: { title: 'Beacon' } })
  const { id: recordId, trackingId } = made
  return { record: { id: recordId, trackingId }, about: { appId: app.id, recordId, trackingId } }
}

describe('redelivering is for those', () => {
  it('who can run playbooks, see data of runs, and read all that the run touched', async () => {
    const { scope, send, newest, again, triggerId } = await aHook(echo({}))
    await send({ n: 1 })
    const { id, runId } = await newest()
    const runner = anActor(scope, { may: ['playbook:run', 'run:read', 'run:data'] })
    for (const may of [['run:read', 'run:data'] as const, ['run:read', 'playbook:run'] as const]) {
      const actor = anActor(scope, { may })
      expect(await newest(actor)).toMatchObject({ redeliverBlock: 'permission', can: { redeliver: false } })
      await expect(again(id, actor)).rejects.toMatchObject(refused('right.missing'))
    }
    await runOf(again(id, runner))
    // Its run used all records, which only a reader of all can see.
    await scope.tx((tx) => tx.query('update caseloom.run set data_scope = null where id = $1', [runId]))
    const { items } = await seeDeliveries(house.automation, scope, runner, {
      triggerId,
      filter: { limit: 20 },
    })
    const hidden = items.find((line) => line.id === id)
    expect(hidden).toMatchObject({ summary: null, redeliverBlock: 'hidden', can: { payload: false } })
    const read = readPayload(house.automation, scope, runner, id)
    await expect(read).rejects.toMatchObject(refused('resource.not_found'))
    await expect(again(id, runner)).rejects.toMatchObject(refused('right.missing'))
  })

  it('whose run then holds what the first one held', async () => {
    const { scope, actor, send, newest, again } = await aHook(echo({}))
    await send({ n: 1 })
    const { id, runId } = await newest()
    await scope.tx((tx) => tx.query('update caseloom.run set data_scope = null where id = $1', [runId]))
    const copy = await runOf(again(id))
    const runner = anActor(scope, { may: ['playbook:run', 'run:read', 'run:data'] })
    expect((await getRun(house.automation, scope, actor, copy)).can.data).toBe(true)
    expect((await getRun(house.automation, scope, runner, copy)).can.data).toBe(false)
  })

  it('who share the playbook', async () => {
    const { scope, playbook, send, newest, again } = await aHook(echo({}))
    await send({ n: 1 })
    const { id } = await newest()
    const friend = anActor(scope)
    await scope.tx((tx) =>
      tx.query('update caseloom.playbook set shared_with = $2 where id = $1', [playbook.id, [friend.id]]),
    )
    expect(await newest()).toMatchObject({ redeliverBlock: 'permission' })
    await expect(again(id)).rejects.toMatchObject(refused('right.missing'))
    await runOf(again(id, friend))
  })

  it('of the same tenant', async () => {
    const { send, newest } = await aHook(echo({}))
    await send({ n: 1 })
    const { id } = await newest()
    const other = await house.aTenant()
    const read = readPayload(house.automation, other, anActor(other), id)
    await expect(read).rejects.toMatchObject(refused('resource.not_found'))
    await expect(
      redeliver(house.automation, other, anActor(other), { deliveryId: id }),
    ).rejects.toMatchObject(refused('resource.not_found'))
  })

  it('who sent a sample, and its run acts for them again', async () => {
    const { scope, actor, triggerId, newest, again } = await aHook(echo({}))
    await tryTrigger(house.automation, scope, actor, { triggerId, payload: { n: 1 }, headers: {} })
    const { id } = await newest()
    const other = anActor(scope)
    expect(await newest(other)).toMatchObject({ redeliverBlock: 'initiator' })
    await expect(again(id, other)).rejects.toMatchObject(refused('right.missing'))
    const runId = await runOf(again(id))
    const Initiator = z.object({ initiator: z.string().nullable() })
    const rows = await scope.read((tx) =>
      tx.rows(Initiator, 'select initiator from caseloom.run where tenant_id = $1 and id = $2', [
        scope.tenantId,
        runId,
      ]),
    )
    expect(rows).toEqual([{ initiator: actor.id }])
  })
})
