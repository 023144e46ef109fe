import { type Admin, aDirectory, type TestDirectory } from './directory.fixture.ts'
import { PASSWORD } from '@caseloom/testkit/people'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const NEW_PASSWORD = 'other orbit mango 8'
let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let admin: Admin

beforeAll(async () => {
  house = await aDirectory(3)
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  other = await house.anAccount()
  admin = await house.anAdmin(place)
})

const forgot = (email: string) => house.ask('POST', '/iam/forgot-password', { body: { email } })
const set = (token: string, password = NEW_PASSWORD) =>
  house.ask('POST', '/iam/set-password', { body: { token, password } })
const check = async (token: string) =>
  (await house.ask('POST', '/iam/set-password/check', { body: { token } })).json
const mails = async () =>
  (await house.sql<{ count: number }>('select count(*)::int as count from caseloom.mail'))[0]?.count ?? 0

describe('a forgotten password', () => {
  it('is replaced by a link that counts once; every session ends and the person hears of it', async () => {
    const user = await house.aUser(place)
    const session = await house.logIn(user.email)
    expect((await forgot(` ${user.email.toUpperCase()}`.trim())).status).toBe(204)
    const mail = await house.lastMail(user.email)
    expect(mail).toMatchObject({ account_id: null, subject: 'Reset your Caseloom password' })
    const token = await house.mailedToken(user.email)
    expect(await check(token)).toEqual({ state: 'valid', email: user.email, purpose: 'reset' })
    expect((await set(token)).status).toBe(204)
    expect((await house.ask('GET', '/iam/session', { as: session })).status).toBe(401)
    await expect(house.logIn(user.email)).rejects.toThrow('session.bad_credentials')
    const fresh = await house.logIn(user.email, NEW_PASSWORD)
    expect((await set(token)).code).toBe('password.token_used')
    expect(await check(token)).toEqual({ state: 'used', email: null, purpose: null })
    expect((await house.lastMail(user.email))?.subject).toBe('Your password was changed')
    const notifications = await house.ask('GET', '/iam/me/notifications', { as: fresh })
    expect(notifications.json).toMatchObject({ items: [{ kind: 'securityChanged' }], unread: 1 })
  })

  it('keeps only a digest of the token', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const token = await house.mailedToken(user.email)
    const rows = await house.sql<{ token_hash: Buffer }>(
      'select token_hash from caseloom.password_token where person_id = $1',
      [user.personId],
    )
    expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest() }])
  })

  it('answers alike for everyone, and mails only active persons who may have a password', async () => {
    const [disabled, invited, ssoOnly] = [
      await house.aUser(place),
      await house.aUser(place),
      await house.aUser(other),
    ]
    await house.identity.setUserStatus(disabled.userId, 'disabled')
    await house.identity.setUserStatus(invited.userId, 'invited')
    await house.sql('insert into caseloom.sign_in (account_id, password_allowed) values ($1, false)', [
      other.accountId,
    ])
    const before = await mails()
    for (const email of [disabled.email, invited.email, ssoOnly.email, 'nobody@example.test']) {
      const reply = await forgot(email)
      expect([reply.status, reply.text]).toEqual([204, ''])
    }
    expect(await mails()).toBe(before)
    const [rows] = await house.sql<{ count: number }>(
      'select count(*)::int as count from caseloom.password_token where person_id = any($1::uuid[])',
      [[disabled.personId, invited.personId, ssoOnly.personId]],
    )
    expect(rows?.count).toBe(0)
    // Somewhere else they may have one.
    await house.identity.addUser({ accountId: place.accountId, personId: ssoOnly.personId })
    await forgot(ssoOnly.email)
    expect(await mails()).toBe(before + 1)
  })

  it('is asked for three times an hour by one address, whether it is known or not', async () => {
    for (const email of [(await house.aUser(place)).email, 'unknown@example.test']) {
      const codes: string[] = []
      for (let i = 0; i < 4; i += 1) codes.push((await forgot(email)).code)
      expect(codes).toEqual(['', '', '', 'request.too_many'])
    }
  })

  it('lasts an hour, and one that someone else asks for ends no earlier one', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const first = await house.mailedToken(user.email)
    const [row] = await house.sql<{ minutes: number }>(
      'select round(extract(epoch from expires_at - now()) / 60)::int as minutes from caseloom.password_token where person_id = $1',
      [user.personId],
    )
    expect(row?.minutes).toBe(60)
    await forgot(user.email)
    expect((await check(first))['state']).toBe('valid')
    const second = await house.mailedToken(user.email)
    await house.sql(
      `update caseloom.password_token set expires_at = now() - interval '1 s' where person_id = $1`,
      [user.personId],
    )
    expect((await set(second)).code).toBe('password.token_expired')
    expect((await check(second))['state']).toBe('expired')
  })

  it('ends with all others as soon as one is used', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const first = await house.mailedToken(user.email)
    await forgot(user.email)
    const second = await house.mailedToken(user.email)
    expect((await set(first)).code).toBe('')
    expect((await set(second)).code).toBe('password.token_expired')
  })
})

