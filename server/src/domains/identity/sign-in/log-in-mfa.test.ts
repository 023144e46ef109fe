import { Problem } from '@caseloom/contract/kernel/errors'
import { SessionView } from '@caseloom/contract/identity/identity'
import { beginTotp, confirmTotp, Me, SecondFactorAsked } from '@caseloom/contract/identity/sign-in'
import { Browser } from '@caseloom/testkit/browser'
import { ORIGIN, PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let people: TestPeople
let place: { accountId: string; tenantId: string }
beforeAll(async () => {
  people = await somePeople({ email: 10, ip: 10_000, proof: 10 })
  place = await people.anAccount()
})
afterAll(() => people.close())

function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return people.installation.database.system.tx((tx) => tx.query<Row>(text, values))
}
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}
/** The code that set a factor up is used: the tests' clock is set back by forgetting it. */
async function forgetStep(user: TestUser): Promise<void> {
  await sql('update caseloom.totp set last_step = null where person_id = $1', [user.personId])
}
async function signedIn(user: TestUser): Promise<Browser> {
  const browser = new Browser(people.http)
  const { email } = user
  expect((await browser.post('/iam/login', { email, password: PASSWORD })).status).toBe(200)
  return browser
}
async function enrol(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await browser.postFor(beginTotp, {})
  const code = codeOf(secret)
  return { secret, ...(await browser.postFor(confirmTotp, { code })) }
}
async function aProtectedUser() {
  const user = await people.aUser(place)
  const browser = await signedIn(user)
  const enrolled = await enrol(browser)
  await forgetStep(user)
  return { user, browser, ...enrolled }
}
async function asked(browser: Browser, { email }: TestUser): Promise<SecondFactorAsked> {
  const answer = await browser.post('/iam/login', { email, password: PASSWORD })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
  return SecondFactorAsked.parse(answer.json)
}
const totp = (code: string) => ({ method: 'totp', code })
const recovery = (code: string) => ({ method: 'recovery', code })
function answerWith(browser: Browser, challenge: string, answer: unknown) {
  return browser.post('/iam/login/second-factor', { challenge, answer })
}

