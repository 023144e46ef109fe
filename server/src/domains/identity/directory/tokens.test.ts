import { type Admin, aDirectory, type Answer, type TestDirectory } from './directory.fixture.ts'
import { PASSWORD, type TestUser } from '@caseloom/testkit/people'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../identity.door.ts'
import { purgeExpiredDirectory } from './directory-retention.ts'

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let admin: Admin

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  other = await house.anAccount()
  admin = await house.anAdmin(place)
})

const days = (count: number) => new Date(Date.now() + count * 24 * 3600_000).toISOString()
const issues = (reply: Answer) =>
  ((reply.json['issues'] ?? []) as { path: (string | number)[]; code: string }[]).map(
    (issue) => `${issue.path.join('.')} ${issue.code}`,
  )
const mine = (accountId = place.accountId) => `/iam/me/account/${accountId}/tokens`
async function make(as: string, over: object = {}): Promise<Answer> {
  const body = { name: 'CI', scopes: ['record:read'], expiresAt: days(30), ...over }
  return house.ask('POST', mine(), { as, body })
}
async function aToken(session: string, scopes: string[]): Promise<{ text: string; id: string }> {
  const reply = await make(session, { scopes })
  expect(reply.status, reply.text).toBe(201)
  return { text: String(reply.json['token']), id: (reply.json['view'] as { id: string }).id }
}
const actorOf = (text: string, named: { tenantId?: string; accountId?: string } = {}) =>
  house.identity.authenticate(text, named)
async function signedIn(
  role: 'analyst' | 'tenantAdministrator' = 'analyst',
): Promise<TestUser & { session: string }> {
  const user = await house.aUser(place, role)
  return { ...user, session: await house.logIn(user.email) }
}

