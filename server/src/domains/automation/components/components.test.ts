import { AppCreate } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { asksOnce } from '../expressions/asking-run.fixture.ts'
import { aCall, createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { confirmStatement } from '../statements/confirm-statement.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { registerDeployment } from '../../../platform/embedded/restate-deployments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AutomationWorker, startWorker } from '../automation.ts'
import { cancelRun } from '../runs/cancel-run.ts'
import { createPlaybook } from '../publishing/edit-playbook.ts'
import { rerunRun } from '../runs/rerun-run.ts'
import { runEvidence } from '../operations/run-evidence.ts'
import { usesOfPlaybook } from './playbook-uses.read.ts'
import { lookUpObservables } from './look-up-observables.ts'
import { listComponents, runComponent } from './run-component.ts'

let house: AutomationFixture
let worker: AutomationWorker
beforeAll(async () => {
  const ask = { internal: true as const, open: async () => ({ ok: true as const, output: null }) }
  house = await createAutomationFixture({ worker: false, listens: new Map([['test.ask', ask]]) })
  const { automation, restate } = house
  worker = await startWorker(
    { ...automation, expressions: { ...automation.expressions, open: asksOnce } },
    { listen: { host: '127.0.0.1', port: restate.workerPort }, identityKeys: restate.identityKeys },
  )
  await registerDeployment(restate.adminUrl, `http://127.0.0.1:${restate.workerPort}`)
})
afterAll(async () => {
  await worker.close()
  await house.close()
})

const component = (key: string, over: JsonObject = {}) =>
  aPlaybook([aCall('ask')], { playbook: key, title: key, triggers: [], component: {}, ...over })
const calls = (input: JsonObject) => ({ description: `flow.call ${JSON.stringify(input)}` })
async function run(scope: TenantScope, playbookId: string, inputs: JsonObject = {}, by = anActor(scope)) {
  await confirmStatement(house.automation, scope, by, playbookId)
  return runComponent(house.automation, scope, by, { playbookId, inputs, confirmed: true })
}
interface Row {
  id: string
  state: string
  output: string | null
  error: { code: string; message: string } | null
  parent_run: string | null
  initiator: string | null
}
const runs = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<Row>(
      'select id, state, output, error, parent_run, initiator from caseloom.run where tenant_id = $1 order by number',
      [tx.tenantId],
    ),
  )
const states = async (scope: TenantScope) => (await runs(scope)).map((one) => one.state)
const become = (scope: TenantScope, ...wanted: string[]) =>
  expect.poll(() => states(scope), { timeout: 15_000, interval: 50 }).toEqual(wanted)
const answer = (scope: TenantScope, runId: string | undefined, output: string) =>
  scope.tx(async (tx) => {
    const [wait] = await tx.query<{ id: string }>('select id from caseloom.run_wait where run_id = $1', [
      runId,
    ])
    return house.automation.waits.answer(tx, wait?.id ?? '', { ok: true, output })
  })