describe('a sign-in with a second factor', () => {
  it('asks for it after the right password, reports how it can be given, and opens nothing before', async () => {
    const { user, secret } = await aProtectedUser()
    const browser = new Browser(people.http)
    const { challenge, methods } = await asked(browser, user)
    expect(methods).toEqual(['totp', 'recovery'])
    expect((await browser.get('/iam/session')).status).toBe(401)
    expect(await people.identity.authenticate(challenge, {})).toBeNull()
    const opened = await answerWith(browser, challenge, totp(codeOf(secret)))
    expect(SessionView.parse(opened.json).user.email).toBe(user.email)
    const [row] = await sql<{ strength: string }>(
      'select strength from caseloom.session where person_id = $1 order by created_at desc, id desc limit 1',
      [user.personId],
    )
    expect(row?.strength).toBe('mfa')
  })

  it('does not ask after a wrong password', async () => {
    const { user } = await aProtectedUser()
    const answer = await new Browser(people.http).post('/iam/login', { email: user.email, password: 'wrong' })
    expect(answer.code).toBe('session.bad_credentials')
    expect(answer.json).not.toHaveProperty('challenge')
  })

  it('takes a code with the password immediately, once', async () => {
    const { user, secret } = await aProtectedUser()
    const body = { email: user.email, password: PASSWORD, otp: codeOf(secret) }
    expect((await new Browser(people.http).post('/iam/login', body)).status).toBe(200)
    const again = await new Browser(people.http).post('/iam/login', body)
    expect(again.code).toBe('session.bad_credentials')
  })

  it('spends a challenge, a code and a recovery code by using them', async () => {
    const { user, secret, recoveryCodes } = await aProtectedUser()
    const browser = new Browser(people.http)
    const first = await asked(browser, user)
    const code = codeOf(secret)
    expect((await answerWith(browser, first.challenge, totp(code))).status).toBe(200)
    expect((await answerWith(browser, first.challenge, totp(codeOf(secret, 1)))).code).toBe(
      'session.challenge_over',
    )
    const second = await asked(new Browser(people.http), user)
    expect((await answerWith(browser, second.challenge, totp(code))).code).toBe('session.bad_credentials')
    const typed = (recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ')
    expect((await answerWith(browser, second.challenge, recovery(typed))).status).toBe(200)
    const third = await asked(new Browser(people.http), user)
    expect((await answerWith(browser, third.challenge, recovery(typed))).code).toBe('session.bad_credentials')
    expect(Me.parse((await browser.get('/iam/me')).json).mfa.recoveryCodesLeft).toBe(9)
    const mails = await sql<{ body: string }>('select body from caseloom.mail where recipient = $1', [
      user.email,
    ])
    expect(mails.some((mail) => mail.body.includes('A recovery code was used'))).toBe(true)
  })

  it('ends after five wrong answers and after five minutes', async () => {
    const { user, secret } = await aProtectedUser()
    const browser = new Browser(people.http)
    const { challenge } = await asked(browser, user)
    for (let round = 0; round < 5; round += 1)
      expect((await answerWith(browser, challenge, totp('000000'))).code).toBe('session.bad_credentials')
    expect((await answerWith(browser, challenge, totp(codeOf(secret)))).code).toBe('session.challenge_over')
    const late = await asked(browser, user)
    await sql(
      `update caseloom.sign_in_challenge set expires_at = now() - interval '1 ms' where person_id = $1`,
      [user.personId],
    )
    expect((await answerWith(browser, late.challenge, totp(codeOf(secret)))).code).toBe(
      'session.challenge_over',
    )
    expect((await answerWith(browser, 'never-asked', totp('000000'))).code).toBe('session.challenge_over')
  })

  it.each(['totp', 'recovery'])('cannot be guessed by %s, over however many challenges', async (method) => {
    const { user, secret } = await aProtectedUser()
    const browser = new Browser(people.http)
    const statuses: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const { challenge } = await asked(browser, user)
      statuses.push((await answerWith(browser, challenge, { method, code: '000000' })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const { challenge } = await asked(browser, user)
    const right = await answerWith(browser, challenge, totp(codeOf(secret)))
    expect([right.status, Number(right.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('opens one session for two answers that come at the same time', async () => {
    const { user, secret } = await aProtectedUser()
    const { challenge } = await asked(new Browser(people.http), user)
    const code = codeOf(secret)
    const answers = await Promise.all(
      [1, 2, 3].map(() => answerWith(new Browser(people.http), challenge, totp(code))),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 401, 401])
  })

  it('ends the session that the browser brought along, and gives a new token', async () => {
    const { user, browser, secret } = await aProtectedUser()
    const before = browser.cookie
    const { challenge } = await asked(browser, user)
    await answerWith(browser, challenge, totp(codeOf(secret)))
    expect(browser.cookie).not.toBe(before)
    const old = new Browser(people.http)
    old.cookie = before
    expect((await old.get('/iam/session')).status).toBe(401)
  })

  it('is refused to who was disabled meanwhile, and after the password was changed', async () => {
    const disabled = await aProtectedUser()
    const first = await asked(new Browser(people.http), disabled.user)
    await sql(`update caseloom.user set status = 'disabled' where id = $1`, [disabled.user.userId])
    const shut = await answerWith(new Browser(people.http), first.challenge, totp(codeOf(disabled.secret)))
    expect(shut.code).toBe('session.challenge_over')
    const changed = await aProtectedUser()
    const second = await asked(new Browser(people.http), changed.user)
    const body = { password: 'orbit kettle papaya 9' }
    expect((await changed.browser.post('/iam/me/password', body)).status).toBe(204)
    const stale = await answerWith(new Browser(people.http), second.challenge, totp(codeOf(changed.secret)))
    expect(stale.code).toBe('session.challenge_over')
  })

  it('refuses answers that another site sends along with the cookie', async () => {
    const { user, browser } = await aProtectedUser()
    const { challenge } = await asked(new Browser(people.http), user)
    const headers = { origin: 'https://evil.example' }
    const body = { challenge, answer: totp('000000') }
    const reply = await browser.ask('POST', '/iam/login/second-factor', { body, headers })
    expect([reply.status, reply.code]).toEqual([403, 'request.origin_refused'])
  })
})

describe('setting up a one-time password', () => {
  it('counts once a code confirmed it, lifts the session to a new token and ends the weaker ones', async () => {
    const user = await people.aUser(place)
    const [browser, other] = [await signedIn(user), await signedIn(user)]
    const before = browser.cookie
    const begun = await browser.postFor(beginTotp, {})
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    expect(Me.parse((await browser.get('/iam/me')).json).mfa.totp).toBe(false)
    expect((await signedIn(user)).cookie).not.toBeNull()
    const wrong = await browser.post('/iam/me/totp/confirm', { code: '000000' })
    expect(Problem.parse(wrong.json).issues).toMatchObject([{ path: ['body', 'code'], code: 'wrong_code' }])
    const code = codeOf(begun.secret)
    const { recoveryCodes } = await browser.postFor(confirmTotp, { code })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(
      recoveryCodes.every((each) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(each)),
    ).toBe(true)
    expect(browser.cookie).not.toBe(before)
    expect((await browser.get('/iam/session')).status).toBe(200)
    for (const cookie of [before, other.cookie]) {
      const old = new Browser(people.http)
      old.cookie = cookie
      expect((await old.get('/iam/session')).status).toBe(401)
    }
    expect(Me.parse((await browser.get('/iam/me')).json).mfa).toMatchObject({
      totp: true,
      recoveryCodesLeft: 10,
    })
  })

  it('cannot be confirmed by trying codes', async () => {
    const browser = await signedIn(await people.aUser(place))
    const { secret } = await browser.postFor(beginTotp, {})
    const statuses: number[] = []
    for (let round = 0; round < 11; round += 1)
      statuses.push((await browser.post('/iam/me/totp/confirm', { code: '000000' })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    expect((await browser.post('/iam/me/totp/confirm', { code: codeOf(secret) })).status).toBe(429)
  })

  it('keeps neither secret nor codes in clear, and confirms in no other session', async () => {
    const user = await people.aUser(place)
    const [browser, other] = [await signedIn(user), await signedIn(user)]
    const { secret } = await browser.postFor(beginTotp, {})
    expect((await other.post('/iam/me/totp/confirm', { code: codeOf(secret) })).status).toBe(400)
    const { recoveryCodes } = await browser.postFor(confirmTotp, {
      code: codeOf(secret),
    })
    const rows = await sql<{ row: string }>(
      `select t::text as row from caseloom.totp t where person_id = $1
       union all select r::text from caseloom.recovery_code r where person_id = $1`,
      [user.personId],
    )
    const stored = rows.map(({ row }) => row).join('\n')
    expect(rows).toHaveLength(11)
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })

  it('notifies the person by email and each of their accounts in the audit log', async () => {
    const second = await people.anAccount()
    const user = await people.aUser(place)
    await people.identity.addUser({ accountId: second.accountId, personId: user.personId })
    await enrol(await signedIn(user))
    const mails = await sql<{ body: string }>('select body from caseloom.mail where recipient = $1', [
      user.email,
    ])
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain('An authenticator app was added')
    expect(mails[0]?.body).toContain('Firefox on Linux')
    const entries = await sql<{ account_id: string }>(
      `select e.account_id from caseloom.audit_entry e join caseloom.user u on u.id::text = e.actor_id
        where u.person_id = $1 and e.action = 'person.totp_added'`,
      [user.personId],
    )
    expect(new Set(entries.map((entry) => entry.account_id))).toEqual(
      new Set([place.accountId, second.accountId]),
    )
  })

  it('needs the password once the session is ten minutes old, and the right one', async () => {
    const { user, browser } = await aProtectedUser()
    await sql(
      `update caseloom.session set created_at = created_at - interval '11 minutes' where person_id = $1`,
      [user.personId],
    )
    const routes = [
      '/iam/me/totp',
      '/iam/me/totp/remove',
      '/iam/me/recovery-codes',
      '/iam/me/passkeys/options',
    ]
    for (const url of routes) {
      expect((await browser.post(url)).code).toBe('session.proof_needed')
      const wrong = await browser.post(url, { currentPassword: 'wrong' })
      expect([wrong.status, wrong.code]).toEqual([403, 'session.proof_needed'])
    }
    const proven = await browser.post('/iam/me/recovery-codes', { currentPassword: PASSWORD })
    expect(proven.status).toBe(200)
    for (let round = 0; round < 6; round += 1)
      await browser.post('/iam/me/totp/remove', { currentPassword: 'wrong' })
    const locked = await browser.post('/iam/me/totp/remove', { currentPassword: PASSWORD })
    expect(locked.status).toBe(429)
  })

  it('that is removed takes the recovery codes and the strength of the sessions along', async () => {
    const { user, browser } = await aProtectedUser()
    expect((await browser.post('/iam/me/totp/remove')).status).toBe(204)
    const me = Me.parse((await browser.get('/iam/me')).json)
    expect(me.mfa).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    const rows = await sql<{ strength: string }>(
      'select strength from caseloom.session where person_id = $1',
      [user.personId],
    )
    expect(new Set(rows.map((row) => row.strength))).toEqual(new Set(['password']))
    expect((await browser.post('/iam/me/recovery-codes')).status).toBe(400)
  })

  it('is no business of an API token, nor of another site', async () => {
    const { browser } = await aProtectedUser()
    const stranger = new Browser(people.http)
    const bearer = { authorization: `Bearer ${browser.cookie ?? ''}` }
    for (const url of ['/iam/me/totp', '/iam/me/passkeys/options', '/iam/me/sessions/end-others']) {
      const byToken = await stranger.ask('POST', url, { body: {}, headers: bearer })
      expect([byToken.status, byToken.code]).toEqual([403, 'right.missing'])
      for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null']) {
        const crossSite = await browser.ask('POST', url, { body: {}, headers: { origin } })
        expect(crossSite.code).toBe('request.origin_refused')
      }
    }
    expect((await stranger.ask('GET', '/iam/me', { headers: bearer })).status).toBe(200)
  })
})
