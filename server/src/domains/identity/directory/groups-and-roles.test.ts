import { type Admin, aDirectory, type Answer, type TestDirectory } from './directory.fixture.ts'
import type { TestUser } from '@caseloom/testkit/people'
import { BUILT_IN_ROLES, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../identity.door.ts'

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let admin: Admin
let base: string

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  other = await house.anAccount()
  admin = await house.anAdmin(place)
  base = `/iam/account/${place.accountId}`
})

const call = (method: string, path: string, body?: unknown, as = admin.token): Promise<Answer> =>
  house.ask(method, `${base}/${path}`, { as, ...(body === undefined ? {} : { body }) })
const issues = (reply: Answer) =>
  ((reply.json['issues'] ?? []) as { path: (string | number)[]; code: string }[]).map(
    (issue) => `${issue.path.join('.')} ${issue.code}`,
  )
const items = async (path: string) => (await call('GET', path)).json['items'] as Record<string, unknown>[]
async function aGroup(name = 'Night shift'): Promise<string> {
  const reply = await call('POST', 'groups', {
    name,
    roles: [{ roleId: builtInRoleIds.analyst, tenantId: null }],
  })
  expect(reply.status, reply.text).toBe(201)
  return String(reply.json['id'])
}
async function aRole(name = 'Reader', permissions: string[] = ['record:read']): Promise<string> {
  const reply = await call('POST', 'roles', { name, permissions })
  expect(reply.status, reply.text).toBe(201)
  return String(reply.json['id'])
}
const permissionsOf = async (session: string) => [
  ...((await house.identity.authenticate(session, { tenantId: place.tenantId }))?.permissions ?? []),
]

describe('groups', () => {
  let user: TestUser
  let session: string
  beforeEach(async () => {
    user = await house.aUser(place, null)
    session = await house.logIn(user.email)
  })

  it('give their roles to members immediately, and take them back', async () => {
    const id = await aGroup()
    const added = await call('PATCH', `groups/${id}`, { addUserIds: [user.userId, user.userId] })
    expect(added.json).toMatchObject({ members: 1 })
    expect(await permissionsOf(session)).toContain('record:update')
    await call('PATCH', `groups/${id}`, {
      roles: [{ roleId: builtInRoleIds.viewer, tenantId: place.tenantId }],
    })
    expect(await permissionsOf(session)).not.toContain('record:update')
    expect(await permissionsOf(session)).toContain('record:read')
    await call('PATCH', `groups/${id}`, { removeUserIds: [user.userId] })
    expect(await permissionsOf(session)).toEqual([])
    const notifications = await house.ask('GET', '/iam/me/notifications', { as: session })
    expect(notifications.json).toMatchObject({ unread: 2 })
    const actions = await house.sql<{ action: string }>(
      `select action from caseloom.audit_entry where account_id = $1 and object_id = $2 order by at, id`,
      [place.accountId, id],
    )
    expect(actions.map((row) => row.action)).toEqual([
      'group.created',
      'group.members_changed',
      'group.roles_changed',
      'group.members_changed',
    ])
  })

  it('take their roles along when they go', async () => {
    const id = await aGroup()
    await call('PATCH', `groups/${id}`, { addUserIds: [user.userId] })
    expect((await call('DELETE', `groups/${id}`)).status).toBe(204)
    expect(await permissionsOf(session)).toEqual([])
    expect(await items('groups')).toEqual([])
    expect((await call('DELETE', `groups/${id}`)).status).toBe(404)
  })

  it('have names that are one whatever their case and form', async () => {
    const id = await aGroup('Café')
    expect((await call('POST', 'groups', { name: ' CAFE\u0301 ' })).code).toBe('name.taken')
    await aGroup('Other')
    expect((await call('PATCH', `groups/${id}`, { name: 'OTHER' })).code).toBe('name.taken')
    expect((await call('PATCH', `groups/${id}`, { name: 'CAFÉ' })).json).toMatchObject({ name: 'CAFÉ' })
  })

  it('reject foreign users, roles, and tenants like missing ones', async () => {
    const id = await aGroup()
    const foreign = await house.aUser(other)
    for (const userId of [foreign.userId, newId()]) {
      expect(issues(await call('PATCH', `groups/${id}`, { addUserIds: [userId] }))).toEqual([
        'body.addUserIds.0 unknown',
      ])
      expect(issues(await call('PATCH', `groups/${id}`, { removeUserIds: [userId] }))).toEqual([
        'body.removeUserIds.0 unknown',
      ])
    }
    const roles = [{ roleId: builtInRoleIds.viewer, tenantId: other.tenantId }]
    expect(issues(await call('POST', 'groups', { name: 'x', roles }))).toEqual([
      'body.roles.0.tenantId unknown',
    ])
    expect((await items('groups')).map((group) => group['name'])).toEqual(['Night shift'])
    const stranger = await house.anAdmin(other)
    const theirs = `/iam/account/${other.accountId}/groups/${id}`
    expect((await house.ask('PATCH', theirs, { as: stranger.token, body: { name: 'Mine' } })).status).toBe(
      404,
    )
    expect((await house.ask('DELETE', theirs, { as: stranger.token })).status).toBe(404)
  })

  it('keep a role in a tenant that is closed now', async () => {
    const roles = [{ roleId: builtInRoleIds.viewer, tenantId: place.tenantId }]
    const id = String((await call('POST', 'groups', { name: 'x', roles })).json['id'])
    await house.tenancy.setTenantStatus(place.tenantId, 'suspended')
    const more = [...roles, { roleId: builtInRoleIds.analyst, tenantId: null }]
    expect((await call('PATCH', `groups/${id}`, { roles: more })).json).toMatchObject({ roles: more })
  })
})

