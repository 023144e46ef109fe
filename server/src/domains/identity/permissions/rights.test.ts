import { BUILT_IN_ROLES } from '@caseloom/contract/kernel/permissions'
import { somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../identity.door.ts'
import { groupsOfUsers } from './list-principals.ts'
import { permissionsOf } from '../people/roles.rules.ts'

let people: TestPeople
let place: { accountId: string; tenantId: string }
let second: string
beforeAll(async () => {
  people = await somePeople()
  place = await people.anAccount()
  second = await people.tenancy.createTenant({ accountId: place.accountId, name: 'Second' })
})
afterAll(() => people.close())

const actorIn = (user: TestUser, tenantId: string) => people.identity.actorOf(user.userId, tenantId)

describe('permissions', () => {
  const ways = [
    { to: 'user', where: 'tenant', first: true, second: false },
    { to: 'user', where: 'account', first: true, second: true },
    { to: 'group', where: 'tenant', first: true, second: false },
    { to: 'group', where: 'account', first: true, second: true },
  ] as const
  it.each(ways)('of a role given to a $to for the $where', async (way) => {
    const user = await people.aUser(place, null)
    const groupId = await people.identity.createGroup({ accountId: place.accountId, name: newId() })
    await people.identity.addToGroup({ accountId: place.accountId, groupId, userId: user.userId })
    await people.identity.assignRole({
      accountId: place.accountId,
      roleId: builtInRoleIds.viewer,
      to: way.to === 'user' ? { userId: user.userId } : { groupId },
      tenantId: way.where === 'tenant' ? place.tenantId : null,
    })
    const inFirst = await actorIn(user, place.tenantId)
    const inSecond = await actorIn(user, second)
    expect([inFirst !== null, inSecond !== null]).toEqual([way.first, way.second])
    expect(inFirst?.permissions).toEqual(new Set(BUILT_IN_ROLES.viewer.permissions))
    expect(new Set(inFirst?.principals)).toEqual(new Set([user.userId, groupId, builtInRoleIds.viewer]))
    expect(inFirst).toMatchObject({ id: user.userId, accountId: place.accountId, tenantId: place.tenantId })
  })

  it('list groups by user, within the account only', async () => {
    const [user, alone] = [await people.aUser(place, 'viewer'), await people.aUser(place, 'viewer')]
    const groupId = await people.identity.createGroup({ accountId: place.accountId, name: newId() })
    await people.identity.addToGroup({ accountId: place.accountId, groupId, userId: user.userId })
    const ids = [user.userId, alone.userId]
    const byUser = await groupsOfUsers(people.deps, place, ids)
    expect([...byUser]).toEqual([
      [user.userId, [groupId]],
      [alone.userId, []],
    ])
    const other = await people.anAccount()
    expect([...(await groupsOfUsers(people.deps, other, ids)).values()]).toEqual([[], []])
  })

  it('of several roles add up, custom ones included, and a change counts immediately', async () => {
    const user = await people.aUser(place, 'viewer')
    const roleId = await people.identity.createRole({
      accountId: place.accountId,
      name: newId(),
      permissions: ['playbook:run', 'record:delete'],
    })
    expect((await actorIn(user, place.tenantId))?.permissions.has('record:delete')).toBe(false)
    const given = {
      accountId: place.accountId,
      roleId,
      to: { userId: user.userId },
      tenantId: place.tenantId,
    }
    await people.identity.assignRole(given)
    await people.identity.assignRole(given)
    const actor = await actorIn(user, place.tenantId)
    expect(actor?.permissions).toEqual(
      new Set([...BUILT_IN_ROLES.viewer.permissions, 'playbook:run', 'record:delete']),
    )
    expect(actor?.principals.filter((id) => id === roleId)).toHaveLength(1)
    await people.identity.setUserStatus(user.userId, 'disabled')
    expect(await actorIn(user, place.tenantId)).toBeNull()
  })

  it('don’t reach into another account, whichever IDs are used', async () => {
    const other = await people.anAccount()
    const stranger = await people.aUser(other)
    const user = await people.aUser(place, null)
    const groupId = await people.identity.createGroup({ accountId: place.accountId, name: newId() })
    const theirRole = await people.identity.createRole({
      accountId: other.accountId,
      name: newId(),
      permissions: ['record:read'],
    })
    const { viewer } = builtInRoleIds
    const mine = { accountId: place.accountId, tenantId: place.tenantId }
    const attempts = [
      { ...mine, roleId: viewer, to: { userId: stranger.userId } },
      { ...mine, roleId: theirRole, to: { userId: user.userId } },
      { ...mine, roleId: viewer, to: { userId: user.userId }, tenantId: other.tenantId },
      { ...mine, roleId: newId(), to: { userId: user.userId } },
    ]
    for (const attempt of attempts) {
      await expect(people.identity.assignRole(attempt)).rejects.toMatchObject({ code: 'resource.not_found' })
    }
    await expect(
      people.identity.addToGroup({ accountId: place.accountId, groupId, userId: stranger.userId }),
    ).rejects.toMatchObject({ code: 'resource.not_found' })
    expect(await actorIn(stranger, place.tenantId)).toBeNull()
    expect(await actorIn(user, other.tenantId)).toBeNull()
  })

  it('are none in a tenant for administrators as such, who still administer [S1.02]', async () => {
    const personId = await people.identity.createPerson({
      email: `${newId()}@example.com`,
      name: 'Root',
      superAdministrator: true,
    })
    const userId = await people.identity.addUser({ accountId: place.accountId, personId, accountAdmin: true })
    expect(await people.identity.actorOf(userId, place.tenantId)).toBeNull()
    await people.identity.assignRole({
      accountId: place.accountId,
      roleId: builtInRoleIds.auditor,
      to: { userId },
      tenantId: place.tenantId,
    })
    const actor = await people.identity.actorOf(userId, place.tenantId)
    expect(actor).toMatchObject({ superAdministrator: true, adminOf: [place.accountId] })
    expect(actor?.permissions.has('record:update')).toBe(false)
  })

  it('end with the tenant', async () => {
    const own = await people.anAccount()
    const user = await people.aUser(own)
    expect(await actorIn(user, own.tenantId)).not.toBeNull()
    await people.tenancy.setTenantStatus(own.tenantId, 'suspended')
    expect(await actorIn(user, own.tenantId)).toBeNull()
    expect(await people.tenancy.tenant(own.tenantId)).toBeNull()
  })

  it('are not given by words that this version does not know', () => {
    const role = { id: newId(), built_in: null, permissions: ['record:read', 'record:explode'] }
    const unknown = { id: newId(), built_in: 'emperor', permissions: [] }
    expect(permissionsOf([role, unknown])).toEqual(new Set(['record:read']))
  })

  it('that change are reported to the hubs of each tenant concerned', async () => {
    const own = await people.anAccount()
    const { system } = people.installation.database
    const [mark] = await system.read((tx) =>
      tx.query<{ id: string }>('select coalesce(max(id), 0) as id from caseloom.outbox'),
    )
    const user = await people.aUser(own)
    const facts = await system.read((tx) =>
      tx.query<{ payload: Record<string, unknown> }>(
        'select payload from caseloom.outbox where id > $1 order by id',
        [mark?.id],
      ),
    )
    const users = facts.map((fact) => fact.payload).filter((fact) => fact['kind'] === 'users')
    expect(users).toMatchObject([
      { verb: 'created', tenantId: own.tenantId, id: user.userId, rev: 1 },
      { verb: 'updated', tenantId: own.tenantId, id: user.userId, rev: 2 },
    ])
  })
})

describe('persons', () => {
  it('share no email address, whatever its case', async () => {
    const email = `one.${newId()}@example.com`
    await people.identity.createPerson({ email, name: 'One' })
    await expect(
      people.identity.createPerson({ email: email.toUpperCase(), name: 'Two' }),
    ).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'email'], code: 'taken' }] },
    })
  })

  it.each([
    ['short', 'too_small'],
    ['password12', 'weak_password'],
    ['qwertyuiop12', 'weak_password'],
    ['alice.example', 'weak_password'],
    ['ExampleAlice-2026', 'weak_password'],
    ['x'.repeat(40), 'weak_password'],
  ])('may not take the password %s', (password, code) => {
    const words = ['Alice Example', 'alice@example.com', 'Example SOC']
    expect(people.identity.passwordFault(password, words)).toMatchObject({ code })
  })

  it('may take a passphrase', () => {
    expect(people.identity.passwordFault('kettle orbit mango 7', ['Alice Example'])).toBeNull()
  })
})