describe('an API token', () => {
  it('is shown once and retained as a digest', async () => {
    const { session } = await signedIn()
    const reply = await make(session)
    const text = String(reply.json['token'])
    expect(text).toMatch(/^clt_[\w-]{43}$/)
    expect(reply.json['view']).toMatchObject({ name: 'CI', start: text.slice(0, 10), lastUsedAt: null })
    const rows = await house.sql<{ token_hash: Buffer; row: string }>(
      'select token_hash, t::text as row from caseloom.api_token t where account_id = $1',
      [place.accountId],
    )
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(text).digest())
    expect(rows[0]?.row).not.toContain(text)
    const listed = await house.ask('GET', mine(), { as: session })
    expect(listed.text).not.toContain(text)
    expect(listed.json['items']).toHaveLength(1)
  })

  it('may do what its user may and its scopes name, no more', async () => {
    const user = await signedIn('analyst')
    const { text } = await aToken(user.session, ['record:read', 'record:delete', 'account:admin'])
    const actor = await actorOf(text, { tenantId: place.tenantId })
    expect(actor).toMatchObject({ kind: 'user', id: user.userId, superAdministrator: false, adminOf: [] })
    expect([...(actor?.permissions ?? [])]).toEqual(['record:read'])
    await house.identity.assignRole({ ...place, roleId: builtInRoleIds.lead, to: { userId: user.userId } })
    expect([...((await actorOf(text, { tenantId: place.tenantId }))?.permissions ?? [])]).toEqual([
      'record:read',
      'record:delete',
    ])
  })

  it('administers its account only with the scope for it, and never the installation', async () => {
    await house.sql('update caseloom.person set super_administrator = true where id = $1', [admin.personId])
    await house.identity.addUser({ accountId: other.accountId, personId: admin.personId, accountAdmin: true })
    const plain = await aToken(admin.token, ['record:read'])
    const strong = await aToken(admin.token, ['account:admin'])
    const users = `/iam/account/${place.accountId}/users`
    expect((await house.ask('GET', users, { as: plain.text })).code).toBe('right.missing')
    expect((await house.ask('GET', users, { as: strong.text })).status).toBe(200)
    expect(
      (await house.ask('GET', `/iam/account/${other.accountId}/users`, { as: strong.text })).status,
    ).toBe(404)
    expect((await house.ask('GET', '/iam/mails', { as: strong.text })).code).toBe('right.missing')
    expect((await house.ask('GET', '/iam/mails', { as: admin.token })).status).toBe(200)
  })

  it('opens nothing in other accounts and tenants, their hubs included', async () => {
    const user = await signedIn()
    const theirs = await house.identity.addUser({ accountId: other.accountId, personId: user.personId })
    await house.identity.assignRole({ ...other, roleId: builtInRoleIds.lead, to: { userId: theirs } })
    const { text } = await aToken(user.session, ['record:read'])
    for (const named of [
      other,
      { accountId: other.accountId },
      { tenantId: other.tenantId },
      { tenantId: newId() },
      {},
    ])
      expect(await actorOf(text, named)).toMatchObject({
        id: null,
        tenantId: null,
        accountId: null,
        adminOf: [],
      })
    expect((await house.ask('GET', `/iam/tenant/${other.tenantId}/users`, { as: text })).status).toBe(404)
    expect((await house.ask('GET', `/iam/tenant/${place.tenantId}/users`, { as: text })).status).toBe(200)
  })

  it('is no session: it changes nothing of its person and makes no tokens', async () => {
    const { session } = await signedIn()
    const { text } = await aToken(session, ['record:read', 'account:admin'])
    const own: [string, string, unknown][] = [
      ['GET', '/iam/me', undefined],
      ['PATCH', '/iam/me', { name: 'Mallory' }],
      ['POST', '/iam/me/password', { password: PASSWORD, currentPassword: PASSWORD }],
      ['POST', '/iam/me/totp', {}],
      ['POST', mine(), { name: 'x', scopes: ['record:read'], expiresAt: days(1) }],
      ['GET', '/iam/me/notifications', undefined],
    ]
    for (const [method, url, body] of own) {
      const reply = await house.ask(method, url, { as: text, ...(body === undefined ? {} : { body }) })
      expect([url, reply.code]).toEqual([url, 'right.missing'])
    }
    expect((await house.ask('GET', '/iam/session', { as: text })).status).toBeGreaterThan(399)
  })

  it.each([
    [
      'its end has come',
      `update caseloom.api_token set expires_at = now() - interval '1 second' where account_id = $1`,
    ],
    ['its user is disabled', `update caseloom.user set status = 'disabled' where account_id = $1`],
    ['its user is removed', `update caseloom.user set status = 'removed' where account_id = $1`],
    ['it is deleted', `delete from caseloom.api_token where account_id = $1`],
  ])('is refused when %s', async (_what, change) => {
    const { session } = await signedIn()
    const { text } = await aToken(session, ['record:read'])
    expect(await actorOf(text, place)).not.toBeNull()
    await house.sql(change, [place.accountId])
    expect(await actorOf(text, place)).toBeNull()
  })

  it.each(['', 'x', '_', `${'A'.repeat(39)}.abc`])(
    'is refused when it is not whole: clt_%s',
    async (rest) => {
      expect(await actorOf(`clt_${rest}`, place)).toBeNull()
    },
  )

  it('reports in the audit log that a token acted, and which', async () => {
    const { text } = await aToken(admin.token, ['account:admin'])
    await house.ask('POST', `/iam/account/${place.accountId}/groups`, {
      as: text,
      body: { name: 'Made by token' },
    })
    const { json } = await house.ask('GET', `/iam/account/${place.accountId}/audit?action=group.created`, {
      as: admin.token,
    })
    expect(json['items']).toMatchObject([
      { actor: { kind: 'token', id: admin.userId, name: 'Zoë Example (CI)' } },
    ])
  })

  it('notes its use at most once a minute', async () => {
    const { session } = await signedIn()
    const { text } = await aToken(session, ['record:read'])
    const used = async () =>
      (
        await house.sql<{ at: Date | null }>(
          'select last_used_at as at from caseloom.api_token where account_id = $1',
          [place.accountId],
        )
      )[0]?.at
    await actorOf(text, place)
    const first = await used()
    expect(first).toBeInstanceOf(Date)
    await actorOf(text, place)
    expect(await used()).toEqual(first)
    await house.sql(
      `update caseloom.api_token set last_used_at = now() - interval '61 s' where account_id = $1`,
      [place.accountId],
    )
    await actorOf(text, place)
    expect((await used())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Number.NaN)
  })

  it('ends within two years', async () => {
    const { session } = await signedIn()
    expect(issues(await make(session, { expiresAt: days(732) }))).toEqual(['body.expiresAt too_big'])
    expect(issues(await make(session, { expiresAt: days(-1) }))).toEqual(['body.expiresAt too_small'])
    expect((await make(session, { expiresAt: days(729) })).status).toBe(201)
  })

  it('is made by a fresh session or with the password, and its person hears of it', async () => {
    const { session, email, personId } = await signedIn()
    await house.sql(
      `update caseloom.session set created_at = now() - interval '11 min' where person_id = $1`,
      [personId],
    )
    expect((await make(session)).code).toBe('session.proof_needed')
    expect((await make(session, { currentPassword: 'wrong' })).code).toBe('session.proof_needed')
    expect((await make(session, { currentPassword: PASSWORD })).status).toBe(201)
    expect((await house.lastMail(email))?.subject).toBe('An API token was created for you')
  })

  it('is ended by its user or an administrator, by no one else', async () => {
    const [user, colleague, stranger] = [await signedIn(), await signedIn(), await house.anAdmin(other)]
    const { id, text } = await aToken(user.session, ['record:read'])
    const end = (url: string, as: string) => house.ask('DELETE', `${url}/${id}`, { as })
    expect((await end(mine(), colleague.session)).status).toBe(404)
    expect((await end(mine(other.accountId), stranger.token)).status).toBe(404)
    expect((await end(`/iam/account/${other.accountId}/tokens`, stranger.token)).status).toBe(404)
    expect(await actorOf(text, place)).not.toBeNull()
    expect((await end(`/iam/account/${place.accountId}/tokens`, admin.token)).status).toBe(204)
    expect(await actorOf(text, place)).toBeNull()
    const second = await aToken(user.session, ['record:read'])
    expect((await house.ask('DELETE', `${mine()}/${second.id}`, { as: user.session })).status).toBe(204)
  })
})

