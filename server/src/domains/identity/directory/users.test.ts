import { type Admin, aDirectory, type Answer, type TestDirectory } from './directory.fixture.ts'
import { PASSWORD } from '@caseloom/testkit/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../identity.door.ts'

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let admin: Admin
let users: string

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  other = await house.anAccount()
  admin = await house.anAdmin(place)
  users = `/iam/account/${place.accountId}/users`
})

const post = (url: string, body: unknown = {}, as = admin.token) => house.ask('POST', url, { as, body })
const patch = (userId: string, body: unknown, as = admin.token) =>
  house.ask('PATCH', `${users}/${userId}`, { as, body })
const remove = (userId: string, as = admin.token) => house.ask('DELETE', `${users}/${userId}`, { as })
const list = async (query = '') => (await house.ask('GET', `${users}?${query}`, { as: admin.token })).json
const view = async (userId: string) =>
  ((await list('limit=200'))['items'] as Record<string, unknown>[]).find((user) => user['id'] === userId)
const issues = (reply: Answer) =>
  ((reply.json['issues'] ?? []) as { path: (string | number)[]; code: string }[]).map(
    (issue) => `${issue.path.join('.')} ${issue.code}`,
  )
const address = () => `new.${newId()}@example.test`
const audited = async (action: string) =>
  house.sql<{ object_id: string; actor_id: string }>(
    'select object_id, actor_id from caseloom.audit_entry where account_id = $1 and action = $2 order by id',
    [place.accountId, action],
  )
const analyst = () => ({ roleId: builtInRoleIds.analyst, tenantId: place.tenantId })

