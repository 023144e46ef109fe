import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Principals } from '@caseloom/contract/identity/identity'
import { asksOnce } from '../expressions/asking-run.fixture.ts'
import { aCall, createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { confirmStatement } from '../statements/confirm-statement.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { registerDeployment } from '../../../platform/embedded/restate-deployments.ts'
import { type AutomationWorker, startWorker } from '../automation.ts'
import { listComponents, runComponent } from '../components/run-component.ts'
import { createPlaybook } from '../publishing/edit-playbook.ts'
import { listPlaybooks, readPlaybook } from '../publishing/playbooks.read.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { mayRepeat } from '../runs/rerun-run.ts'
import { type ButtonDeps, listButtons, pressButton } from '../triggers/buttons.ts'
import { answerForm, readForm } from '../triggers/forms.ts'

const analysts = newId()
const twins = [newId(), newId()]
// Ids of a stand-in: their brands are the contract's.
const names = {
  users: [],
  groups: twins.map((id) => ({ id, name: 'Twins' })),
  roles: [{ id: analysts, name: 'Analysts' }],
} as unknown as Principals

let house: AutomationFixture
let worker: AutomationWorker
beforeAll(async () => {
  const ask = { internal: true as const, open: async () => ({ ok: true as const, output: null }) }
  const listens = new Map([['test.ask', ask]])
  house = await createAutomationFixture({ worker: false, listens, principals: async () => names })
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

const analyst = (scope: TenantScope) => {
  const one = anActor(scope)
  return { ...one, principals: [...one.principals, analysts] }
}
const toAnalysts = { roles: ['analysts'] }
const component = (key: string, over: JsonObject = {}) =>
  aPlaybook([aCall('ask')], { playbook: key, title: key, triggers: [], component: {}, ...over })
async function run(scope: TenantScope, actor: Actor, playbookId: string) {
  await confirmStatement(house.automation, scope, actor, playbookId)
  return runComponent(house.automation, scope, actor, { playbookId, inputs: {}, confirmed: true })
}

async function publishAs(scope: TenantScope, actor: Actor, document: JsonObject) {
  const draft = await createPlaybook(house.automation, scope, actor, document)
  return publishPlaybook(house.automation, scope, actor, { playbookId: draft.id, revision: draft.revision })
}

async function triggerOf(scope: TenantScope, kind: string): Promise<string> {
  const [row] = await scope.read((tx) =>
    tx.query<{ id: string }>('select id from caseloom.trigger where tenant_id = $1 and kind = $2', [
      tx.tenantId,
      kind,
    ]),
  )
  return row?.id ?? ''
}

const missing = { code: 'resource.not_found' }

describe('a playbook shared with chosen people', () => {
  it('as a component is there only for them', async () => {
    const scope = await house.aTenant()
    const { id } = await house.publish(scope, component('closed', { sharedWith: toAnalysts }))
    await house.publish(scope, component('open'))
    const keys = async (actor: Actor) => (await listComponents(scope, actor)).map(({ key }) => key)
    expect(await keys(anActor(scope))).toEqual(['open'])
    expect(await keys(analyst(scope))).toEqual(['closed', 'open'])
    await expect(run(scope, anActor(scope), id)).rejects.toMatchObject(missing)
    const { id: runId } = await run(scope, analyst(scope), id)
    await expect(mayRepeat(house.automation, scope, anActor(scope), runId)).rejects.toMatchObject({
      code: 'right.missing',
      message: 'This playbook isn’t shared with you',
    })
  })

  it('is in the list of playbooks only for them and for those who build playbooks', async () => {
    const scope = await house.aTenant()
    const { id } = await house.publish(scope, component('closed', { sharedWith: toAnalysts }))
    await house.publish(scope, component('open'))
    const keys = async (actor: Actor) => (await listPlaybooks(scope, actor)).map(({ key }) => key)
    const reader = anActor(scope, { may: ['playbook:read', 'playbook:run'] })
    expect(await keys(reader)).toEqual(['open'])
    await expect(readPlaybook(house.automation, scope, reader, id)).rejects.toMatchObject(missing)
    const insider = { ...reader, principals: [...reader.principals, analysts] }
    expect(await keys(insider)).toEqual(['closed', 'open'])
    expect(await readPlaybook(house.automation, scope, insider, id)).toMatchObject({ key: 'closed' })
    expect(await keys(anActor(scope))).toEqual(['closed', 'open'])
    // The product itself, without an actor, sees all.
    expect(await listPlaybooks(scope)).toHaveLength(2)
  })

  it('shows its button and takes presses only from them', async () => {
    const scope = await house.aTenant()
    const field = { key: 'title', label: 'Title', type: 'text' as const, required: false, readOnly: false }
    await house.apps.createApp(scope, anActor(scope), {
      key: 'alert',
      acronym: 'ALR',
      name: 'Alert',
      icon: 'bell',
      titleField: 'title',
      listColumns: ['title'],
      layout: [],
      fields: [{ ...field, multiline: false, maxLength: 100, unique: false }],
    })
    const triggers = [{ key: 'b', kind: 'button', with: { app: 'alert', label: 'Go' } }]
    const { id } = await house.publish(scope, aPlaybook([aCall('ask')], { triggers, sharedWith: toAnalysts }))
    const deps: ButtonDeps = { ...house.automation, apps: house.apps, records: house.records }
    const press = async (actor: Actor) => {
      const record = await house.records.createRecord(scope, actor, {
        appId: 'alert',
        fields: { title: 'A' },
      })
      const triggerId = await triggerOf(scope, 'button')
      await confirmStatement(deps, scope, actor, id)
      return pressButton(deps, scope, actor, { triggerId, recordId: record.id, inputs: {} })
    }
    expect(await listButtons(deps, scope, anActor(scope), 'alert')).toEqual([])
    expect(await listButtons(deps, scope, analyst(scope), 'alert')).toMatchObject([{ label: 'Go' }])
    await expect(press(anActor(scope))).rejects.toMatchObject(missing)
    expect(await press(analyst(scope))).toMatchObject({ outcome: 'accepted' })
  })

  it('shows its form and takes answers only from them', async () => {
    const scope = await house.aTenant()
    const inputs = { type: 'object', properties: { note: { type: 'string' } } }
    const triggers = [{ key: 'f', kind: 'form', with: { heading: 'Ask', audience: 'tenant' } }]
    await house.publish(scope, aPlaybook([aCall('ask')], { triggers, inputs, sharedWith: toAnalysts }))
    const triggerId = await triggerOf(scope, 'form')
    const deps = {
      ...house.automation,
      formThrottle: { take: async () => undefined, giveBack: async () => undefined },
    }
    const answer = (actor: Actor) => answerForm(deps, scope, actor, { triggerId, inputs: {} })
    await expect(readForm(deps, scope, anActor(scope), triggerId)).rejects.toMatchObject(missing)
    await expect(answer(anActor(scope))).rejects.toMatchObject(missing)
    expect(await readForm(deps, scope, analyst(scope), triggerId)).toMatchObject({ heading: 'Ask' })
    expect(await answer(analyst(scope))).toEqual({ thanks: null })
  })

  it('is called only by playbooks whose publisher is one of them', async () => {
    const scope = await house.aTenant()
    await house.publish(scope, component('inner', { sharedWith: toAnalysts }))
    const call = { key: 'c', action: 'flow.call', with: { component: 'inner' } }
    const calling = aPlaybook([call], { playbook: 'caller', triggers: [] })
    await expect(publishAs(scope, anActor(scope), calling)).rejects.toMatchObject({
      code: 'playbook.invalid',
      details: {
        issues: [{ path: ['body', 'document', 'steps', 0, 'with', 'component'], code: 'unknown_component' }],
      },
    })
    const stranger = component('stranger', { description: 'flow.call {"component":"inner"}' })
    const insider = component('insider', { description: 'flow.call {"component":"inner","mode":"detach"}' })
    const { id: strangers } = await publishAs(scope, anActor(scope), stranger)
    const { id: insiders } = await publishAs(scope, analyst(scope), insider)
    const ended = async (id: string) => {
      const [row] = await scope.read((tx) =>
        tx.query<{ state: string; error: { code: string } | null }>(
          'select state, error from caseloom.run where tenant_id = $1 and id = $2',
          [tx.tenantId, id],
        ),
      )
      return [row?.state, row?.error?.code]
    }
    // Who starts the caller doesn't matter: the caller is what is shared with them.
    const refused = await run(scope, analyst(scope), strangers)
    const called = await run(scope, anActor(scope), insiders)
    await expect
      .poll(() => ended(refused.id), { timeout: 15_000, interval: 50 })
      .toEqual(['failed', 'component.not_found'])
    await expect
      .poll(() => ended(called.id), { timeout: 15_000, interval: 50 })
      .toEqual(['succeeded', undefined])
  })

  it('is published only with names that mean exactly one user, group, or role', async () => {
    const scope = await house.aTenant()
    const issuesOf = (key: string, sharedWith: JsonObject) =>
      house.publish(scope, component(key, { sharedWith })).then(
        () => [],
        (error: { details: { issues: { path: unknown[]; message: string }[] } }) =>
          error.details.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
      )
    expect(await issuesOf('a', { roles: ['Unknown'] })).toEqual([
      'body.document.sharedWith.roles.0 Unknown role "Unknown"',
    ])
    expect(await issuesOf('b', { groups: ['Twins'] })).toEqual([
      'body.document.sharedWith.groups.0 More than one group is named "Twins". Use the ID.',
    ])
    expect(await issuesOf('c', {})).toEqual([
      'body.document.sharedWith "sharedWith" is empty: add a user, group, or role',
    ])
    expect(await issuesOf('d', { roles: [analysts], groups: [twins[0] ?? ''] })).toEqual([])
  })
})
