import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { ContentRef, InstallView, ItemDecision } from '@caseloom/contract/content/packages'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './platform/uuid.ts'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { listContentItems, preparePackage } from './domains/content/exporting/prepare-package.ts'
import { diffItem, planPackage } from './domains/content/installs/plan-package.ts'
import {
  discardPlan,
  getInstall,
  listInstalls,
  listPackages,
} from './domains/content/installs/read-installs.ts'
import { applyInstall, undoInstall } from './domains/content/installs/start-install.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const ROLE = newId()
const title = { key: 'title', label: 'Title', type: 'text' }
const anApp = ({ scope, user }: Place, key: string, fields: JsonObject[] = [], over: JsonObject = {}) =>
  house.apps.createApp(scope, user, {
    ...AppCreate.parse({
      key,
      acronym: key.slice(0, 3).toUpperCase(),
      name: `App ${key}`,
      titleField: 'title',
      listColumns: ['title'],
      layout: [{ title: 'Main', fields: ['title'] }],
      fields: [title, ...fields],
      ...over,
    }),
    confirmed: true,
  })

async function changeApp({ scope, user }: Place, key: string, over: Partial<AppUpdate>): Promise<AppView> {
  const app = (await house.apps.listApps(scope, user)).find((one) => one.key === key)
  return house.apps.updateApp(scope, user, {
    ...AppUpdate.strip().parse({ ...app, ...over }),
    appId: app?.id ?? '',
    confirmed: true,
  })
}

async function aPlaybook({ scope, user }: Place, key: string, over: JsonObject = {}, testsReason?: string) {
  const document = {
    playbook: key,
    title: `Playbook ${key}`,
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
    steps: [{ key: 'say', action: 'data.transform', with: { value: 'hello' } }],
    ...over,
  }
  const { playbooks } = house.deps
  const { id: playbookId, revision } = await playbooks.create(scope, user, document)
  const reason = testsReason === undefined ? {} : { testsReason }
  return playbooks.publish(scope, user, { playbookId, revision, ...reason })
}

const about = { package: 'test', title: 'Test', version: '1.0.0', description: '' }
const app = (key: string): ContentRef => ({ kind: 'app', key })
const playbook = (key: string): ContentRef => ({ kind: 'playbook', key })
const exported = async ({ scope, user }: Place, ...items: ContentRef[]) =>
  (await exportPackage(house.deps, scope, user, { ...about, items })).bytes
const planned = ({ scope, user }: Place, bytes: Buffer) => planPackage(house.deps, scope, user, bytes)
type Decisions = Record<string, ItemDecision>
const begin = ({ scope, user }: Place, plan: InstallView, decisions: Decisions = {}) =>
  applyInstall(house.deps, scope, user, {
    installId: plan.id,
    fingerprint: plan.fingerprint ?? '',
    decisions,
  })
const seen = ({ scope, user }: Place, { id }: { id: string }) => getInstall(house.deps, scope, user, id)
async function applied(place: Place, plan: InstallView, decisions: Decisions = {}): Promise<InstallView> {
  await begin(place, plan, decisions)
  await house.work()
  return seen(place, plan)
}
async function undone(place: Place, { id }: { id: string }): Promise<InstallView> {
  await undoInstall(house.deps, place.scope, place.user, { installId: id })
  await house.work()
  return seen(place, { id })
}
const changeOf = ({ items }: InstallView, key: string) => items.find((item) => item.key === key)?.change
const itemOf = ({ items }: InstallView, key: string) => items.find((item) => item.key === key)

