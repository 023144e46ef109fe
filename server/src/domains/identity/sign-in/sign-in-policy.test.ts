import { SessionView } from '@caseloom/contract/identity/identity'
import { beginPasskey, beginTotp, confirmTotp, Me } from '@caseloom/contract/identity/sign-in'
import { Authenticator } from '@caseloom/testkit/authenticator'
import { Browser } from '@caseloom/testkit/browser'
import { ORIGIN, PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoleIds } from '../identity.door.ts'
import { openSession } from './open-session.ts'
import { getPerson } from '../people/person.store.ts'
import { shortenSessions } from '../sessions/session.store.ts'
import { purgeExpiredSessions } from '../sessions/purge-expired-sessions.ts'

interface Place {
  accountId: string
  tenantId: string
}
let people: TestPeople
beforeAll(async () => {
  people = await somePeople({ email: 20, ip: 10_000 })
})
afterAll(() => people.close())

function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return people.installation.database.system.tx((tx) => tx.query<Row>(text, values))
}
interface Policy {
  mfa?: boolean
  password?: boolean
  idle?: number
  hours?: number
}
async function demand(
  { accountId }: Place,
  { mfa = false, password = true, idle = 480, hours = 168 }: Policy,
) {
  await sql(
    `insert into caseloom.sign_in (account_id, mfa_required, password_allowed, idle_minutes, absolute_hours)
     values ($1, $2, $3, $4, $5) on conflict (account_id) do update set mfa_required = $2, password_allowed = $3,
       idle_minutes = $4, absolute_hours = $5`,
    [accountId, mfa, password, idle, hours],
  )
}
async function anAccountWith(policy: Policy): Promise<Place> {
  const place = await people.anAccount()
  await demand(place, policy)
  return place
}
/** A user of all these accounts, viewer in each tenant. */
async function aUserOf(first: Place, ...others: Place[]): Promise<TestUser> {
  const user = await people.aUser(first, 'viewer')
  for (const { accountId, tenantId } of others) {
    const userId = await people.identity.addUser({ accountId, personId: user.personId })
    await people.identity.assignRole({ accountId, roleId: builtInRoleIds.viewer, to: { userId }, tenantId })
  }
  return user
}
async function signedIn(user: TestUser): Promise<Browser> {
  const browser = new Browser(people.http)
  const { email } = user
  expect((await browser.post('/iam/login', { email, password: PASSWORD })).status).toBe(200)
  return browser
}
/** A session as an account's own provider opens it. */
async function bySso(user: TestUser, onlyAccount: string): Promise<Browser> {
  const browser = new Browser(people.http)
  const opened = await people.installation.database.system.tx(async (tx) => {
    const person = await getPerson(tx, user.personId)
    if (person === null) throw new Error('No such person')
    const origin = { ip: '127.0.0.1', agent: null }
    return openSession(tx, { person, strength: 'sso', onlyAccount, origin, before: null })
  })
  browser.cookie = opened.token
  return browser
}
async function viewOf(browser: Browser) {
  const view = SessionView.parse((await browser.get('/iam/session')).json)
  return {
    view,
    needs: new Map<string, string | null>(view.accounts.map((account) => [account.id, account.needs])),
    tenants: new Set<string>(view.tenants.map((tenant) => tenant.id)),
  }
}
/** 200 when the session acts in the tenant, 404 when it looks missing. */
async function reach(browser: Browser, { tenantId }: Place): Promise<number> {
  return (await browser.get(`/iam/tenant/${tenantId}/users`)).status
}
async function enrol(browser: Browser): Promise<void> {
  const { secret } = await browser.postFor(beginTotp, {})
  await browser.postFor(confirmTotp, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
}

describe('an account that demands a second factor', () => {
  it('keeps out a session of a password alone until its person enrols, and lets it in immediately then', async () => {
    const [open, strict] = [await anAccountWith({}), await anAccountWith({ mfa: true })]
    const user = await aUserOf(open, strict)
    const browser = await signedIn(user)
    const before = await viewOf(browser)
    expect([before.needs.get(open.accountId), before.needs.get(strict.accountId)]).toEqual([null, 'mfa'])
    expect(before.tenants).toEqual(new Set([open.tenantId]))
    expect([await reach(browser, open), await reach(browser, strict)]).toEqual([200, 404])
    expect((await browser.post('/iam/session/tenant', strict)).status).toBe(404)
    const me = Me.parse((await browser.get('/iam/me')).json)
    expect(me.mfa.requiredBy).toHaveLength(1)
    await enrol(browser)
    const after = await viewOf(browser)
    expect([...after.needs.values()]).toEqual([null, null])
    expect([await reach(browser, open), await reach(browser, strict)]).toEqual([200, 200])
  })

  it('is met by a passkey too, and no more once the last factor is gone', async () => {
    const strict = await anAccountWith({ mfa: true })
    const browser = await signedIn(await aUserOf(strict))
    const { challenge, options } = await browser.postFor(beginPasskey, {})
    const response = new Authenticator(ORIGIN).create(options)
    expect((await browser.post('/iam/me/passkeys', { challenge, name: 'Key', response })).status).toBe(200)
    expect(await reach(browser, strict)).toBe(200)
    const { mfa } = Me.parse((await browser.get('/iam/me')).json)
    await browser.post(`/iam/me/passkeys/${mfa.passkeys[0]?.id}/remove`)
    expect(await reach(browser, strict)).toBe(404)
    expect((await viewOf(browser)).needs.get(strict.accountId)).toBe('mfa')
  })

  it('keeps out from the next request on when it begins to, and lets in again when it stops', async () => {
    const place = await anAccountWith({})
    const browser = await signedIn(await aUserOf(place))
    expect(await reach(browser, place)).toBe(200)
    await demand(place, { mfa: true })
    expect(await reach(browser, place)).toBe(404)
    await demand(place, {})
    expect(await reach(browser, place)).toBe(200)
  })

  it('gives its administrators no permissions over it before, and a super administrator none over the installation', async () => {
    const strict = await anAccountWith({ mfa: true })
    const user = await aUserOf(strict)
    await sql('update caseloom.user set account_admin = true where id = $1', [user.userId])
    await sql('update caseloom.person set super_administrator = true where id = $1', [user.personId])
    const browser = await signedIn(user)
    const actor = () => people.identity.authenticate(browser.cookie ?? '', { accountId: strict.accountId })
    expect(await actor()).toMatchObject({ superAdministrator: false, adminOf: [], accountId: null })
    const weak = await viewOf(browser)
    expect(weak.view.user.superAdministrator).toBe(false)
    expect(weak.view.accounts[0]).toMatchObject({ admin: false, needs: 'mfa' })
    await enrol(browser)
    expect(await actor()).toMatchObject({ superAdministrator: true, adminOf: [strict.accountId] })
    expect((await viewOf(browser)).view.user.superAdministrator).toBe(true)
  })

  it('does not hold up playbooks that run as its users', async () => {
    const strict = await anAccountWith({ mfa: true, password: false })
    const user = await aUserOf(strict)
    expect(await people.identity.actorOf(user.userId, strict.tenantId)).toMatchObject({
      tenantId: strict.tenantId,
    })
  })
})

describe('a session that an account’s own provider opened', () => {
  it('acts in that account only, sees no other, and meets its demand for a second factor', async () => {
    const [own, other] = [await anAccountWith({ mfa: true, password: false }), await anAccountWith({})]
    const user = await aUserOf(own, other)
    const browser = await bySso(user, own.accountId)
    const { view, needs, tenants } = await viewOf(browser)
    expect([...needs]).toEqual([[own.accountId, null]])
    expect(tenants).toEqual(new Set([own.tenantId]))
    expect(view.defaults).toBeNull()
    expect([await reach(browser, own), await reach(browser, other)]).toEqual([200, 404])
    expect((await browser.post('/iam/session/tenant', other)).status).toBe(404)
    const password = await signedIn(user)
    expect([await reach(password, own), await reach(password, other)]).toEqual([404, 200])
    expect((await viewOf(password)).needs.get(own.accountId)).toBe('sso')
  })

  it('is no super administrator’s', async () => {
    const own = await anAccountWith({})
    const user = await aUserOf(own)
    await sql('update caseloom.person set super_administrator = true where id = $1', [user.personId])
    const browser = await bySso(user, own.accountId)
    expect((await viewOf(browser)).view.user.superAdministrator).toBe(false)
    const actor = await people.identity.authenticate(browser.cookie ?? '', {})
    expect(actor?.superAdministrator).toBe(false)
    expect((await viewOf(await signedIn(user))).view.user.superAdministrator).toBe(true)
  })

  it('proves nothing: the password is asked for, however young it is, or got by mail', async () => {
    const [own, other] = [await anAccountWith({}), await anAccountWith({})]
    const both = await bySso(await aUserOf(own, other), own.accountId)
    const change = { password: 'orbit kettle papaya 9' }
    expect((await both.post('/iam/me/password', change)).code).toBe('session.account_only')
    expect((await both.post('/iam/me/totp')).code).toBe('session.proof_needed')
    expect((await both.post('/iam/me/totp', { currentPassword: PASSWORD })).status).toBe(200)
    const single = await bySso(await aUserOf(own), own.accountId)
    expect((await single.post('/iam/me/password', change)).code).toBe('session.proof_needed')
  })
})

describe('the end of a session', () => {
  async function boundsOf(user: TestUser) {
    const [row] = await sql<{ idle: number; whole: number }>(
      `select extract(epoch from idle_until - last_seen_at)::int / 60 as idle,
              extract(epoch from expires_at - created_at)::int / 3600 as whole
         from caseloom.session where person_id = $1`,
      [user.personId],
    )
    return row
  }

  it('comes by the strictest of the person’s accounts, eight hours and seven days where none says', async () => {
    const [plain, short, long] = [
      await people.anAccount(),
      await anAccountWith({ idle: 30, hours: 200 }),
      await anAccountWith({ idle: 1000, hours: 12 }),
    ]
    const users = [await aUserOf(plain), await aUserOf(short, long), await aUserOf(long)]
    for (const user of users) await signedIn(user)
    expect(await Promise.all(users.map(boundsOf))).toEqual([
      { idle: 480, whole: 168 },
      { idle: 30, whole: 12 },
      { idle: 1000, whole: 12 },
    ])
    const bound = await aUserOf(short, long)
    await bySso(bound, long.accountId)
    expect(await boundsOf(bound)).toEqual({ idle: 1000, whole: 12 })
  })

  it('follows bounds that became stricter', async () => {
    const place = await anAccountWith({})
    const user = await aUserOf(place)
    const browser = await signedIn(user)
    const { accountId } = place
    const { system } = people.installation.database
    await system.tx((tx) => shortenSessions(tx, { accountId, idleMinutes: 15, absoluteHours: 2 }))
    expect(await boundsOf(user)).toEqual({ idle: 15, whole: 2 })
    await demand(place, { idle: 10, hours: 1 })
    await sql(
      `update caseloom.session set last_seen_at = last_seen_at - interval '2 minutes' where person_id = $1`,
      [user.personId],
    )
    await browser.get('/iam/session')
    expect(await boundsOf(user)).toEqual({ idle: 10, whole: 1 })
  })

  it('is not put off by looks that do not use the session, as open sockets do', async () => {
    const user = await aUserOf(await people.anAccount())
    const { cookie } = await signedIn(user)
    await sql(
      `update caseloom.session set last_seen_at = last_seen_at - interval '2 minutes' where person_id = $1`,
      [user.personId],
    )
    const seen = () =>
      sql<{ at: string }>('select last_seen_at::text as at from caseloom.session where person_id = $1', [
        user.personId,
      ])
    const before = await seen()
    expect(await people.identity.authenticate(cookie ?? '', {}, { touch: false })).not.toBeNull()
    expect(await seen()).toEqual(before)
    expect(await people.identity.authenticate(cookie ?? '', {})).not.toBeNull()
    expect(await seen()).not.toEqual(before)
  })

  it('is deleted at the next sweep, with questions that no one answered', async () => {
    const user = await aUserOf(await people.anAccount())
    const browser = await signedIn(user)
    await signedIn(user)
    await browser.post('/iam/login/passkey/options')
    await sql(
      `update caseloom.session set idle_until = now() - interval '1 second'
        where id = (select id from caseloom.session where person_id = $1 order by id limit 1)`,
      [user.personId],
    )
    await sql(`update caseloom.sign_in_challenge set expires_at = now() - interval '1 second'`)
    expect(await purgeExpiredSessions(people.installation.database.system)).toBeGreaterThanOrEqual(2)
    expect(await sql('select 1 from caseloom.session where person_id = $1', [user.personId])).toHaveLength(1)
    expect(await sql('select 1 from caseloom.sign_in_challenge where expires_at < now()')).toEqual([])
  })

  it('comes immediately for who is disabled everywhere, also when the session is still there', async () => {
    const user = await aUserOf(await people.anAccount())
    const browser = await signedIn(user)
    await sql(`update caseloom.user set status = 'disabled' where id = $1`, [user.userId])
    expect((await browser.get('/iam/me')).status).toBe(401)
  })
})