describe('a service account', () => {
  async function aService(): Promise<string> {
    const roles = [{ roleId: builtInRoleIds.analyst, tenantId: place.tenantId }]
    const reply = await house.ask('POST', `/iam/account/${place.accountId}/service-accounts`, {
      as: admin.token,
      body: { name: 'Feed', roles },
    })
    expect(reply.json).toMatchObject({ kind: 'service', email: '', status: 'active', roles })
    return String(reply.json['id'])
  }
  const token = (userId: string, body: object = {}) =>
    house.ask('POST', `/iam/account/${place.accountId}/users/${userId}/tokens`, {
      as: admin.token,
      body: { name: 'T', scopes: ['record:read', 'record:create'], expiresAt: days(30), ...body },
    })

  it('acts by tokens that administrators make', async () => {
    const id = await aService()
    const made = await token(id)
    const actor = await actorOf(String(made.json['token']), place)
    expect(actor).toMatchObject({ id, name: 'Feed', token: { name: 'T' } })
    expect([...(actor?.permissions ?? [])]).toEqual(['record:read', 'record:create'])
    const listed = await house.ask('GET', `/iam/account/${place.accountId}/tokens`, { as: admin.token })
    expect(listed.json['items']).toMatchObject([{ userName: 'Feed', userId: id }])
    await house.ask('PATCH', `/iam/account/${place.accountId}/users/${id}`, {
      as: admin.token,
      body: { status: 'disabled' },
    })
    expect(await actorOf(String(made.json['token']), place)).toBeNull()
  })

  it('is the only one that administrators make tokens for', async () => {
    const user = await house.aUser(place)
    expect((await token(user.userId)).code).toBe('user.not_service')
    expect((await token((await house.aUser(other)).userId)).status).toBe(404)
  })

  it('never logs in, is never mailed, and has no address that can be taken', async () => {
    const id = await aService()
    const [row] = await house.sql<{ email: string }>(
      'select p.email from caseloom.person p join caseloom.user u on u.person_id = p.id where u.id = $1',
      [id],
    )
    const email = row?.email ?? ''
    expect((await house.ask('POST', '/iam/login', { body: { email, password: PASSWORD } })).code).toBe(
      'session.bad_credentials',
    )
    await house.ask('POST', '/iam/forgot-password', { body: { email } })
    for (const action of ['reset-password', 'reset-mfa'])
      expect(
        (
          await house.ask('POST', `/iam/account/${place.accountId}/users/${id}/${action}`, {
            as: admin.token,
            body: {},
          })
        ).status,
      ).toBe(404)
    expect(await house.lastMail(email)).toBeNull()
    const stranger = await house.anAdmin(other)
    const invited = await house.ask('POST', `/iam/account/${other.accountId}/users`, {
      as: stranger.token,
      body: { email, name: 'x' },
    })
    expect(issues(invited)).toEqual(['body.email taken'])
    const seen = await house.ask('GET', `/iam/tenant/${place.tenantId}/users`, {
      as: (await signedIn()).session,
    })
    expect(seen.text).toContain('Feed')
    expect(seen.text).not.toContain(email)
  })
})

describe('keeping', () => {
  it('deletes tokens that ended long ago, used links and old notifications', async () => {
    const { session } = await signedIn()
    await aToken(session, ['record:read'])
    await house.sql(`update caseloom.api_token set expires_at = now() - interval '91 days'`)
    await house.sql(`update caseloom.notification set at = now() - interval '91 days'`)
    await house.sql(`update caseloom.known_device set seen_at = now() - interval '91 days'`)
    await purgeExpiredDirectory(house.directoryDeps.system)
    for (const table of ['api_token', 'notification', 'known_device'])
      expect([table, await house.sql(`select 1 from caseloom.${table}`)]).toEqual([table, []])
  })
})
