import { Problem } from '@caseloom/contract/kernel/errors'
import { Me, SessionItem } from '@caseloom/contract/identity/sign-in'
import { Browser } from '@caseloom/testkit/browser'
import { PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../../platform/uuid.ts'
import { insertPasswordToken } from '../directory/password-token.store.ts'
import { checkPasswordToken } from '../directory/set-password.ts'

let people: TestPeople
let place: { accountId: string; tenantId: string }
beforeAll(async () => {
  people = await somePeople({ email: 10, ip: 10_000 })
  place = await people.anAccount()
})
afterAll(() => people.close())

const OTHER = 'orbit kettle papaya 9'
function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return people.installation.database.system.tx((tx) => tx.query<Row>(text, values))
}
async function signedIn({ email }: TestUser, password = PASSWORD, agent?: string): Promise<Browser> {
  const browser = new Browser(people.http)
  if (agent !== undefined) browser.agent = agent
  expect((await browser.post('/iam/login', { email, password })).status).toBe(200)
  return browser
}
async function meOf(browser: Browser): Promise<Me> {
  return Me.parse((await browser.get('/iam/me')).json)
}
async function sessionsOf(browser: Browser): Promise<SessionItem[]> {
  return z.object({ items: z.array(SessionItem) }).parse((await browser.get('/iam/me/sessions')).json).items
}
function mailsTo(user: TestUser) {
  return sql<{ subject: string; body: string }>(
    'select subject, body from caseloom.mail where recipient = $1 order by id',
    [user.email],
  )
}
function actionsOf(user: TestUser) {
  return sql<{ action: string }>(
    'select action from caseloom.audit_entry where account_id = $1 and actor_id = $2 order by at, id',
    [place.accountId, user.userId],
  )
}

describe('the own profile', () => {
  it('shows who one is, with the defaults of what one never chose', async () => {
    const user = await people.aUser(place)
    const me = await meOf(await signedIn(user))
    expect(me).toMatchObject({
      personId: user.personId,
      email: user.email,
      name: 'Zoë Example',
      timeZone: null,
      locale: null,
      theme: 'system',
      hasPassword: true,
      mfa: { totp: false, passkeys: [], recoveryCodesLeft: 0, requiredBy: [] },
    })
    expect(me.notifications.securityChanged).toMatchObject({ inProduct: true, mail: true, digest: false })
    expect(me.notificationTimes).toEqual({ digest: { every: 'day', at: '08:00' }, quiet: null, zone: null })
    expect(me.notifications.signIn.mail).toBe(false)
  })

  it('takes what is given and leaves the rest; null clears', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    const patch = (body: unknown) => browser.ask('PATCH', '/iam/me', { body })
    await patch({ name: ' Zoë New ', timeZone: 'Asia/Kolkata', locale: 'de-CH', theme: 'dark' })
    const changed = Me.parse((await patch({ theme: 'light' })).json)
    const all = { name: 'Zoë New', timeZone: 'Asia/Kolkata', locale: 'de-CH', theme: 'light' }
    expect(changed).toMatchObject(all)
    expect(Me.parse((await patch({ timeZone: null, locale: null })).json)).toMatchObject({
      ...all,
      timeZone: null,
      locale: null,
    })
    const licenseExpires = { ...changed.notifications.licenseExpires, inProduct: false, digest: true }
    const notifications = { ...changed.notifications, licenseExpires }
    expect(Me.parse((await patch({ notifications })).json).notifications).toEqual(notifications)
    const session = await browser.get('/iam/session')
    expect(session.json).toMatchObject({ user: { name: 'Zoë New', theme: 'light' } })
    expect((await actionsOf(user)).map((entry) => entry.action)).toContain('person.profile_changed')
  })

  it.each([
    [{ timeZone: 'Mars/Olympus' }, ['body', 'timeZone']],
    [{ timeZone: '+01:00' }, ['body', 'timeZone']],
    [{ timeZone: '' }, ['body', 'timeZone']],
    [{ locale: 'not a tag' }, ['body', 'locale']],
    [{ name: '  ' }, ['body', 'name']],
    [{ name: 'Zoë\r\nBcc: all' }, ['body', 'name']],
    [{ email: 'other@example.com' }, ['body', 'email']],
  ])('refuses %j at its field', async (body, path) => {
    const browser = await signedIn(await people.aUser(place))
    const reply = await browser.ask('PATCH', '/iam/me', { body })
    expect([reply.status, Problem.parse(reply.json).issues?.[0]?.path]).toEqual([400, path])
  })

  it('announces a new name to everyone in the tenant, and rejects requests from other sites', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    const headers = { origin: 'https://evil.example' }
    const forged = await browser.ask('PATCH', '/iam/me', { body: { name: 'Forged' }, headers })
    expect(forged.code).toBe('request.origin_refused')
    await browser.ask('PATCH', '/iam/me', { body: { name: 'Renamed' } })
    const facts = await sql<{ payload: Record<string, unknown> }>(
      `select payload from caseloom.outbox where payload->>'kind' = 'users' and payload->>'id' = $1
        order by id desc limit 1`,
      [user.userId],
    )
    expect(facts[0]?.payload).toMatchObject({ verb: 'updated', tenantId: place.tenantId, rev: 3 })
    expect((await meOf(browser)).name).toBe('Renamed')
  })

  it('warns by mail when the warnings are switched off, and is silent from then on', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    const { notifications } = await meOf(browser)
    const silent = { ...notifications, securityChanged: { inProduct: true, mail: false } }
    await browser.ask('PATCH', '/iam/me', { body: { notifications: silent } })
    expect((await mailsTo(user)).map((mail) => mail.body)).toEqual([expect.stringContaining('turned off')])
    await browser.post('/iam/me/password', { password: OTHER })
    expect(await mailsTo(user)).toHaveLength(1)
  })

  it('mails each sign-in to who asked for it', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    const { notifications } = await meOf(browser)
    await browser.ask('PATCH', '/iam/me', {
      body: { notifications: { ...notifications, signIn: { inProduct: true, mail: true } } },
    })
    await signedIn(user)
    expect((await mailsTo(user)).map((mail) => mail.subject)).toEqual(['New sign-in to Caseloom'])
  })
})