describe('an export', () => {
  it('brings what the chosen items need, each with the reason, and refuses secrets, people, and what is closed', async () => {
    const from = await house.aPlace()
    const target = await anApp(from, 'target')
    await anApp(from, 'source', [{ key: 'to', label: 'To', type: 'reference', app: target.id }])
    await aPlaybook(from, 'caller', {
      steps: [{ key: 'go', action: 'flow.call', with: { component: 'called', inputs: {} } }],
    })
    await aPlaybook(from, 'called', { component: {} })
    const prepared = await preparePackage(house.deps, from.scope, from.user, [
      app('source'),
      playbook('caller'),
    ])
    expect(prepared.items.map(({ key, why }) => [key, why?.by.key, why?.relation, why?.place])).toEqual([
      ['source', undefined, undefined, undefined],
      ['caller', undefined, undefined, undefined],
      ['target', 'source', 'reference', 'To'],
      ['called', 'caller', 'component', 'go'],
    ])
    expect(prepared.problems).toEqual([])
    const call = {
      method: 'GET',
      url: 'https://example.com/',
      headers: { authorization: 'Bearer abcdefghijklmnopqrst' },
    }
    await aPlaybook(from, 'leaky', { steps: [{ key: 'ask', action: 'http.request', with: call }] })
    await expect(exported(from, playbook('leaky'))).rejects.toMatchObject({
      code: 'content.not_exportable',
      details: { issues: [{ code: 'secret', path: ['body', 'items', 'playbook', 'leaky'] }] },
    })
    const closed = house.aUser(from.scope, { may: ['content:export', 'app:read', 'playbook:read'] })
    const items = await listContentItems(house.deps, from.scope, closed)
    expect(items.map(({ kind }) => kind)).not.toContain('app')
    await expect(exported({ scope: from.scope, user: closed }, app('source'))).rejects.toMatchObject({
      details: { issues: [{ code: 'unreadable_app' }] },
    })
    const none = house.aUser(from.scope, { may: ['app:build', 'app:read'] })
    await expect(exported({ scope: from.scope, user: none }, app('source'))).rejects.toMatchObject({
      code: 'right.missing',
    })
  })
})

