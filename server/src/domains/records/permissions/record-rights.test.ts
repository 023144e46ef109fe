import type { AppView } from '@caseloom/contract/apps/apps'
import { GroupId, RoleId, UserId } from '@caseloom/contract/kernel/ids'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { lockRecord, unlockRecord } from './lock-record.ts'
import { recordViewers } from './record-viewers.ts'
import { getRestriction, restrictRecord } from './restrict-record.ts'
import type { RightsDeps, TenantPerson } from './permissions-deps.ts'
import { explainAccess } from './explain-access.ts'

const ANALYST: readonly Permission[] = ['record:read', 'record:create', 'record:update', 'app:read']
const TIER_TWO = GroupId.parse(newId())
const LEADS = RoleId.parse(newId())

let house: RecordsFixture
let deps: RightsDeps
let app: AppView
let record: RecordView
let alice: Actor
let bob: Actor
let carol: Actor

beforeAll(async () => {
  house = await createRecordsFixture()
  const { scope } = house
  const someone = (name: string, may: readonly Permission[] | undefined, principals: string[]) => {
    const id = newId()
    return anActor(scope, {
      id,
      name,
      principals: [id, ...principals],
      ...(may === undefined ? {} : { may }),
    })
  }
  alice = someone('Alice', undefined, [LEADS, SECRET_ROLE])
  bob = someone('Bob', ANALYST, [TIER_TWO])
  carol = someone('Carol', ANALYST, [])
  const person = (actor: Actor): TenantPerson => ({
    actor,
    roles: [{ id: actor === alice ? LEADS : newId(), permissions: actor.permissions }],
    lastSeenAt: null,
  })
  deps = {
    apps: house.apps,
    people: {
      principals: async () => ({
        roles: [
          { id: LEADS, name: 'Lead' },
          { id: RoleId.parse(SECRET_ROLE), name: 'Keeper of secrets' },
        ],
        groups: [{ id: TIER_TWO, name: 'Tier 2' }],
        users: [alice, bob, carol].map(({ id, name }) => ({ id: UserId.parse(id), name })),
      }),
      actors: async (_place, userId) =>
        [alice, bob, carol].filter(({ id }) => userId === undefined || id === userId).map(person),
    },
  }
  app = await house.anApp()
})
afterAll(() => house.close())
beforeEach(async () => {
  record = await house.records.createRecord(house.scope, alice, {
    appId: app.id,
    fields: { title: 'A matter', secret: 'plutonium' },
  })
})

const place = () => ({ appId: app.id, recordId: record.id, ip: null })
const restrict = (actor: Actor, to: Parameters<typeof restrictRecord>[3]['to']) =>
  restrictRecord(deps, house.scope, actor, { ...place(), to })
const lock = (actor: Actor, reason?: string) => lockRecord(deps, house.scope, actor, { ...place(), reason })
const unlock = (actor: Actor) => unlockRecord(deps, house.scope, actor, place())
const get = (actor: Actor) => house.records.getRecord(house.scope, actor, place())
const facts = async () =>
  (
    await house.installation.database.system.read((tx) =>
      tx.query<{ payload: Record<string, unknown> }>(
        `select payload from caseloom.outbox where payload ->> 'id' = $1 order by id`,
        [record.id],
      ),
    )
  ).map((row) => row.payload)

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