describe('a one-time token', () => {
  it.each(['', 'x', 'A'.repeat(43)])('is unknown when no one made it: %s', async (token) => {
    expect((await check(token))['state']).toBe('unknown')
    expect((await set(token)).code).toBe('password.token_unknown')
  })

  it('stays good while the password is too weak, reported at its field', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const token = await house.mailedToken(user.email)
    for (const [password, code] of [
      ['short', 'too_small'],
      ['password1234', 'weak_password'],
      [user.email, 'weak_password'],
    ]) {
      const reply = await set(token, password)
      expect(reply.json['issues']).toMatchObject([{ path: ['body', 'password'], code }])
    }
    expect((await set(token)).status).toBe(204)
  })

  it('counts once also when it comes twice at the same moment', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const token = await house.mailedToken(user.email)
    const replies = await Promise.all([set(token), set(token, 'third orbit mango 9')])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([204, 410]))
  })

  it('ends with the right to come in', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const token = await house.mailedToken(user.email)
    await house.identity.setUserStatus(user.userId, 'disabled')
    expect((await check(token))['state']).toBe('expired')
    expect((await set(token)).code).toBe('password.token_expired')
  })

  it('of an invitation joins that account only, and ends when the invitation does', async () => {
    const email = `nia.${place.tenantId}@example.test`
    const stranger = await house.anAdmin(other)
    const invite = (accountId: string, as: string) =>
      house.ask('POST', `/iam/account/${accountId}/users`, { as, body: { email, name: 'Nia' } })
    const first = await invite(place.accountId, admin.token)
    const token = await house.mailedToken(email)
    await invite(other.accountId, stranger.token)
    expect((await house.lastMail(email))?.body).not.toContain('token')
    await house.ask('PATCH', `/iam/account/${place.accountId}/users/${String(first.json['id'])}`, {
      as: admin.token,
      body: { status: 'disabled' },
    })
    expect((await set(token)).code).toBe('password.token_expired')
    await house.ask('PATCH', `/iam/account/${place.accountId}/users/${String(first.json['id'])}`, {
      as: admin.token,
      body: { status: 'active' },
    })
    await house.sql(
      'update caseloom.password_token set expires_at = now() + $2::interval where user_id = $1',
      [first.json['id'], '1 day'],
    )
    expect((await set(token)).status).toBe(204)
    const rows = await house.sql<{ account_id: string; status: string }>(
      'select account_id, status from caseloom.user u join caseloom.person p on p.id = u.person_id where p.email = $1',
      [email],
    )
    expect(new Map(rows.map((row) => [row.account_id, row.status]))).toEqual(
      new Map([
        [place.accountId, 'active'],
        [other.accountId, 'invited'],
      ]),
    )
  })

  it('of any kind ends the others of its person', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    const token = await house.mailedToken(user.email)
    await house.sql(
      `insert into caseloom.password_token (id, token_hash, person_id, purpose, created_at, expires_at)
       values (gen_random_uuid(), sha256('second'), $1, 'reset', now(), now() + interval '1 day')`,
      [user.personId],
    )
    expect((await check('second'))['state']).toBe('valid')
    expect((await set(token)).status).toBe(204)
    expect((await check('second'))['state']).toBe('expired')
  })

  it('does not restore the password that it replaced', async () => {
    const user = await house.aUser(place)
    await forgot(user.email)
    await set(await house.mailedToken(user.email))
    await expect(house.logIn(user.email, PASSWORD)).rejects.toThrow()
  })
})