describe('an import', () => {
  it('connects apps that refer to each other and to themselves, and turns the triggers of playbooks off', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    const one = await anApp(from, 'one')
    const two = await anApp(from, 'two', [{ key: 'back', label: 'Back', type: 'reference', app: one.id }])
    const fields = [
      ...one.fields,
      { key: 'other', label: 'Other', type: 'reference', app: two.id },
      { key: 'own', label: 'Own', type: 'reference', app: one.id },
    ]
    await changeApp(from, 'one', { fields: AppUpdate.shape.fields.parse(fields) })
    await aPlaybook(from, 'hooked')
    const bytes = await exported(from, app('one'), playbook('hooked'))
    expect(await applied(to, await planned(to, bytes))).toMatchObject({ outcome: 'succeeded' })
    expect(await exported(to, app('one'), playbook('hooked'))).toEqual(bytes)
    const triggers = await to.scope.read((tx) =>
      tx.query('select enabled, paused from caseloom.trigger where tenant_id = $1', [tx.tenantId]),
    )
    expect(triggers).toEqual([{ enabled: false, paused: true }])
  })

  it('asks about local changes, shows them, and undoes a change to the same bytes', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    await anApp(from, 'alpha')
    await applied(to, await planned(to, await exported(from, app('alpha'))))
    await changeApp(from, 'alpha', { name: 'Alpha two' })
    const next = await exported(from, app('alpha'))
    const before = await exported(to, app('alpha'))
    expect(changeOf(await planned(to, next), 'alpha')).toBe('change')
    const updated = await applied(to, await planned(to, next))
    expect(updated).toMatchObject({ outcome: 'succeeded' })
    expect(await exported(to, app('alpha'))).toEqual(next)
    expect(await undone(to, updated)).toMatchObject({ outcome: 'succeeded' })
    expect(await exported(to, app('alpha'))).toEqual(before)
    await changeApp(to, 'alpha', { description: 'Ours' })
    const plan = await planned(to, next)
    expect(changeOf(plan, 'alpha')).toBe('conflict')
    const at = { installId: plan.id, kind: 'app', key: 'alpha' }
    const { differences } = await diffItem(house.deps, to.scope, to.user, at)
    expect(differences).toEqual([
      { place: 'app.name', here: 'App alpha', next: 'Alpha two' },
      { place: 'app.description', here: 'Ours', next: null },
    ])
    await expect(begin(to, plan)).rejects.toMatchObject({
      code: 'content.not_applicable',
      details: { issues: [{ code: 'undecided', path: ['body', 'decisions', 'app/alpha'] }] },
    })
    expect(itemOf(await applied(to, plan, { 'app/alpha': 'keep' }), 'alpha')?.state).toBe('skipped')
  })

  it('opens limited fields and apps to the importing user alone, and leaves local readers as they are', async () => {
    const [from, to] = [
      await house.aPlace({ principals: [ROLE] }),
      await house.aPlace({ principals: [ROLE] }),
    ]
    house.principals.roles = [{ id: ROLE, name: 'Leads' }] as ContentFixture['principals']['roles']
    await anApp(from, 'closed', [{ key: 'pay', label: 'Pay', type: 'text', readers: [ROLE] }])
    const bytes = await exported(from, app('closed'))
    const install = await applied(to, await planned(to, bytes))
    expect(itemOf(install, 'closed')?.notes).toEqual([{ code: 'limited', detail: '' }])
    const readers = async () =>
      (await house.apps.listApps(to.scope, to.user))[0]?.fields.find(({ key }) => key === 'pay')?.readers
    expect(await readers()).toEqual([ROLE])
    await changeApp(from, 'closed', { name: 'Closed two' })
    await applied(to, await planned(to, await exported(from, app('closed'))))
    expect(await readers()).toEqual([ROLE])
    const stranger = house.aUser(to.scope, { may: ['app:read'] })
    const [shown] = await house.apps.listApps(to.scope, stranger)
    expect(shown?.fields.map(({ key }) => key)).toEqual(['title'])
  })

  it('publishes an app whose own tests fail, says so, and undoes a change to one', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    const failing = {
      id: 't1',
      name: 'Opening',
      opened: 'open',
      at: '2026-11-21T12:00:00.000Z',
      stored: { title: 'One' },
      given: {},
      expect: { items: { 'field:title': { visible: false } }, options: {}, values: {}, messages: [] },
    }
    await anApp(from, 'tested', [], { workflow: { stages: [], tests: [failing] } })
    const first = await applied(to, await planned(to, await exported(from, app('tested'))))
    const note = { code: 'check_logic', detail: 'The test “Opening” fails' }
    expect(itemOf(first, 'tested')).toMatchObject({ state: 'done', notes: [note] })
    await changeApp(from, 'tested', { description: 'Second' })
    const second = await applied(to, await planned(to, await exported(from, app('tested'))))
    expect(itemOf(second, 'tested')).toMatchObject({ change: 'change', notes: [note] })
    const described = async () => (await house.apps.listApps(to.scope, to.user))[0]?.description
    expect(await described()).toBe('Second')
    expect(itemOf(await undone(to, second), 'tested')?.state).toBe('undone')
    expect(await described()).toBeUndefined()
  })

  it('takes the tests of a playbook along, and leaves one whose tests fail here as a draft that says so', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    const passing = { key: 'passes', title: 'Passes', expect: { state: 'succeeded' } }
    const tests = [passing, { key: 'fails', title: 'Fails', expect: { state: 'failed' } }]
    await aPlaybook(from, 'passing', { tests: [passing] })
    await aPlaybook(from, 'failing', { tests }, 'The other system changed')
    const bytes = await exported(from, playbook('passing'), playbook('failing'))
    const done = await applied(to, await planned(to, bytes))
    expect(itemOf(done, 'passing')?.notes).toMatchObject([{ code: 'triggers_off' }])
    const note = { code: 'draft_only', detail: 'The test “Fails” fails' }
    expect(itemOf(done, 'failing')?.notes).toContainEqual(note)
    expect(await exported(to, playbook('passing'))).toEqual(await exported(from, playbook('passing')))
  })

  it('continues after its process ended between two items, and between two steps of one', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    for (const key of ['aaa', 'bbb', 'ccc']) await anApp(from, key)
    await aPlaybook(from, 'last')
    const bytes = await exported(from, app('aaa'), app('bbb'), app('ccc'), playbook('last'))
    const plan = await planned(to, bytes)
    await begin(to, plan)
    const kill = new Error('killed')
    const { apps, playbooks } = house.deps
    let left = 2
    const dying: typeof apps = {
      ...apps,
      createApp: async (...args) => {
        const made = await apps.createApp(...args)
        left -= 1
        if (left === 0) throw kill
        return made
      },
    }
    await house.work({ apps: dying })
    expect((await seen(to, plan)).items.filter(({ state }) => state === 'done')).toHaveLength(1)
    await dueAgain(to)
    await house.work({ playbooks: { ...playbooks, publish: () => Promise.reject(kill) } })
    await dueAgain(to)
    await house.work()
    const ended = await seen(to, plan)
    expect(ended).toMatchObject({ state: 'done', outcome: 'succeeded' })
    expect(await exported(to, app('aaa'), app('bbb'), app('ccc'), playbook('last'))).toEqual(bytes)
    const revisions = (await house.apps.listApps(to.scope, to.user)).map(({ revision }) => revision)
    expect(revisions).toEqual([1, 1, 1])
    await expect(begin(to, plan)).rejects.toMatchObject({ code: 'content.not_applicable' })
  })

  const dueAgain = ({ scope }: Place) =>
    scope.tx((tx) =>
      tx.query(
        "update caseloom.content_install set due_at = now() - interval '1 second' where tenant_id = $1",
        [tx.tenantId],
      ),
    )

  it('does nothing that its user may not do, at the plan and when the permission is lost meanwhile', async () => {
    const from = await house.aPlace()
    await anApp(from, 'guarded')
    await aPlaybook(from, 'guarded')
    const bytes = await exported(from, app('guarded'), playbook('guarded'))
    const weak = await house.aPlace({
      may: ['content:import', 'app:read', 'playbook:read', 'playbook:build'],
    })
    const plan = await planned(weak, bytes)
    expect(plan.items.map(({ kind, change, reason }) => [kind, change, reason])).toEqual([
      ['app', 'blocked', 'missing_permission'],
      ['playbook', 'add', null],
    ])
    expect(plan.can.apply).toBe(false)
    await expect(begin(weak, plan)).rejects.toMatchObject({ code: 'content.not_applicable' })
    const losing = await house.aPlace()
    const begun = await begin(losing, await planned(losing, bytes))
    house.limit(losing.user, new Set(['content:import', 'app:read', 'playbook:read'] as const))
    await house.work()
    expect(await seen(losing, begun)).toMatchObject({ outcome: 'failed' })
    expect(await house.apps.listApps(losing.scope, losing.user)).toEqual([])
    const gone = await house.aPlace()
    const other = await begin(gone, await planned(gone, bytes))
    house.limit(gone.user, null)
    await house.work()
    expect(await seen(gone, other)).toMatchObject({ state: 'done', outcome: 'failed' })
    const none = house.aUser(gone.scope, { may: ['content:export'] })
    await expect(planPackage(house.deps, gone.scope, none, bytes)).rejects.toMatchObject({
      code: 'right.missing',
    })
  })

  it('shows plans to their own user only, and imports without what others can’t see', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    await anApp(from, 'hidden')
    await anApp(from, 'shown')
    const sharing = [{ to: { userId: from.user.id ?? '' }, level: 'manage' as const }]
    await changeApp(from, 'hidden', { sharing: AppUpdate.shape.sharing.parse(sharing) })
    const plan = await planned(to, await exported(from, app('hidden'), app('shown')))
    const other: Place = { scope: to.scope, user: house.aUser(to.scope) }
    await expect(seen(other, plan)).rejects.toMatchObject({ code: 'resource.not_found' })
    expect((await listInstalls(house.deps, to.scope, other.user, { limit: 10 })).items).toEqual([])
    await applied(to, plan)
    expect((await seen(other, plan)).items.map(({ key }) => key)).toEqual(['shown'])
    expect((await seen(to, plan)).items.map(({ key }) => key)).toEqual(['hidden', 'shown'])
    const counted = async ({ user }: Place) =>
      (await listInstalls(house.deps, to.scope, user, { limit: 10 })).items.map(({ counts }) => counts.app)
    expect([await counted(other), await counted(to)]).toEqual([[1], [2]])
    await expect(discardPlan(to.scope, to.user, plan.id)).rejects.toMatchObject({ code: 'job.over' })
    const mallory = await house.aPlace()
    await expect(seen(mallory, plan)).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(
      undoInstall(house.deps, mallory.scope, mallory.user, { installId: plan.id }),
    ).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  it('applies only the plan that someone has seen', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    await anApp(from, 'moved')
    const plan = await planned(to, await exported(from, app('moved')))
    await anApp(to, 'moved')
    await expect(begin(to, plan)).rejects.toMatchObject({ code: 'content.plan_outdated' })
    await discardPlan(to.scope, to.user, plan.id)
    await expect(seen(to, plan)).rejects.toMatchObject({ code: 'resource.not_found' })
  })
})

describe('an undo', () => {
  it('leaves what has records, was changed, or is used since, and says why', async () => {
    const [from, to] = [await house.aPlace(), await house.aPlace()]
    for (const key of ['filled', 'changed', 'plain']) await anApp(from, key)
    const bytes = await exported(from, app('filled'), app('changed'), app('plain'))
    const install = await applied(to, await planned(to, bytes))
    const filled = itemOf(install, 'filled')?.id ?? ''
    await house.records.createRecord(to.scope, to.user, { appId: filled, fields: { title: 'One' } })
    await changeApp(to, 'changed', { name: 'Ours' })
    const gone = await undone(to, install)
    expect(gone).toMatchObject({ state: 'undone', outcome: 'partial' })
    expect(gone.items.map(({ key, state, notes }) => [key, state, notes.map(({ code }) => code)])).toEqual([
      ['changed', 'stays', ['stays_changed']],
      ['filled', 'stays', ['stays_records']],
      ['plain', 'undone', []],
    ])
    expect(await listPackages(house.deps, to.scope, to.user)).toEqual([])
    await expect(undone(to, install)).rejects.toMatchObject({ code: 'job.not_undoable' })
  })
})