describe('a component', () => {
  it('runs as a person asks, with inputs that fit, after the question whether to', async () => {
    const scope = await house.aTenant()
    const inputs = { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] }
    const { id } = await house.publish(scope, component('block', { inputs, component: { confirm: true } }))
    await house.publish(scope, aPlaybook([aCall('x')], { triggers: [] }))
    expect(await listComponents(scope, anActor(scope))).toMatchObject([
      { key: 'block', confirm: true, heroAi: false, can: { run: true }, inputs: { required: ['host'] } },
    ])
    await expect(run(scope, id)).rejects.toMatchObject({
      code: 'inputs.invalid',
      details: { issues: [{ path: ['body', 'inputs', 'host'] }] },
    })
    const person = anActor(scope)
    const unasked = { playbookId: id, inputs: { host: 'a' }, confirmed: false }
    await expect(runComponent(house.automation, scope, person, unasked)).rejects.toMatchObject({
      code: 'component.confirm_first',
    })
    const summary = await run(scope, id, { host: 'a' }, person)
    expect(summary).toMatchObject({ number: 1, trigger: { kind: 'component', deliveryId: null } })
    await become(scope, 'waiting')
    await answer(scope, summary.id, 'done')
    await become(scope, 'succeeded')
    expect((await runs(scope))[0]?.initiator).toBe(person.id)
  })

  it('looks up the observables of a record that it says it does, and is shown there', async () => {
    const scope = await house.aTenant()
    const person = anActor(scope)
    const fields = [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'seen', label: 'Seen', type: 'observables' },
    ]
    const shape = {
      key: 'alert',
      acronym: 'ALR',
      name: 'Alert',
      titleField: 'title',
      listColumns: [],
      layout: [],
    }
    const app = await house.apps.createApp(scope, person, AppCreate.parse({ ...shape, fields }))
    const values = { title: 'One', seen: ['192.0.2.1', 'evil.example', '192.0.2.2'] }
    const record = await house.records.createRecord(scope, person, { appId: app.id, fields: values })
    const inputs = { type: 'object', properties: { observables: { type: 'array' } } }
    const { id } = await house.publish(
      scope,
      component('reputation', { inputs, component: { looksUp: ['ipv4'] } }),
    )
    const plain = await house.publish(scope, component('plain'))
    expect(await listComponents(scope, person)).toMatchObject([{ looksUp: [] }, { looksUp: ['ipv4'] }])
    const ip = (value: string) => ({ kind: 'ipv4' as const, value })
    const lookUp = (
      observables: Parameters<typeof lookUpObservables>[3]['observables'],
      over = {},
      by = person,
    ) =>
      lookUpObservables(house.automation, scope, by, {
        playbookId: id,
        appId: app.id,
        recordId: record.id,
        observables,
        confirmed: true,
        ...over,
      })
    await confirmStatement(house.automation, scope, person, id)
    const asked = [ip('192[.]0.2.1'), { kind: 'domain' as const, value: 'evil.example' }, ip('192.0.2.9')]
    const { items } = await lookUp(asked)
    expect(items).toMatchObject([{ observables: [ip('192.0.2.1')], run: { trigger: { kind: 'component' } } }])
    const rows = await scope.read((tx) =>
      tx.query<{ record_id: string; request: { inputs: JsonObject } }>(
        `select r.record_id, i.request from caseloom.run_record r join caseloom.run_input i on i.run_id = r.run_id
          where r.tenant_id = $1`,
        [tx.tenantId],
      ),
    )
    expect(rows).toMatchObject([
      { record_id: record.id, request: { inputs: { observables: [ip('192.0.2.1')] } } },
    ])
    const missing = { code: 'resource.not_found' }
    await expect(lookUp([ip('192.0.2.9')])).rejects.toMatchObject(missing)
    await expect(lookUp([{ kind: 'domain', value: 'evil.example' }])).rejects.toMatchObject(missing)
    await expect(lookUp(asked, { playbookId: plain.id })).rejects.toMatchObject(missing)
    await expect(lookUp(asked, { recordId: newId() })).rejects.toMatchObject(missing)
    const reader = anActor(scope, { permissions: new Set(['record:read'] as const) })
    await expect(lookUp(asked, {}, reader)).rejects.toMatchObject({ code: 'right.missing' })
  })

  it('can be run again with what it was given', async () => {
    const scope = await house.aTenant()
    const { id } = await house.publish(scope, component('again'))
    const person = anActor(scope)
    const first = await run(scope, id, { a: 1 }, person)
    await become(scope, 'waiting')
    await answer(scope, first.id, 'x')
    await become(scope, 'succeeded')
    const again = await rerunRun(house.automation, scope, person, { runId: first.id })
    const given = await scope.read((tx) =>
      tx.query<{ request: JsonObject }>('select request from caseloom.run_input where run_id = $1', [
        again.id,
      ]),
    )
    expect(given[0]?.request).toMatchObject({ kind: 'component', inputs: { a: 1 } })
  })

  it('lists the playbooks that call it or wait for its failure, in drafts and in published versions', async () => {
    const scope = await house.aTenant()
    const used = await house.publish(scope, component('used'))
    const call = (key: string) => ({ key, action: 'flow.call', with: { component: 'used' } })
    const failed = { key: 'failed', kind: 'failure', with: { playbooks: ['used'] } }
    const body = { action: 'flow.forEach', with: { items: [1] }, steps: [call('inner')] }
    await house.publish(scope, aPlaybook([call('outer')], { playbook: 'published', title: 'A' }))
    const draft = { playbook: 'draft', title: 'B', triggers: [failed], steps: [{ key: 'each', ...body }] }
    await createPlaybook(house.automation, scope, anActor(scope), draft)
    const free = aPlaybook([{ key: 'x', action: 'flow.call', with: { component: 'used-not' } }])
    await createPlaybook(house.automation, scope, anActor(scope), { ...free, playbook: 'free', title: 'C' })
    expect(await usesOfPlaybook(scope, used.id)).toMatchObject([
      { key: 'published', steps: ['outer'], inDraft: true, inPublished: true },
      { key: 'draft', steps: ['trigger failed', 'inner'], inDraft: true, inPublished: false },
    ])
  })

  it('that another calls gives it its output when it ends', async () => {
    const scope = await house.aTenant()
    await house.publish(scope, component('inner'))
    const outer = await house.publish(scope, component('outer', calls({ component: 'inner' })))
    await run(scope, outer.id)
    await become(scope, 'waiting', 'waiting')
    const [parent, child] = await runs(scope)
    expect(child).toMatchObject({ parent_run: parent?.id, initiator: parent?.initiator })
    await answer(scope, child?.id, 'inner result')
    await become(scope, 'succeeded', 'succeeded')
    expect(JSON.parse((await runs(scope))[0]?.output ?? '')).toEqual({
      runId: child?.id,
      state: 'succeeded',
      output: 'inner result',
    })
    // The evidence of the calling run names the run that it called.
    const by = { runId: parent?.id ?? '' }
    const { content } = await runEvidence(house.automation, scope, anActor(scope), by)
    // Evidence is streamed.
    expect(JSON.parse(await text(content as Readable))).toMatchObject({
      content: { calls: [{ step: 'ask', run: { id: child?.id, state: 'succeeded' } }] },
    })
  })

  it('that another calls without waiting goes its own way', async () => {
    const scope = await house.aTenant()
    await house.publish(scope, component('inner'))
    const outer = await house.publish(
      scope,
      component('outer', calls({ component: 'inner', mode: 'detach' })),
    )
    await run(scope, outer.id)
    await become(scope, 'succeeded', 'waiting')
    const [parent, child] = await runs(scope)
    expect(JSON.parse(parent?.output ?? '')).toMatchObject({ runId: child?.id, state: 'queued' })
  })

  it('is cancelled with the run that waits for it', async () => {
    const scope = await house.aTenant()
    await house.publish(scope, component('inner'))
    const outer = await house.publish(scope, component('outer', calls({ component: 'inner' })))
    const { id: runId } = await run(scope, outer.id)
    await become(scope, 'waiting', 'waiting')
    await cancelRun(house.automation, scope, anActor(scope), { runId })
    await become(scope, 'cancelled', 'cancelled')
  })

  it('that is cancelled itself fails the step that waits for it', async () => {
    const scope = await house.aTenant()
    await house.publish(scope, component('inner'))
    const outer = await house.publish(scope, component('outer', calls({ component: 'inner' })))
    await run(scope, outer.id)
    await become(scope, 'waiting', 'waiting')
    const [, child] = await runs(scope)
    await cancelRun(house.automation, scope, anActor(scope), { runId: child?.id ?? '' })
    await become(scope, 'failed', 'cancelled')
    expect((await runs(scope))[0]?.error?.code).toBe('component.cancelled')
  })

  it('that calls itself through another is refused', async () => {
    const scope = await house.aTenant()
    await house.publish(scope, component('a', calls({ component: 'b' })))
    const b = await house.publish(scope, component('b', calls({ component: 'a' })))
    await run(scope, b.id)
    await become(scope, 'failed', 'failed')
    const [outer, inner] = await runs(scope)
    expect(inner?.error?.code).toBe('component.cycle')
    expect(outer?.error?.code).toBe('component.failed')
  })
})