describe('the own password', () => {
  it('changes, ends the other sessions, and notifies the person and the account', async () => {
    const user = await people.aUser(place)
    const [browser, other] = [await signedIn(user), await signedIn(user)]
    const reply = await browser.post('/iam/me/password', { currentPassword: PASSWORD, password: OTHER })
    expect(reply.status).toBe(204)
    expect([(await browser.get('/iam/me')).status, (await other.get('/iam/me')).status]).toEqual([200, 401])
    const old = await new Browser(people.http).post('/iam/login', { email: user.email, password: PASSWORD })
    expect(old.code).toBe('session.bad_credentials')
    await signedIn(user, OTHER)
    expect((await mailsTo(user))[0]?.body).toContain('Your password was changed')
    const actions = (await actionsOf(user)).map((entry) => entry.action)
    expect(actions).toEqual([
      'session.opened_by_password',
      'session.opened_by_password',
      'person.password_changed',
      'session.opened_by_password',
    ])
  })

  it('invalidates mailed reset links, and notifies no account that removed the person', async () => {
    const [user, other] = [await people.aUser(place), await people.anAccount()]
    const shut = { accountId: other.accountId, personId: user.personId, status: 'disabled' } as const
    await people.identity.addUser(shut)
    const { system } = people.installation.database
    const { token } = await system.tx((tx) => insertPasswordToken(tx, user.personId, { purpose: 'reset' }))
    expect((await checkPasswordToken({ system }, token)).state).toBe('valid')
    await (await signedIn(user)).post('/iam/me/password', { password: OTHER })
    expect((await checkPasswordToken({ system }, token)).state).toBe('expired')
    const notified = await sql(
      `select 1 from caseloom.audit_entry where account_id = $1 and action <> 'user.added'`,
      [other.accountId],
    )
    expect(notified).toEqual([])
  })

  it.each([
    ['short', 'too_small'],
    ['password123', 'weak_password'],
    ['Zoë Example 1', 'weak_password'],
  ])('may not be %s', async (password, code) => {
    const browser = await signedIn(await people.aUser(place))
    const reply = await browser.post('/iam/me/password', { password })
    expect(Problem.parse(reply.json).issues).toMatchObject([{ path: ['body', 'password'], code }])
  })

  it('needs the present one in an older session; a wrong one counts, and changes nothing', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    await sql(
      `update caseloom.session set created_at = created_at - interval '10 minutes' where person_id = $1`,
      [user.personId],
    )
    const change = (currentPassword?: string) =>
      browser.post('/iam/me/password', { password: OTHER, ...(currentPassword && { currentPassword }) })
    expect((await change()).code).toBe('session.proof_needed')
    const wrong = await change('wrong')
    expect(Problem.parse(wrong.json)).toMatchObject({
      code: 'session.proof_needed',
      issues: [{ path: ['body', 'currentPassword'], code: 'wrong_password' }],
    })
    for (let round = 0; round < 9; round += 1) await change('wrong')
    expect((await change(PASSWORD)).status).toBe(429)
    await signedIn(user)
  })
})

