import { type Admin, aDirectory, type TestDirectory } from './directory.fixture.ts'
import type { TestUser } from '@caseloom/testkit/people'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { purgeExpiredDirectory } from './directory-retention.ts'

interface Place {
  accountId: string
  tenantId: string
}
const DAY_MS = 24 * 3600_000
let house: TestDirectory
let place: Place
let admin: Admin
let user: TestUser
let session: string

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  admin = await house.anAdmin(place)
  user = await house.aUser(place, 'viewer')
  session = await house.logIn(user.email)
  await require(place)
  // The administrator meets what the account requires.
  await house.sql(`update caseloom.session set strength = 'mfa' where person_id = $1`, [admin.personId])
})

const require = ({ accountId }: Place) =>
  house.sql('insert into caseloom.sign_in (account_id, mfa_required) values ($1, true)', [accountId])
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const urlOf = (userId: string, { accountId } = place) =>
  `/iam/account/${accountId}/users/${userId}/mfa-exemption`
const grant = (body: unknown, userId = user.userId, as = admin.token) =>
  house.ask('PUT', urlOf(userId), { as, body })
const revoke = (userId = user.userId) => house.ask('DELETE', urlOf(userId), { as: admin.token })
const reach = async (where = place) =>
  (await house.ask('GET', `/iam/tenant/${where.tenantId}/users`, { as: session })).status
const expire = () =>
  house.sql(`update caseloom.factor_exemption set until = now() - interval '1 second' where user_id = $1`, [
    user.userId,
  ])
const shown = async () => {
  const url = `/iam/account/${place.accountId}/users?limit=200`
  const { json } = await house.ask('GET', url, { as: admin.token })
  const items = json['items'] as { id: string; mfaExemption: unknown }[] // checked against the contract by the server
  return items.find((each) => each.id === user.userId)?.mfaExemption
}
const audited = async () =>
  (
    await house.sql<{ action: string; actor_kind: string; object_id: string }>(
      `select action, actor_kind, object_id from caseloom.audit_entry
        where account_id = $1 and action like 'user.mfa_exemption%' order by id`,
      [place.accountId],
    )
  ).map((entry) => `${entry.action} ${entry.actor_kind} ${String(entry.object_id === user.userId)}`)

it('lets a user in by password alone from the next request on, and shows why and until when', async () => {
  expect(await reach()).toBe(404)
  const until = inDays(30)
  const reply = await grant({ reason: ' Waits for a security key ', until })
  expect(reply.status, reply.text).toBe(200)
  const exemption = { reason: 'Waits for a security key', grantedBy: 'Zoë Example', until }
  expect(reply.json).toMatchObject({ id: user.userId, mfa: false, mfaExemption: exemption })
  expect(await shown()).toMatchObject(exemption)
  expect(await reach()).toBe(200)
  const seen = await house.ask('GET', '/iam/session', { as: session })
  expect(seen.json['accounts']).toMatchObject([{ id: place.accountId, needs: null }])
  const me = await house.ask('GET', '/iam/me', { as: session })
  expect(me.json).toMatchObject({ changeNeeds: null, mfa: { requiredBy: [] } })
  expect(await audited()).toEqual(['user.mfa_exemption_granted user true'])
})

it('ends at its time without any job; housekeeping notes that once', async () => {
  await grant({ reason: 'A new phone', until: inDays(1) })
  expect(await reach()).toBe(200)
  await expire()
  expect(await reach()).toBe(404)
  expect(await shown()).toBeNull()
  expect((await revoke()).status).toBe(404)
  const { system } = house.directoryDeps
  await purgeExpiredDirectory(system)
  await purgeExpiredDirectory(system)
  expect(await audited()).toEqual([
    'user.mfa_exemption_granted user true',
    'user.mfa_exemption_expired system true',
  ])
})

it('ends immediately when it is revoked, and can be granted again, replacing an expired one', async () => {
  await grant({ reason: 'A new phone', until: inDays(1) })
  expect((await revoke()).status).toBe(204)
  expect(await reach()).toBe(404)
  expect((await revoke()).status).toBe(404)
  await grant({ reason: 'Still no phone', until: inDays(1) })
  await expire()
  await grant({ reason: 'The phone is lost', until: inDays(90) })
  expect(await reach()).toBe(200)
  expect(await audited()).toEqual([
    'user.mfa_exemption_granted user true',
    'user.mfa_exemption_revoked user true',
    'user.mfa_exemption_granted user true',
    'user.mfa_exemption_expired system true',
    'user.mfa_exemption_granted user true',
  ])
})

it.each([
  [{ reason: ' ', until: inDays(1) }, 'reason'],
  [{ until: inDays(1) }, 'reason'],
  [{ reason: 'x'.repeat(501), until: inDays(1) }, 'reason'],
  [{ reason: 'A', until: inDays(-1) }, 'until'],
  [{ reason: 'A', until: inDays(91) }, 'until'],
])('is refused at the field: %j', async (body, field) => {
  const reply = await grant(body)
  expect([reply.status, reply.json['issues']]).toEqual([
    400,
    [expect.objectContaining({ path: ['body', field] })],
  ])
  expect(await reach()).toBe(404)
  expect(await audited()).toEqual([])
})

it('is granted by administrators of the account only, and to its own people only', async () => {
  const body = { reason: 'A', until: inDays(1) }
  const neighbor = await house.anAdmin(await house.anAccount())
  expect((await grant(body, user.userId, neighbor.token)).status).toBe(404)
  expect((await grant(body, user.userId, session)).status).toBe(404)
  expect((await grant(body, neighbor.userId)).status).toBe(404)
  const robots = `/iam/account/${place.accountId}/service-accounts`
  const robot = await house.ask('POST', robots, { as: admin.token, body: { name: 'Robot' } })
  expect((await grant(body, String(robot.json['id']))).status).toBe(404)
  expect(await audited()).toEqual([])
})

it('counts in its own account only, and goes with a user who is removed', async () => {
  const other = await house.anAccount()
  await require(other)
  await house.identity.addUser({ accountId: other.accountId, personId: user.personId })
  await grant({ reason: 'A', until: inDays(1) })
  const seen = await house.ask('GET', '/iam/session', { as: session })
  const needs = (seen.json['accounts'] as { id: string; needs: string | null }[]).map((each) => [
    each.id === place.accountId,
    each.needs,
  ])
  expect(new Map(needs as [boolean, string | null][])).toEqual(
    new Map([
      [true, null],
      [false, 'mfa'],
    ]),
  )
  const url = `/iam/account/${place.accountId}/users`
  expect((await house.ask('DELETE', `${url}/${user.userId}`, { as: admin.token })).status).toBe(204)
  const body = { email: user.email, name: 'Zoë' }
  const again = await house.ask('POST', url, { as: admin.token, body })
  expect(again.json).toMatchObject({ id: user.userId, mfaExemption: null })
  expect(await audited()).toEqual([
    'user.mfa_exemption_granted user true',
    'user.mfa_exemption_revoked user true',
  ])
})
