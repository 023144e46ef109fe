import { AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { GroupId, UserId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, BASE_FIELDS, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'

const GROUP = GroupId.parse(newId())

let house: RecordsFixture
let builder: Actor
let member: Actor
let outsider: Actor

beforeAll(async () => {
  house = await createRecordsFixture()
  builder = anActor(house.scope)
  member = anActor(house.scope, { principals: [newId(), GROUP] })
  outsider = anActor(house.scope)
})
afterAll(() => house.close())

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

async function aSharedApp(sharing: Sharing): Promise<{ app: AppView; record: RecordView }> {
  const open = await house.anApp()
  const record = await house.records.createRecord(house.scope, builder, {
    appId: open.id,
    fields: { title: 'shared words', source_ref: 'ref' },
  })
  return { app: await share(open, sharing), record }
}

function share(app: AppView, sharing: Sharing | undefined): Promise<AppView> {
  const command = AppUpdate.parse({ ...definitionOf(app), sharing })
  return house.apps.updateApp(house.scope, builder, { ...command, appId: app.id })
}

/** What an update sends back of the app as its builder sees it. */
function definitionOf(app: AppView) {
  const {
    id: _id,
    key: _key,
    acronym: _acronym,
    can: _can,
    updatedAt: _at,
    removedFields: _gone,
    ...rest
  } = app
  const { ownHidden: _hidden, ownLocked: _locked, ...definition } = rest
  return definition
}

const read = (level: 'read' | 'use' | 'manage') => [{ to: { groupId: GROUP }, level }]

describe('an app that is shared', () => {
  test('does not exist for others, by any function and from the next request on', async () => {
    const { app, record } = await aSharedApp(read('read'))
    const { scope } = house
    const place = { appId: app.id, recordId: record.id }
    // The second process knows the app as it was before.
    const second = house.anotherProcess()
    await second.records.getRecord(scope, member, place)
    for (const { apps, records } of [house, second]) {
      const attempts = [
        () => apps.getApp(scope, outsider, app.id),
        () => records.getRecord(scope, outsider, place),
        () => records.recordHistory(scope, outsider, { ...place, limit: 5 }),
        () => records.searchRecords(scope, outsider, { appId: app.id }),
        () =>
          records.searchRecords(scope, outsider, { appId: app.key, filter: { field: 'no', op: 'empty' } }),
        () =>
          records.aggregateRecords(scope, outsider, {
            appId: app.id,
            measure: { of: 'count' },
            by: { kind: 'all' },
          }),
        () => records.createRecord(scope, outsider, { appId: app.id, fields: { nonsense: 1 } }),
        () => records.updateRecord(scope, outsider, { ...place, fields: { title: 'x' } }),
        () => records.deleteRecord(scope, outsider, place),
        () => records.upsertRecord(scope, outsider, { appId: app.id, match: { source_ref: 'ref' }, set: {} }),
      ]
      for (const [at, attempt] of attempts.entries())
        expect((await failure(attempt())).code, `attempt ${at}`).toBe('resource.not_found')
      expect(await records.touches.readable(scope, outsider, [place])).toEqual(new Set())
      expect((await apps.listApps(scope, outsider)).map(({ id }) => id)).not.toContain(app.id)
      expect((await apps.listApps(scope, member)).map(({ id }) => id)).toContain(app.id)
    }
  })

  test('returns to everyone with the next request, even if another process had cached it as closed', async () => {
    const { app, record } = await aSharedApp(read('use'))
    const second = house.anotherProcess()
    const place = { appId: app.id, recordId: record.id }
    await failure(second.records.getRecord(house.scope, outsider, place))
    const open = await share(app, null)
    expect(open.sharing).toBeNull()
    expect((await second.records.getRecord(house.scope, outsider, place)).can.update).toBe(true)
    const created = { appId: app.id, fields: { title: 'new' } }
    await second.records.createRecord(house.scope, outsider, created)
    expect((await second.records.searchRecords(house.scope, outsider, { appId: app.id })).items).toHaveLength(
      2,
    )
  })

  test('lets each level do what it says', async () => {
    const { app, record } = await aSharedApp(read('read'))
    const place = { appId: app.id, recordId: record.id }
    const change = () => house.records.updateRecord(house.scope, member, { ...place, fields: { score: 3 } })
    expect((await house.apps.getApp(house.scope, member, app.id)).can).toEqual({
      build: false,
      createRecord: false,
    })
    const seen = await house.records.getRecord(house.scope, member, place)
    expect(Object.values(seen.can)).toEqual([false, false, false, false, false])
    expect((await failure(change())).code).toBe('right.missing')
    const used = await share(app, read('use'))
    expect((await change()).fields['score']).toBe(3)
    const rest = definitionOf(used)
    const build = () =>
      house.apps.updateApp(house.scope, member, { ...AppUpdate.parse(rest), appId: used.id, name: 'Theirs' })
    expect((await failure(build())).code).toBe('right.missing')
    const managed = await share(used, read('manage'))
    rest.revision = managed.revision
    expect((await build()).name).toBe('Theirs')
  })

  test('stays with those who narrow it, and is left alone by an edit without sharing', async () => {
    const { app } = await aSharedApp(read('read'))
    expect(app.sharing).toContainEqual({ to: { userId: UserId.parse(builder.id) }, level: 'manage' })
    const next = await share(app, undefined)
    expect(next.sharing).toEqual(app.sharing)
  })

  test('sends an event to people who gain or lose access, and its record events only to its readers', async () => {
    const { app, record } = await aSharedApp(read('read'))
    await house.records.updateRecord(house.scope, builder, {
      appId: app.id,
      recordId: record.id,
      fields: { score: 1 },
    })
    const rows = await house.installation.database.system.read((tx) =>
      tx.query<{ payload: Record<string, unknown> }>(
        `select payload from caseloom.outbox where payload ->> 'id' = any($1) order by id`,
        [[app.id, record.id]],
      ),
    )
    const readers = [GROUP, builder.id]
    const [, created, shared, changed] = rows.map((row) => row.payload)
    expect(created).toMatchObject({ kind: 'records', verb: 'created', within: null })
    expect(shared).toMatchObject({ kind: 'apps', verb: 'updated', acl: readers, aclBefore: null })
    expect(changed).toMatchObject({ kind: 'records', verb: 'updated', within: readers })
  })

  test('is open to playbooks of a publisher who has access directly', async () => {
    const { app } = await aSharedApp([])
    const playbook = { kind: 'playbook' as const, runId: newId() }
    const fields = { title: 'from outside' }
    const create = (actor: Actor) => house.records.createRecord(house.scope, actor, { appId: app.id, fields })
    const theirs = anActor(house.scope, {
      ...playbook,
      ...(builder.id === null ? {} : { publisherId: builder.id }),
    })
    expect((await create(theirs)).fields['title']).toBe('from outside')
    expect((await failure(create(anActor(house.scope, playbook)))).code).toBe('resource.not_found')
  })
})

describe('a field of some roles', () => {
  test('appears in the definition only for its readers and for people who build the app', async () => {
    const layout = [{ title: 'All', columns: 2, fields: ['title', 'secret'] }]
    const app = await house.anApp({ fields: BASE_FIELDS, layout, listColumns: ['title', 'secret'] })
    const analyst = anActor(house.scope, { may: ['app:read', 'record:read'] })
    const seen = await house.apps.getApp(house.scope, analyst, app.id)
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(JSON.stringify(await house.apps.getApp(house.scope, builder, app.id))).toContain('secret')
  })
})