describe('the own sessions', () => {
  const SAFARI =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

  it('are listed with device and way of signing in, without those that have ended', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    await signedIn(user, PASSWORD, SAFARI)
    const gone = await signedIn(user, PASSWORD, 'curl/8.14.1')
    const own = (await sessionsOf(gone)).find((session) => session.current)
    await sql(`update caseloom.session set idle_until = now() - interval '1 second' where id = $1`, [own?.id])
    const list = await sessionsOf(browser)
    expect(list.map(({ current, device, method }) => ({ current, device, method }))).toEqual([
      { current: false, device: 'Safari on iPhone', method: 'password' },
      { current: true, device: 'Firefox on Linux', method: 'password' },
    ])
  })

  it('end one by one or all others together, and never those of other people', async () => {
    const [user, stranger] = [await people.aUser(place), await people.aUser(place)]
    const [first, second, third] = [await signedIn(user), await signedIn(user), await signedIn(user)]
    const idOf = async (browser: Browser) =>
      (await sessionsOf(browser)).find((session) => session.current)?.id ?? ''
    const end = (browser: Browser, id: string) => browser.ask('DELETE', `/iam/me/sessions/${id}`)
    const other = await signedIn(stranger)
    const answers = [await end(other, await idOf(first)), await end(other, newId())]
    expect(answers.map((answer) => [answer.status, answer.code])).toEqual(
      [1, 2].map(() => [404, 'resource.not_found']),
    )
    expect((await end(first, await idOf(second))).status).toBe(204)
    expect((await second.get('/iam/me')).status).toBe(401)
    expect((await first.post('/iam/me/sessions/end-others')).json).toEqual({ ended: 1 })
    expect((await third.get('/iam/me')).status).toBe(401)
    expect((await other.get('/iam/me')).status).toBe(200)
    expect((await end(first, await idOf(first))).status).toBe(204)
    expect(first.cookie).toBeNull()
  })

  it('that end are reported to the hubs, so that their sockets are cut', async () => {
    const user = await people.aUser(place)
    const [browser, other] = [await signedIn(user), await signedIn(user)]
    const notified = async () =>
      (
        await sql(
          `select 1 from caseloom.outbox where payload->>'name' = 'actors.changed'
             and payload->'payload'->>'personId' = $1`,
          [user.personId],
        )
      ).length
    const counts = [await notified()]
    const id = (await sessionsOf(browser)).find((session) => !session.current)?.id
    await browser.ask('DELETE', `/iam/me/sessions/${id}`)
    counts.push(await notified())
    await browser.post('/iam/me/sessions/end-others')
    counts.push(await notified())
    await browser.post('/iam/me/password', { password: OTHER })
    counts.push(await notified())
    await browser.post('/iam/logout')
    counts.push(await notified())
    const from = counts[0] ?? 0
    expect(counts).toEqual([from, from + 1, from + 2, from + 3, from + 4])
    expect((await other.get('/iam/me')).status).toBe(401)
  })
})