describe('inviting', () => {
  it('mails a new person a link that makes them a member with the roles and groups they were given', async () => {
    const email = address()
    const group = (await post(`/iam/account/${place.accountId}/groups`, { name: 'Night' })).json
    const body = { email, name: 'Nia New', roles: [analyst()], groupIds: [group['id']] }
    const reply = await post(users, body)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json).toMatchObject({
      email,
      name: 'Nia New',
      status: 'invited',
      roles: [analyst()],
      groupIds: [group['id']],
    })
    const mail = await house.lastMail(email)
    expect(mail).toMatchObject({
      account_id: place.accountId,
      subject: expect.stringContaining('invites you'),
    })
    expect(mail?.body).toMatch(/^http:\/\/localhost:4000\/set-password\?token=[\w-]{43}$/m)
    const token = await house.mailedToken(email)
    const check = await post('/iam/set-password/check', { token })
    expect(check.json).toEqual({ state: 'valid', email, purpose: 'invitation' })
    expect((await post('/iam/set-password', { token, password: PASSWORD })).status).toBe(204)
    const session = await house.logIn(email)
    const seen = await house.ask('GET', '/iam/session', { as: session })
    expect(seen.json['tenants']).toMatchObject([{ id: place.tenantId }])
    expect(await view(String(reply.json['id']))).toMatchObject({ status: 'active', invitedUntil: null })
    expect(await audited('user.invited')).toMatchObject([
      { object_id: reply.json['id'], actor_id: admin.userId },
    ])
    expect(await audited('user.joined')).toHaveLength(1)
  })

  it('gives a person who is known no link with a token, keeps their name, and lets them join by signing in', async () => {
    const known = await house.aUser(other)
    const reply = await post(users, { email: known.email.toUpperCase(), name: 'Someone Else' })
    expect(reply.json).toMatchObject({ name: 'Someone Else', status: 'invited', personId: known.personId })
    const mail = await house.lastMail(known.email)
    expect(mail?.body).toContain('\nhttp://localhost:4000/login\n')
    expect(mail?.body).not.toContain('token')
    expect(
      await house.sql('select 1 from caseloom.password_token where person_id = $1', [known.personId]),
    ).toEqual([])
    await house.logIn(known.email)
    expect(await view(String(reply.json['id']))).toMatchObject({ name: 'Zoë Example', status: 'active' })
  })

  it('shows the account nothing of a person who is known but the typed name, until they accept', async () => {
    const known = await house.aUser(other)
    await house.sql('update caseloom.person set name = $2 where id = $1', [known.personId, 'Hidden Quokka'])
    await house.sql(
      `insert into caseloom.totp (person_id, secret, created_at) values ($1, 'sealed', now())`,
      [known.personId],
    )
    const reply = await post(users, { email: known.email, name: 'Typed Name' })
    const id = String(reply.json['id'])
    expect(reply.json).toMatchObject({ name: 'Typed Name', mfa: false })
    expect((await list('text=quokka'))['total']).toBe(0)
    expect((await list('text=typed'))['total']).toBe(1)
    expect((await patch(id, { name: 'Typed Better', status: 'disabled' })).json).toMatchObject({
      name: 'Typed Better',
      status: 'disabled',
    })
    await patch(id, { status: 'active' })
    await post(`${users}/${id}/invite`)
    const entries = await house.ask('GET', `/iam/account/${place.accountId}/audit`, { as: admin.token })
    const mails = await house.sql<{ body: string }>('select body from caseloom.mail where account_id = $1', [
      place.accountId,
    ])
    const texts = [entries.text, (await house.ask('GET', users, { as: admin.token })).text]
    for (const text of [...texts, ...mails.map((mail) => mail.body)]) expect(text).not.toContain('Quokka')
    expect(entries.text).toContain('Typed Name')
    expect(mails).toHaveLength(2)
    await house.sql('delete from caseloom.totp where person_id = $1', [known.personId])
    await house.logIn(known.email)
    expect(await view(id)).toMatchObject({ name: 'Hidden Quokka', status: 'active' })
  })

  it('leads to the company’s own sign-in where passwords do not count', async () => {
    await house.sql('insert into caseloom.sign_in (account_id, password_allowed) values ($1, true)', [
      place.accountId,
    ])
    const second = address()
    const session = admin.token
    await house.sql('update caseloom.session set only_account = $2 where person_id = $1', [
      admin.personId,
      place.accountId,
    ])
    await house.sql('update caseloom.sign_in set password_allowed = false where account_id = $1', [
      place.accountId,
    ])
    expect((await post(users, { email: second, name: 'A' }, session)).status).toBe(201)
    expect((await house.lastMail(second))?.body).toContain('\nhttp://localhost:4000/login\n')
    expect((await house.lastMail(second))?.body).not.toContain('token')
  })

  it('expires after seven days, for the link and for signing in', async () => {
    const email = address()
    const known = await house.aUser(other)
    const fresh = await post(users, { email, name: 'A' })
    const invited = await post(users, { email: known.email, name: 'B' })
    const token = await house.mailedToken(email)
    await house.sql(`update caseloom.password_token set expires_at = now() - interval '1 s'`)
    await house.sql(
      `update caseloom.user set invited_until = now() - interval '1 s' where account_id = $1 and status = 'invited'`,
      [place.accountId],
    )
    expect((await post('/iam/set-password', { token, password: PASSWORD })).code).toBe(
      'password.token_expired',
    )
    await house.logIn(known.email)
    expect(await view(String(invited.json['id']))).toMatchObject({ status: 'invited' })
    expect((await post(`${users}/${String(fresh.json['id'])}/invite`)).status).toBe(200)
    const again = await house.mailedToken(email)
    expect((await post('/iam/set-password', { token: again, password: PASSWORD })).status).toBe(204)
  })

  it('is rejected for existing users, and two at the same time create one', async () => {
    const email = address()
    const both = await Promise.all([post(users, { email, name: 'A' }), post(users, { email, name: 'A' })])
    expect(new Set(both.map((reply) => reply.status))).toEqual(new Set([201, 409]))
    expect((await post(users, { email, name: 'A' })).code).toBe('user.exists')
  })

  it('answers with the link to pass on where no mail server is set, and never otherwise', async () => {
    const invitation = async (email: string) => (await post(users, { email, name: 'A' })).json['invitation']
    const [email, known] = [address(), await house.aUser(other)]
    const link = (token: string) => `http://localhost:4000/set-password?token=${token}`
    expect(await invitation(email)).toEqual({ mailed: false, link: link(await house.mailedToken(email)) })
    // It would open more than this account.
    expect(await invitation(known.email)).toEqual({ mailed: false, link: null })
    house.directoryDeps.capturing = false
    onTestFinished(() => void (house.directoryDeps.capturing = true))
    const third = address()
    const { json } = await post(users, { email: third, name: 'A' })
    expect(json['invitation']).toEqual({ mailed: true, link: null })
    const again = `${users}/${String(json['id'])}/invite`
    expect((await post(again)).json).toEqual({ mailed: true, link: null })
    house.directoryDeps.capturing = true
    const renewed = (await post(again)).json
    expect(renewed).toEqual({ mailed: false, link: link(await house.mailedToken(third)) })
  })

  it('again ends the older link', async () => {
    const email = address()
    const { json } = await post(users, { email, name: 'A' })
    const old = await house.mailedToken(email)
    await post(`${users}/${String(json['id'])}/invite`)
    expect((await post('/iam/set-password/check', { token: old })).json['state']).toBe('expired')
    expect((await post(`${users}/${admin.userId}/invite`)).code).toBe('user.not_invited')
  })

  it('reports foreign and missing roles, tenants and groups alike, at their fields', async () => {
    const foreign = await house.anAdmin(other)
    const base = `/iam/account/${other.accountId}`
    const role = await post(`${base}/roles`, { name: 'Theirs', permissions: [] }, foreign.token)
    const group = await post(`${base}/groups`, { name: 'Theirs' }, foreign.token)
    for (const [roleId, tenantId, groupId] of [
      [role.json['id'], other.tenantId, group.json['id']],
      [newId(), newId(), newId()],
    ]) {
      const body = { email: address(), name: 'A', roles: [{ roleId, tenantId }], groupIds: [groupId] }
      expect(issues(await post(users, body))).toEqual([
        'body.roles.0.roleId unknown',
        'body.roles.0.tenantId unknown',
      ])
      expect(issues(await post(users, { ...body, roles: [] }))).toEqual(['body.groupIds.0 unknown'])
    }
    expect((await list())['total']).toBe(1)
  })

  it('refuses names that would write headers of the mail', async () => {
    const reply = await post(users, { email: address(), name: 'Eve\r\nBcc: all@example.test' })
    expect(reply.status).toBe(400)
    expect((await post(users, { email: 'a@b.test\nBcc: c@d.test', name: 'A' })).status).toBe(400)
  })
})

