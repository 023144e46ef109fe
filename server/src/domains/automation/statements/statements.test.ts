import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, type Permission, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { Statement } from '@caseloom/contract/kernel/statements'
import { createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { confirmStatement } from './confirm-statement.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { runComponent } from '../components/run-component.ts'
import { createPlaybook, saveDraft } from '../publishing/edit-playbook.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { rerunRun } from '../runs/rerun-run.ts'
import { listButtons, pressButton } from '../triggers/buttons.ts'
import { answerForm, readForm } from '../triggers/forms.ts'
import { openStatement } from './confirm-statement.ts'

let house: AutomationFixture
const analysts = newId()
beforeAll(async () => {
  const names = { users: [], groups: [], roles: [{ id: analysts, name: 'Analysts' }] }
  house = await createAutomationFixture({ principals: async () => names })
})
afterAll(() => house.close())

const step = (action: string, over: JsonObject = {}): JsonObject => ({
  key: action.replace('.', '_'),
  action,
  with: { app: 'alert', ...over },
})
const reads = step('record.search')
const document = (over: JsonObject = {}): JsonObject =>
  aPlaybook([reads], { playbook: 'enrich', title: 'Enrich', triggers: [], component: {}, ...over })

async function aTenant(sharing: null | [] = null) {
  const scope = await house.aTenant()
  const field = { key: 'title', label: 'Title', type: 'text' as const, required: false, readOnly: false }
  const app = { icon: 'bell', titleField: 'title', listColumns: ['title'], layout: [] }
  const fields = [{ ...field, multiline: false, maxLength: 100, unique: false }]
  const actor = anActor(scope)
  await house.apps.createApp(scope, actor, { ...app, key: 'alert', acronym: 'ALR', name: 'Alert', fields })
  await house.apps.createApp(scope, actor, {
    ...app,
    key: 'secret',
    acronym: 'SEC',
    name: 'Secret affair',
    fields,
    sharing,
  })
  return { scope, builder: actor }
}

/** Another user with these permissions. */
const another = (scope: TenantScope, may: readonly Permission[] = PERMISSIONS) => anActor(scope, { may })

async function publish(scope: TenantScope, by: Actor, wanted: JsonObject) {
  const draft = await createPlaybook(house.automation, scope, by, wanted)
  const command = { playbookId: draft.id, revision: draft.revision }
  return publishPlaybook(house.automation, scope, by, command)
}

async function publishAgain(scope: TenantScope, by: Actor, playbookId: string, next: JsonObject) {
  const [row] = await scope.read((tx) =>
    tx.query<{ revision: number }>('select revision from caseloom.playbook where id = $1', [playbookId]),
  )
  const revision = row?.revision ?? 0
  const saved = await saveDraft(house.automation, scope, by, { playbookId, revision, document: next })
  return publishPlaybook(house.automation, scope, by, { playbookId, revision: saved.revision })
}

const run = (scope: TenantScope, actor: Actor, playbookId: string, statement?: string) =>
  runComponent(house.automation, scope, actor, { playbookId, inputs: {}, confirmed: false, statement })

/** The statement that the refusal of a start carries. */
async function refusedWith(start: Promise<unknown>): Promise<Statement> {
  const error: unknown = await start.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error('It was not refused')
  expect(error.code).toBe('statement.confirm_first')
  return Statement.parse(error.details.extra?.['statement'])
}

const open = (scope: TenantScope, actor: Actor, playbookId: string) =>
  openStatement(house.automation, scope, actor, playbookId)

describe('before the first start of a component', () => {
  it('the person confirms what it does and with whose permissions, once', async () => {
    const { scope, builder } = await aTenant()
    const { id } = await publish(scope, builder, document())
    const person = another(scope)
    const statement = await refusedWith(run(scope, person, id))
    expect(statement.parts).toEqual([
      {
        isMain: true,
        title: 'Enrich',
        permissions: 'publisher',
        publisher: builder.name,
        acts: [{ kind: 'readRecords', names: ['Alert'], hidden: 0, open: false }],
      },
    ])
    await refusedWith(run(scope, person, id, 'another'))
    expect(await run(scope, person, id, statement.id)).toMatchObject({ number: 1 })
    expect(await run(scope, person, id)).toMatchObject({ number: 2 })
    // What one person confirmed is not confirmed for others.
    await refusedWith(run(scope, another(scope), id))
  })

  it('a version that asks for the same asks no one again, any other does', async () => {
    const { scope, builder } = await aTenant()
    const { id } = await publish(scope, builder, document())
    const person = another(scope)
    await confirmStatement(house.automation, scope, person, id)
    await publishAgain(scope, builder, id, document({ description: 'Says more' }))
    expect(await open(scope, person, id)).toBeNull()
    await publishAgain(scope, builder, id, document({ steps: [reads, step('record.delete', { id: 'x' })] }))
    const statement = await refusedWith(run(scope, person, id))
    expect(statement.parts[0]?.acts.map(({ kind }) => kind)).toEqual(['readRecords', 'deleteRecords'])
    await confirmStatement(house.automation, scope, person, id)
    await publishAgain(scope, builder, id, document({ runAs: 'initiator' }))
    const yours = await refusedWith(run(scope, person, id))
    expect(yours.parts[0]?.permissions).toBe('yours')
    expect(await run(scope, person, id, yours.id)).toMatchObject({ number: 1 })
    await publishAgain(scope, another(scope), id, document({ runAs: 'initiator' }))
    // Another user publishes it now.
    await refusedWith(run(scope, person, id))
  })

  it('the statement of a version that was replaced meanwhile confirms nothing', async () => {
    const { scope, builder } = await aTenant()
    const { id } = await publish(scope, builder, document())
    const person = another(scope)
    const statement = await refusedWith(run(scope, person, id))
    await publishAgain(scope, builder, id, document({ runAs: 'initiator' }))
    await refusedWith(run(scope, person, id, statement.id))
  })

  it('a token confirms for one start, and the person is still asked', async () => {
    const { scope, builder } = await aTenant()
    const { id } = await publish(scope, builder, document())
    const person = another(scope)
    const token = { ...person, token: { id: newId(), name: 'script' } }
    const statement = await refusedWith(run(scope, token, id))
    expect(await run(scope, token, id, statement.id)).toMatchObject({ number: 1 })
    await refusedWith(run(scope, token, id))
    await refusedWith(run(scope, person, id))
    await confirmStatement(house.automation, scope, person, id)
    expect(await run(scope, token, id)).toMatchObject({ number: 2 })
  })

  it('one that only computes asks nothing', async () => {
    const { scope, builder } = await aTenant()
    const steps = [{ key: 'a', action: 'data.transform', with: { value: 1 } }]
    const { id } = await publish(scope, builder, document({ steps, runAs: 'initiator' }))
    expect(await run(scope, another(scope), id)).toMatchObject({ number: 1 })
  })

  it('names only what the person may know of', async () => {
    const { scope, builder } = await aTenant([])
    const steps = [reads, { ...step('record.get', { app: 'secret', id: 'x' }), key: 'hidden' }]
    const { id } = await publish(scope, builder, document({ steps }))
    expect((await open(scope, builder, id))?.parts[0]?.acts[0]).toMatchObject({
      names: ['Alert', 'Secret affair'],
      hidden: 0,
    })
    const stranger = await open(scope, another(scope), id)
    expect(stranger?.parts[0]?.acts[0]).toMatchObject({ names: ['Alert'], hidden: 1 })
    expect(JSON.stringify(stranger)).not.toMatch(/secret/i)
    // Without any sight of apps, all of them are only counted.
    const blind = await open(scope, another(scope, ['playbook:run']), id)
    expect(blind?.parts[0]?.acts[0]).toMatchObject({ names: [], hidden: 2 })
  })
})

describe('components that a playbook calls', () => {
  const calls = { key: 'call', action: 'flow.call', with: { component: 'inner' } }
  const inner = (over: JsonObject = {}) =>
    document({ playbook: 'inner', title: 'Inner', steps: [step('record.delete', { id: 'x' })], ...over })

  it('are part of its statement, and ask again when they change', async () => {
    const { scope, builder } = await aTenant()
    const called = await publish(scope, builder, inner({ runAs: 'initiator' }))
    const { id } = await publish(scope, builder, document({ steps: [calls] }))
    const person = another(scope)
    expect((await open(scope, person, id))?.parts).toMatchObject([
      { title: 'Enrich', permissions: 'publisher', acts: [{ kind: 'runComponents', names: ['Inner'] }] },
      { title: 'Inner', permissions: 'yours', acts: [{ kind: 'deleteRecords', names: ['Alert'] }] },
    ])
    await confirmStatement(house.automation, scope, person, id)
    expect(await open(scope, person, id)).toBeNull()
    await publishAgain(scope, builder, called.id, inner({ runAs: 'initiator', steps: [reads] }))
    await refusedWith(run(scope, person, id))
  })

  it('that are not shared with the person show what they do only where they act as the person', async () => {
    const { scope, builder } = await aTenant()
    const sharedWith = { roles: [analysts] }
    const publisher = { ...builder, principals: [...builder.principals, analysts] }
    const called = await publish(scope, builder, inner({ sharedWith }))
    const { id } = await publish(scope, builder, document())
    await publishAgain(scope, publisher, id, document({ steps: [calls] }))
    const person = another(scope)
    const closed = await open(scope, person, id)
    expect(closed?.parts).toMatchObject([{ acts: [{ kind: 'runComponents', names: [], hidden: 1 }] }])
    expect(JSON.stringify(closed)).not.toContain('Inner')
    await publishAgain(scope, builder, called.id, inner({ sharedWith, runAs: 'initiator' }))
    expect((await open(scope, person, id))?.parts[1]).toMatchObject({
      title: null,
      publisher: null,
      permissions: 'yours',
      acts: [{ kind: 'deleteRecords', names: ['Alert'] }],
    })
  })
})

describe('before the first press of a button', () => {
  it('it says what its playbook does, until the person has confirmed it', async () => {
    const { scope, builder } = await aTenant()
    const triggers = [{ key: 'b', kind: 'button', with: { app: 'alert', label: 'Go', confirm: 'Sure?' } }]
    await publish(scope, builder, document({ triggers, runAs: 'initiator' }))
    const person = another(scope)
    const record = await house.records.createRecord(scope, person, {
      appId: 'alert',
      fields: { title: 'A' },
    })
    const button = async () => (await listButtons(house.automation, scope, person, 'alert'))[0]
    const press = async (statement?: string) =>
      pressButton(house.automation, scope, person, {
        triggerId: (await button())?.id ?? '',
        recordId: record.id,
        inputs: {},
        statement,
      })
    const statement = await refusedWith(press())
    expect(await button()).toMatchObject({ confirm: 'Sure?', statement })
    expect(await press(statement.id)).toMatchObject({ outcome: 'accepted' })
    expect(await button()).toMatchObject({ confirm: 'Sure?', statement: null })
    expect(await press()).toMatchObject({ outcome: 'accepted' })
  })
})

describe('a form', () => {
  const deps = () => ({
    ...house.automation,
    formThrottle: { take: async () => undefined, giveBack: async () => undefined },
  })
  const form = {
    triggers: [{ key: 'f', kind: 'form', with: { heading: 'Ask' } }],
    inputs: { type: 'object', properties: { note: { type: 'string' } } },
  }

  it('says what happens with the permissions of the person who fills it in, until they have confirmed it', async () => {
    const { scope, builder } = await aTenant()
    const { id } = await publish(scope, builder, document({ ...form, runAs: 'initiator' }))
    const [row] = await scope.read((tx) =>
      tx.query<{ id: string }>('select id from caseloom.trigger where playbook_id = $1', [id]),
    )
    const triggerId = row?.id ?? ''
    const person = another(scope)
    const read = () => readForm(deps(), scope, person, triggerId)
    const answer = (by: Actor, statement?: string) =>
      answerForm(deps(), scope, by, { triggerId, inputs: {}, statement })
    const statement = await refusedWith(answer(person))
    expect(await read()).toMatchObject({ statement })
    expect(await answer(person, statement.id)).toEqual({ thanks: null })
    expect(await read()).toMatchObject({ statement: null })
    // Nothing of the person's is used by one that acts as its publisher.
    await publishAgain(scope, builder, id, document(form))
    expect(await read()).toMatchObject({ statement: null })
    expect(await answer(another(scope))).toEqual({ thanks: null })
  })
})

describe('rerunning a run with a newer version', () => {
  it('asks who started it when that does something else with their permissions', async () => {
    const { scope, builder } = await aTenant()
    const { id } = await publish(scope, builder, document({ runAs: 'initiator' }))
    const person = another(scope)
    await confirmStatement(house.automation, scope, person, id)
    const { id: runId } = await run(scope, person, id)
    const state = async () =>
      (await scope.read((tx) => tx.query('select state from caseloom.run where id = $1', [runId])))[0]
    await expect.poll(state, { timeout: 15_000, interval: 50 }).toMatchObject({ state: 'failed' })
    const steps = [step('record.search'), { ...step('record.create', { set: {} }), after: 'record_search' }]
    await publishAgain(scope, builder, id, document({ runAs: 'initiator', steps }))
    const again = (version: 'same' | 'current', statement?: string) =>
      rerunRun(house.automation, scope, person, { runId, version, statement })
    const statement = await refusedWith(again('current'))
    expect(await again('same')).toMatchObject({ rerunOf: { id: runId } })
    expect(await again('current', statement.id)).toMatchObject({ rerunOf: { id: runId } })
  })
})