describe('restricting a record', () => {
  test('leaves it to the principals on the list, and notifies people who lose access', async () => {
    const answer = await restrict(alice, [{ groupId: TIER_TWO }, { roleId: LEADS }])
    expect(answer.to?.map(({ name }) => name).toSorted()).toEqual(['Lead', 'Tier 2'])
    expect(await getRestriction(deps, house.scope, bob, place())).toEqual(answer)
    expect((await get(bob)).restricted).toBe(true)
    expect((await failure(get(carol))).code).toBe('resource.not_found')
    expect((await failure(getRestriction(deps, house.scope, carol, place()))).code).toBe('resource.not_found')
    expect((await facts()).at(-1)).toMatchObject({
      verb: 'updated',
      acl: [TIER_TWO, LEADS].toSorted(),
      aclBefore: null,
      rev: 2,
    })
    const [entry] = await house.historyOf(app, record.id, bob)
    expect(entry).toMatchObject({ action: 'restricted', version: 2, changes: [] })
    expect(entry?.detail).toMatch(/Lead|Tier 2/)
    await restrict(alice, null)
    expect(await get(carol)).toMatchObject({ restricted: false, version: 3 })
    expect((await facts()).at(-1)).toMatchObject({ acl: null, aclBefore: [TIER_TWO, LEADS].toSorted() })
  })

  test('to the same people again changes nothing', async () => {
    await restrict(alice, [{ roleId: LEADS }])
    await restrict(alice, [{ roleId: LEADS }, { roleId: LEADS }])
    expect((await get(alice)).version).toBe(2)
  })

  test('is refused if the actor would lose access, a listed user is unknown, or permission is missing', async () => {
    const gone = await failure(restrict(alice, [{ groupId: TIER_TWO }]))
    expect(gone.code).toBe('record.would_lose_sight')
    const unknownUser = await failure(restrict(alice, [{ roleId: LEADS }, { userId: UserId.parse(newId()) }]))
    expect(unknownUser.details.issues?.map((issue) => issue.path.join('.'))).toEqual(['body.to.1'])
    expect((await failure(restrict(bob, [{ groupId: TIER_TWO }]))).code).toBe('right.missing')
    expect((await get(carol)).restricted).toBe(false)
  })

  test('has no exceptions: an administrator with every permission does not see it either', async () => {
    await restrict(alice, [{ roleId: LEADS }])
    const administrator = anActor(house.scope, { superAdministrator: true, adminOf: [house.scope.accountId] })
    expect((await failure(get(administrator))).code).toBe('resource.not_found')
    expect((await failure(restrict(administrator, null))).code).toBe('resource.not_found')
  })
})

describe('locking a record', () => {
  test('keeps others from changing, deleting, restricting and bulk changes, and not the one who locked it', async () => {
    const locked = await lock(bob, 'Evidence is being copied')
    expect(locked.lock).toMatchObject({ by: { id: bob.id }, reason: 'Evidence is being copied' })
    expect(locked.can).toMatchObject({ update: true, lock: false, unlock: true })
    const seen = await get(alice)
    expect(seen.can).toEqual({ update: false, delete: false, restrict: false, lock: false, unlock: true })
    const { records, scope } = house
    const attempts = [
      () => records.updateRecord(scope, alice, { ...place(), fields: { score: 1 } }),
      () => records.deleteRecord(scope, alice, place()),
      () => restrict(alice, [{ roleId: LEADS }]),
      () => lock(carol),
      () => unlock(carol),
    ]
    for (const attempt of attempts) expect((await failure(attempt())).code).toBe('record.locked')
    const command = { kind: 'update' as const, id: record.id, values: { score: 1 } }
    const [many] = await records.changeMany(scope, alice, { appId: app.id, commands: [command] })
    expect(isFailure(many, 'record.locked')).toBe(true)
    expect((await records.updateRecord(scope, bob, { ...place(), fields: { score: 1 } })).lock).not.toBeNull()
    expect((await lock(bob)).version).toBe(3)
  })

  test('ends by the one who locked it, and by those who hold the right to end locks of others', async () => {
    await lock(bob)
    expect((await unlock(bob)).lock).toBeNull()
    await lock(bob)
    expect(await unlock(alice)).toMatchObject({ lock: null, can: { update: true } })
    expect((await unlock(alice)).version).toBe(5)
    const actions = (await house.historyOf(app, record.id)).map((entry) => entry.action)
    expect(actions).toEqual(['unlocked', 'locked', 'unlocked', 'locked', 'created'])
  })

  test('also keeps playbooks out, unless they act as the one who locked it', async () => {
    await lock(bob)
    const playbook = anActor(house.scope, { kind: 'playbook', runId: newId() })
    const change = (actor: Actor) =>
      house.records.updateRecord(house.scope, actor, { ...place(), fields: { score: 2 } })
    const error = await failure(change(playbook))
    expect(error.code).toBe('record.locked')
    expect(error.message).toContain('Bob locked this record')
    expect((await change({ ...bob, runId: newId() })).fields['score']).toBe(2)
  })
})