describe('the list', () => {
  it('goes by folded name, page by page, with the total and filters', async () => {
    for (const name of ['Änne', 'anna', 'Zoe', 'Bob']) await post(users, { email: address(), name })
    await post(`/iam/account/${place.accountId}/service-accounts`, { name: 'annotator' })
    const names: unknown[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(page['total']).toBe(6)
      names.push(...(page['items'] as { name: string }[]).map((user) => user.name))
      if (page['next'] === null) break
      cursor = String(page['next'])
    }
    expect(names).toEqual(['anna', 'Änne', 'annotator', 'Bob', 'Zoe', 'Zoë Example'])
    expect((await list('text=ÄNN'))['total']).toBe(3)
    expect((await list('text=%25'))['total']).toBe(0)
    expect((await list('kind=service'))['items']).toMatchObject([
      { name: 'annotator', email: '', kind: 'service' },
    ])
    expect((await list('status=active'))['total']).toBe(2)
    expect((await list('text=service.invalid'))['total']).toBe(0)
  })

  it.each(['x', 'WyJhIl0', 'WyJhIiwieCJd'])('refuses the cursor %s', async (cursor) => {
    expect((await house.ask('GET', `${users}?cursor=${cursor}`, { as: admin.token })).status).toBe(400)
  })
})