describe('roles', () => {
  it('list the built-in ones first, with what they hold in this version', async () => {
    await aRole()
    const roles = await items('roles')
    expect(roles.map((role) => role['name'])).toEqual([
      ...Object.values(BUILT_IN_ROLES).map((role) => role.name),
      'Reader',
    ])
    expect(roles[0]).toMatchObject({ builtIn: true, permissions: [...PERMISSIONS] })
    expect(roles.at(-1)).toMatchObject({ builtIn: false, permissions: ['record:read'], holders: 0 })
  })

  it('count for all who hold them as soon as they change', async () => {
    const id = await aRole()
    const user = await house.aUser(place, null)
    const session = await house.logIn(user.email)
    await call('PATCH', `users/${user.userId}`, { roles: [{ roleId: id, tenantId: null }] })
    expect(await permissionsOf(session)).toEqual(['record:read'])
    const reply = await call('PATCH', `roles/${id}`, {
      permissions: ['asset:use', 'record:create', 'asset:use'],
    })
    expect(reply.json).toMatchObject({
      permissions: ['record:create', 'asset:use'],
      holders: 1,
      name: 'Reader',
    })
    expect(await permissionsOf(session)).toEqual(['record:create', 'asset:use'])
  })

  it('stay while someone holds them, directly or by a group', async () => {
    const id = await aRole()
    const group = await call('POST', 'groups', { name: 'x', roles: [{ roleId: id, tenantId: null }] })
    expect((await call('DELETE', `roles/${id}`)).code).toBe('role.held')
    await call('DELETE', `groups/${String(group.json['id'])}`)
    expect((await call('DELETE', `roles/${id}`)).status).toBe(204)
  })

  it('cannot be changed when they are built in', async () => {
    expect((await call('PATCH', `roles/${builtInRoleIds.viewer}`, { name: 'Mine' })).code).toBe(
      'role.built_in',
    )
    expect((await call('DELETE', `roles/${builtInRoleIds.viewer}`)).code).toBe('role.built_in')
  })

  it('are of one account: a foreign one is found by no one else', async () => {
    const id = await aRole()
    const stranger = await house.anAdmin(other)
    const theirs = `/iam/account/${other.accountId}`
    const body = { name: 'Mine' }
    expect((await house.ask('PATCH', `${theirs}/roles/${id}`, { as: stranger.token, body })).status).toBe(404)
    expect((await house.ask('DELETE', `${theirs}/roles/${id}`, { as: stranger.token })).status).toBe(404)
    const roles = [{ roleId: id, tenantId: null }]
    const given = await house.ask('POST', `${theirs}/groups`, {
      as: stranger.token,
      body: { name: 'x', roles },
    })
    expect(issues(given)).toEqual(['body.roles.0.roleId unknown'])
    expect(
      JSON.stringify((await house.ask('GET', `${theirs}/roles`, { as: stranger.token })).json),
    ).not.toContain(id)
  })

  it('have names of their own in the account', async () => {
    await aRole('Reader')
    expect((await call('POST', 'roles', { name: 'reader', permissions: [] })).code).toBe('name.taken')
    expect((await call('POST', 'roles', { name: 'Viewer', permissions: [] })).code).toBe('')
    expect((await call('POST', 'roles', { name: 'x', permissions: ['record:own'] })).status).toBe(400)
  })

  it('can’t be assigned and removed at the same time', async () => {
    const id = await aRole()
    const [given, removed] = await Promise.all([
      call('POST', 'groups', { name: 'x', roles: [{ roleId: id, tenantId: null }] }),
      call('DELETE', `roles/${id}`),
    ])
    const outcome = `${given.status} ${removed.status}`
    expect(['201 409', '400 204']).toContain(outcome)
  })
})