describe('why', () => {
  const why = (actor: Actor, action: 'read' | 'update' | 'delete' | 'unlock', userId?: string | null) =>
    explainAccess(deps, house.scope, actor, { ...place(), action, userId: userId ?? undefined })

  test('names the rules in order, each with who decided', async () => {
    await restrict(alice, [{ groupId: TIER_TWO }, { roleId: LEADS }])
    await lock(alice, 'Audit')
    const answer = await why(bob, 'update')
    expect(answer).toMatchObject({ subject: { id: bob.id }, allowed: false })
    expect(answer.rules.slice(0, 4).map(({ rule, passed }) => [rule, passed])).toEqual([
      ['permission', true],
      ['app', true],
      ['restriction', true],
      ['lock', false],
    ])
    expect(answer.rules[2]?.because).toContain('You have access through: Tier 2.')
    expect(answer.rules[3]?.because).toBe('Alice locked the record: Audit.')
    expect((await why(bob, 'delete')).rules[0]).toMatchObject({ passed: false })
    expect((await why(bob, 'unlock')).rules.at(-1)?.because).toContain('Only Alice')
    expect((await why(alice, 'update')).allowed).toBe(true)
  })

  test('explains others’ access only to people who restrict records, and a hidden record’s to no one', async () => {
    await restrict(alice, [{ roleId: LEADS }])
    expect((await failure(why(carol, 'read'))).code).toBe('resource.not_found')
    const answer = await why(alice, 'read', carol.id)
    expect(answer.allowed).toBe(false)
    expect(answer.rules[2]?.because).toBe('The record is restricted to Lead. Carol isn’t among them.')
    expect(answer.rules.filter(({ rule }) => rule === 'field').map(({ field }) => field)).toEqual(['secret'])
    expect((await failure(why(alice, 'read', newId()))).code).toBe('resource.not_found')
    await restrict(alice, null)
    expect((await failure(why(bob, 'read', alice.id))).code).toBe('right.missing')
  })

  test('never names a field that the reader may not see', async () => {
    for (const action of ['read', 'update'] as const)
      expect(JSON.stringify(await why(bob, action))).not.toMatch(/secret/i)
  })

  test('shows who sees the record, and who would', async () => {
    const names = async (to?: string) =>
      (await recordViewers(deps, house.scope, alice, { ...place(), to })).items.map(({ name }) => name)
    expect(await names()).toEqual(['Alice', 'Bob', 'Carol'])
    expect(await names(`${TIER_TWO},${LEADS}`)).toEqual(['Alice', 'Bob'])
    await restrict(alice, [{ roleId: LEADS }])
    expect(await names()).toEqual(['Alice'])
    expect(await names('')).toEqual(['Alice', 'Bob', 'Carol'])
    expect((await failure(recordViewers(deps, house.scope, bob, place()))).code).toBe('resource.not_found')
  })

  test('is answered in an archived app, where no one changes anything', async () => {
    const archive = (archived: boolean) =>
      house.apps.lifecycle.archive(house.scope, alice, { appId: app.id, archived })
    await archive(true)
    const answer = await why(alice, 'update', bob.id)
    expect(answer.allowed).toBe(false)
    expect(answer.rules[1]).toEqual({
      rule: 'app',
      passed: false,
      because: 'The app is archived. Restore it to change its records.',
    })
    expect((await why(alice, 'read', bob.id)).allowed).toBe(true)
    expect((await recordViewers(deps, house.scope, alice, place())).items).toHaveLength(3)
    await archive(false)
    expect((await why(alice, 'update', bob.id)).allowed).toBe(true)
  })
})