describe('changing a user', () => {
  it('replaces roles as a whole; the change counts for the next request and is reported', async () => {
    const user = await house.aUser(place, 'analyst')
    const session = await house.logIn(user.email)
    const may = async () =>
      (await house.identity.authenticate(session, { tenantId: place.tenantId }))?.permissions.has('app:build')
    expect(await may()).toBe(false)
    const roles = [{ roleId: builtInRoleIds.tenantAdministrator, tenantId: null }]
    expect((await patch(user.userId, { roles })).json).toMatchObject({ roles })
    expect(await may()).toBe(true)
    expect((await patch(user.userId, { roles: [] })).json).toMatchObject({ roles: [] })
    expect(await may()).toBe(false)
    const notifications = await house.ask('GET', '/iam/me/notifications', { as: session })
    expect(notifications.json).toMatchObject({
      unread: 2,
      items: [{ kind: 'accessChanged', read: false }, {}],
    })
    expect(await audited('user.roles_changed')).toHaveLength(2)
    await patch(user.userId, { roles: [] })
    expect(await audited('user.roles_changed')).toHaveLength(2)
  })

  it('disables with effect on living sessions and API tokens, and enables again', async () => {
    const user = await house.aUser(place)
    const session = await house.logIn(user.email)
    const facts = await house.sql<{ id: string }>('select max(id) as id from caseloom.outbox')
    expect((await patch(user.userId, { status: 'disabled' })).json).toMatchObject({
      status: 'disabled',
      can: { disable: false },
    })
    expect((await house.ask('GET', '/iam/session', { as: session })).status).toBe(401)
    const announced = await house.sql<{ payload: { name?: string; kind?: string } }>(
      'select payload from caseloom.outbox where id > $1',
      [facts[0]?.id],
    )
    expect(announced.map(({ payload }) => payload.name ?? payload.kind)).toEqual(
      expect.arrayContaining(['users', 'actors.changed']),
    )
    await expect(house.logIn(user.email)).rejects.toThrow('session.bad_credentials')
    expect((await patch(user.userId, { status: 'active' })).json).toMatchObject({ status: 'active' })
    await house.logIn(user.email)
  })

  it('leaves sessions alone that another account’s provider opened', async () => {
    const user = await house.aUser(place)
    await house.identity.addUser({ accountId: other.accountId, personId: user.personId })
    const session = await house.logIn(user.email)
    await house.sql('update caseloom.session set only_account = $2 where person_id = $1', [
      user.personId,
      other.accountId,
    ])
    await post(`${users}/${user.userId}/end-sessions`)
    expect((await house.ask('GET', '/iam/session', { as: session })).status).toBe(200)
  })

  it('renames only who belongs to no other account', async () => {
    const user = await house.aUser(place)
    expect((await patch(user.userId, { name: 'Zoe' })).json).toMatchObject({ name: 'Zoe' })
    await house.identity.addUser({ accountId: other.accountId, personId: user.personId })
    expect(issues(await patch(user.userId, { name: 'Mine' }))).toEqual(['body.name elsewhere_too'])
  })

  it('cannot accept an invitation for someone: who is enabled unaccepted is invited again', async () => {
    const { json } = await post(users, { email: address(), name: 'A' })
    const id = String(json['id'])
    expect(issues(await patch(id, { status: 'active' }))).toEqual(['body.status not_accepted'])
    expect((await patch(id, { status: 'disabled' })).json).toMatchObject({ status: 'disabled' })
    expect((await patch(id, { status: 'active' })).json).toMatchObject({ status: 'invited' })
  })

  it('writes nothing when a part is wrong', async () => {
    const user = await house.aUser(place)
    const body = { status: 'disabled', roles: [{ roleId: newId(), tenantId: null }] }
    expect((await patch(user.userId, body)).status).toBe(400)
    expect(await view(user.userId)).toMatchObject({ status: 'active' })
  })

  it.each(['PATCH', 'DELETE'])('finds no foreign user by %s', async (method) => {
    const user = await house.aUser(other)
    const as = admin.token
    const foreign = await house.ask(method, `${users}/${user.userId}`, {
      as,
      ...(method === 'PATCH' ? { body: {} } : {}),
    })
    expect(foreign.status).toBe(404)
  })
})

describe('the last active administrator', () => {
  it.each([
    ['disabled', () => patch(admin.userId, { status: 'disabled' })],
    ['demoted', () => patch(admin.userId, { accountAdmin: false })],
    ['removed', () => remove(admin.userId)],
  ])('cannot be %s', async (_what, act) => {
    expect((await act()).code).toBe('user.last_admin')
    expect(await view(admin.userId)).toMatchObject({
      accountAdmin: true,
      status: 'active',
      can: { disable: false, remove: false },
    })
  })

  it('is left when two remove the permission from each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await house.anAdmin(place)
      const replies = await Promise.all([
        patch(second.userId, { accountAdmin: false }),
        patch(admin.userId, { accountAdmin: false }, second.token),
      ])
      const left = await house.sql<{ id: string }>(
        `select id from caseloom.user where account_id = $1 and account_admin and status = 'active'`,
        [place.accountId],
      )
      expect(left, replies.map((reply) => reply.text).join()).toHaveLength(1)
      await house.sql('update caseloom.user set account_admin = (id = $2) where account_id = $1', [
        place.accountId,
        admin.userId,
      ])
    }
  })

  it('is no service account, and no one who has not come yet', async () => {
    const service = await post(`/iam/account/${place.accountId}/service-accounts`, { name: 'Robot' })
    await patch(String(service.json['id']), { accountAdmin: true })
    await post(users, { email: address(), name: 'A', accountAdmin: true })
    expect((await remove(admin.userId)).code).toBe('user.last_admin')
  })
})

