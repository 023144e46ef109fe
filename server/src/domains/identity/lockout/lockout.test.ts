import { Browser } from '@caseloom/testkit/browser'
import { PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const LIMITS = { email: 5, person: 12, ip: 10_000, proof: 5, codes: 8 }
let people: TestPeople
let place: { accountId: string; tenantId: string }
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  people = await somePeople(LIMITS)
})
afterAll(() => people.close())
beforeEach(async () => {
  place = await people.anAccount()
  user = await people.aUser(place)
  admin = await people.aUser(place)
  await sql('update caseloom.user set account_admin = true where id = $1', [admin.userId])
})

const sql = <Row>(text: string, values: unknown[] = []) =>
  people.installation.database.system.tx((tx) => tx.query<Row>(text, values))
let hosts = 0
/** A browser at an address of its own. */
function browserFrom(ip = `198.51.100.${++hosts}`): Browser {
  const browser = new Browser(people.http)
  browser.ip = ip
  return browser
}
const attempt = (browser: Browser, password: string) =>
  browser.post('/iam/login', { email: user.email, password })
async function guessFrom(browser: Browser, times: number): Promise<number[]> {
  const answers: number[] = []
  for (let round = 0; round < times; round += 1) answers.push((await attempt(browser, 'wrong')).status)
  return answers
}
/** Strangers use up what the person has from unknown places. */
async function lockFromAfar(): Promise<void> {
  for (let source = 0; source < 4; source += 1) await guessFrom(browserFrom(), LIMITS.email)
}
const mails = () =>
  sql<{ subject: string; body: string }>(
    `select subject, body from caseloom.mail where recipient = $1 and subject like 'Too many%' order by id`,
    [user.email],
  )
async function unlockToken(): Promise<string> {
  const token = /\/unlock\?token=([\w-]{43})$/m.exec((await mails())[0]?.body ?? '')?.[1]
  if (token === undefined) throw new Error('No unlock link was mailed')
  return token
}

describe('a stranger who guesses', () => {
  it('locks their own address, and no one at another one', async () => {
    const stranger = browserFrom()
    expect(await guessFrom(stranger, LIMITS.email + 1)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await attempt(stranger, PASSWORD)).status).toBe(429)
    expect((await attempt(browserFrom(), PASSWORD)).status).toBe(200)
  })

  it('is bounded from many addresses, a network of IPv6 being one', async () => {
    const statuses = []
    for (let host = 1; host <= LIMITS.email + 1; host += 1)
      statuses.push(...(await guessFrom(browserFrom(`2001:db8:7:7::${host}`), 1)))
    expect(statuses.at(-1)).toBe(429)
    await lockFromAfar()
    expect((await attempt(browserFrom(), PASSWORD)).status).toBe(429)
  })

  it('never locks a browser that the person signed in with before, which has bounds of its own', async () => {
    const own = browserFrom()
    expect((await attempt(own, PASSWORD)).status).toBe(200)
    await lockFromAfar()
    own.cookie = null
    own.ip = '203.0.113.77'
    expect((await attempt(own, PASSWORD)).status).toBe(200)
    expect((await guessFrom(own, LIMITS.email + 1)).at(-1)).toBe(429)
  })

  it('gains nothing by a device cookie of someone else, or one that they made up', async () => {
    const other = await people.aUser(place)
    const stranger = browserFrom()
    expect((await stranger.post('/iam/login', { email: other.email, password: PASSWORD })).status).toBe(200)
    await lockFromAfar()
    expect((await attempt(stranger, PASSWORD)).status).toBe(429)
    const forger = browserFrom()
    forger.device = 'A'.repeat(43)
    expect((await attempt(forger, PASSWORD)).status).toBe(429)
  })
})

describe('a locked sign-in', () => {
  it('is reported to the person by mail, once, and to the administrators', async () => {
    await lockFromAfar()
    await lockFromAfar()
    expect(await mails()).toHaveLength(1)
    const notified = await sql<{ person_id: string; account_id: string | null }>(
      `select person_id, account_id from caseloom.notification where title like 'Too many sign-in attempts%'
        and person_id = any($1::uuid[]) order by account_id nulls first`,
      [[user.personId, admin.personId]],
    )
    expect(notified).toEqual([
      { person_id: user.personId, account_id: null },
      { person_id: admin.personId, account_id: place.accountId },
    ])
    const audited = await sql('select 1 from caseloom.audit_entry where account_id = $1 and action = $2', [
      place.accountId,
      'session.locked',
    ])
    expect(audited).toHaveLength(1)
  })

  it('opens for the browser that uses the mailed link, once', async () => {
    await lockFromAfar()
    const token = await unlockToken()
    const browser = browserFrom()
    expect((await attempt(browser, PASSWORD)).status).toBe(429)
    expect((await browser.post('/iam/login/unlock', { token })).status).toBe(204)
    expect((await attempt(browser, PASSWORD)).status).toBe(200)
    expect((await browserFrom().post('/iam/login/unlock', { token })).code).toBe('session.challenge_over')
    expect((await attempt(browserFrom(), PASSWORD)).status).toBe(429)
    const audited = await sql('select 1 from caseloom.audit_entry where account_id = $1 and action = $2', [
      place.accountId,
      'session.unlocked',
    ])
    expect(audited).toHaveLength(1)
  })

  it('looks the same for addresses that no one has', async () => {
    const unknownEmail = `nobody.${user.userId}@example.test`
    const answers = []
    for (let source = 0; source < 4; source += 1) {
      const browser = browserFrom()
      for (let round = 0; round < LIMITS.email; round += 1)
        answers.push((await browser.post('/iam/login', { email: unknownEmail, password: 'wrong' })).status)
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(LIMITS.person)
    expect(await sql('select 1 from caseloom.mail where recipient = $1', [unknownEmail])).toEqual([])
  })
})

it('codes are bounded alike: strangers with the password lock themselves, and from everywhere at last', async () => {
  const own = browserFrom()
  await attempt(own, PASSWORD)
  const begun = await own.post('/iam/me/totp')
  const { TOTP, Secret } = await import('otpauth')
  const { secret } = begun.json as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const confirm = { code: totp.generate() }
  expect((await own.post('/iam/me/totp/confirm', confirm)).status).toBe(200)
  const wrongCode = async (browser: Browser) => {
    const asked = await attempt(browser, PASSWORD)
    const { challenge } = asked.json as { challenge: string }
    return browser.post('/iam/login/second-factor', { challenge, answer: { method: 'totp', code: '000000' } })
  }
  const stranger = browserFrom()
  for (let round = 0; round < LIMITS.proof; round += 1) expect((await wrongCode(stranger)).status).toBe(401)
  expect((await wrongCode(stranger)).status).toBe(429)
  expect((await wrongCode(own)).status).toBe(401)
  const another = browserFrom()
  for (let round = 0; round < LIMITS.codes - LIMITS.proof; round += 1)
    expect((await wrongCode(another)).status).toBe(401)
  expect((await wrongCode(browserFrom())).status).toBe(429)
  expect((await wrongCode(own)).status).toBe(401)
})