describe('removing a user', () => {
  it('shuts them out, keeps their name for the tenant, and lets them be invited again under the same id', async () => {
    const user = await house.aUser(place)
    const session = await house.logIn(user.email)
    const viewer = await house.logIn((await house.aUser(place)).email)
    expect((await remove(user.userId)).status).toBe(204)
    expect((await house.ask('GET', '/iam/session', { as: session })).status).toBe(401)
    expect(await view(user.userId)).toBeUndefined()
    expect((await remove(user.userId)).status).toBe(404)
    const people = await house.ask('GET', `/iam/tenant/${place.tenantId}/users`, { as: viewer })
    expect(people.json['items']).toContainEqual(expect.objectContaining({ id: user.userId, active: false }))
    const again = await post(users, { email: user.email, name: 'x', roles: [] })
    expect(again.json).toMatchObject({ id: user.userId, roles: [], status: 'invited' })
    expect((await house.lastMail(user.email))?.body).not.toContain('token')
    await house.logIn(user.email)
    expect(await view(user.userId)).toMatchObject({ status: 'active' })
  })
})

describe('security of a user', () => {
  async function withFactor(): Promise<{ userId: string; personId: string; email: string; session: string }> {
    const user = await house.aUser(place)
    const session = await house.logIn(user.email)
    await house.sql(
      `insert into caseloom.totp (person_id, secret, created_at) values ($1, 'sealed', now())`,
      [user.personId],
    )
    return { ...user, session }
  }

  it('loses all second factors and sessions, and hears of it', async () => {
    const user = await withFactor()
    expect(await view(user.userId)).toMatchObject({ mfa: true })
    expect((await post(`${users}/${user.userId}/reset-mfa`)).status).toBe(204)
    expect(await view(user.userId)).toMatchObject({ mfa: false })
    expect((await house.ask('GET', '/iam/session', { as: user.session })).status).toBe(401)
    expect((await house.lastMail(user.email))?.subject).toContain('second factors were removed')
  })

  it('stays whole against an administrator of one of several accounts, unless they are super administrator', async () => {
    const user = await withFactor()
    await house.identity.addUser({ accountId: other.accountId, personId: user.personId })
    expect((await post(`${users}/${user.userId}/reset-mfa`)).code).toBe('user.elsewhere_too')
    await house.sql('update caseloom.person set super_administrator = true where id = $1', [admin.personId])
    expect((await post(`${users}/${user.userId}/reset-mfa`)).status).toBe(204)
  })

  it('mails a reset link that the account may read only when it opens nothing else', async () => {
    const user = await house.aUser(place)
    const link = expect.stringContaining('/set-password?token=')
    expect((await post(`${users}/${user.userId}/reset-password`)).json).toEqual({ mailed: false, link })
    expect(await house.lastMail(user.email)).toMatchObject({ account_id: place.accountId })
    await house.identity.addUser({ accountId: other.accountId, personId: user.personId })
    const further = await post(`${users}/${user.userId}/reset-password`)
    expect(further.json).toEqual({ mailed: false, link: null })
    expect(await house.lastMail(user.email)).toMatchObject({ account_id: null })
    const token = await house.mailedToken(user.email)
    const session = await house.logIn(user.email)
    expect((await post('/iam/set-password', { token, password: 'other orbit mango 8' })).status).toBe(204)
    expect((await house.ask('GET', '/iam/session', { as: session })).status).toBe(401)
    await house.logIn(user.email, 'other orbit mango 8')
  })
})

describe('a mailed reset', () => {
  it('never shows its link when a mail server delivers it', async () => {
    house.directoryDeps.capturing = false
    onTestFinished(() => void (house.directoryDeps.capturing = true))
    const user = await house.aUser(place)
    const reply = await post(`${users}/${user.userId}/reset-password`)
    expect(reply.json).toEqual({ mailed: true, link: null })
  })
})

describe('who may', () => {
  it.each(['users', 'groups', 'roles', 'tokens', 'mails', 'audit'])(
    'only administrators of the account see its %s',
    async (list) => {
      const url = `/iam/account/${place.accountId}/${list}`
      const user = await house.logIn((await house.aUser(place, 'tenantAdministrator')).email)
      const foreign = (await house.anAdmin(other)).token
      expect((await house.ask('GET', url, { as: user })).code).toBe('right.missing')
      expect((await house.ask('GET', url, { as: foreign })).status).toBe(404)
      expect((await house.ask('GET', url, { as: admin.token })).status).toBe(200)
    },
  )
})
