import { Problem } from '@caseloom/contract/kernel/errors'
import { SessionView } from '@caseloom/contract/identity/identity'
import {
  addPasskey,
  beginPasskey,
  Me,
  passkeyLoginOptions,
  SecondFactorAsked,
} from '@caseloom/contract/identity/sign-in'
import { Authenticator, type Manners } from '@caseloom/testkit/authenticator'
import { type Answer, Browser } from '@caseloom/testkit/browser'
import { ORIGIN, PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'

let people: TestPeople
let place: { accountId: string; tenantId: string }
beforeAll(async () => {
  people = await somePeople({ email: 20, ip: 10_000 })
  place = await people.anAccount()
})
afterAll(() => people.close())

function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return people.installation.database.system.tx((tx) => tx.query<Row>(text, values))
}
async function signedIn(user: TestUser): Promise<Browser> {
  const browser = new Browser(people.http)
  const { email } = user
  expect((await browser.post('/iam/login', { email, password: PASSWORD })).status).toBe(200)
  return browser
}
async function register(browser: Browser, key = new Authenticator(ORIGIN), manners: Manners = {}) {
  const { challenge, options } = await browser.postFor(beginPasskey, {})
  const response = key.create(options, manners)
  const answer = await browser.post(addPasskey.path, { challenge, name: 'Laptop', response })
  return { key, answer, challenge, options, response }
}
async function aPasskeyUser() {
  const user = await people.aUser(place)
  const browser = await signedIn(user)
  const { key, answer } = await register(browser)
  expect(answer.status).toBe(200)
  return { user, browser, key }
}
/** Logs in by passkey alone. */
async function enterBy(key: Authenticator, manners: Manners = {}, browser = new Browser(people.http)) {
  const { challenge, options } = await browser.postFor(passkeyLoginOptions, {})
  const response = key.get(options, manners)
  return {
    browser,
    challenge,
    response,
    answer: await browser.post('/iam/login/passkey', { challenge, response }),
  }
}
/** The right password was given; the authenticator is asked next. */
async function aSecondFactorAsked({ email }: TestUser) {
  const browser = new Browser(people.http)
  const login = await browser.post('/iam/login', { email, password: PASSWORD })
  const { challenge } = SecondFactorAsked.parse(login.json)
  const { options } = await browser.postFor(passkeyLoginOptions, { challenge })
  return { browser, challenge, options }
}
/** Logs in by password, then passkey. */
async function confirmBy(user: TestUser, key: Authenticator, manners: Manners = {}): Promise<Answer> {
  const { browser, challenge, options } = await aSecondFactorAsked(user)
  const answer = { method: 'passkey', response: key.get(options, manners) }
  return browser.post('/iam/login/second-factor', { challenge, answer })
}
async function strengthOf(browser: Browser): Promise<string | undefined> {
  const { items } = (await browser.get('/iam/me/sessions')).json as {
    items: { current: boolean; method: string }[] // its shape is checked by strict replies
  }
  return items.find((item) => item.current)?.method
}

describe('a passkey', () => {
  it('that is added lifts the session, brings recovery codes with the first one, and shows in the profile', async () => {
    const user = await people.aUser(place)
    const browser = await signedIn(user)
    const before = browser.cookie
    const { answer, options } = await register(browser)
    expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Caseloom' }, user: { name: user.email } })
    expect(addPasskey.reply?.parse(answer.json).recoveryCodes).toHaveLength(10)
    expect(browser.cookie).not.toBe(before)
    expect(await strengthOf(browser)).toBe('mfa')
    const second = await register(browser)
    expect(second.answer.json).toEqual({ recoveryCodes: null })
    expect(second.options['excludeCredentials']).toHaveLength(1)
    const me = Me.parse((await browser.get('/iam/me')).json)
    expect(me.mfa.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }, { name: 'Laptop' }])
  })

  it('alone logs in with the strength of two factors when it verified its person', async () => {
    const { user, key } = await aPasskeyUser()
    const { browser, answer } = await enterBy(key)
    expect(SessionView.parse(answer.json).user.email).toBe(user.email)
    expect(await strengthOf(browser)).toBe('mfa')
    const unverified = await enterBy(key, { verifies: false })
    expect([unverified.answer.status, unverified.answer.code]).toEqual([401, 'session.bad_credentials'])
  })

  it('is a second factor also without verifying its person', async () => {
    const { user, key } = await aPasskeyUser()
    expect((await confirmBy(user, key)).status).toBe(200)
    expect((await confirmBy(user, key, { verifies: false })).status).toBe(200)
    const refused = await confirmBy(user, key, { origin: 'https://evil.example' })
    expect(refused.code).toBe('session.bad_credentials')
  })

  const attacks: [string, Manners][] = [
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:4001' }],
    ['the relying party of another site', { rpId: 'evil.example' }],
    ['a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the name of another person', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ]
  it.each(attacks)('is refused with %s', async (_name, manners) => {
    const { key } = await aPasskeyUser()
    const { answer, browser } = await enterBy(key, manners)
    expect([answer.status, answer.code]).toEqual([401, 'session.bad_credentials'])
    expect(browser.cookie).toBeNull()
    expect((await enterBy(key)).answer.status).toBe(200)
  })

  it.each(attacks.slice(0, 4))('is not added with %s', async (_name, manners) => {
    const browser = await signedIn(await people.aUser(place))
    const { answer } = await register(browser, undefined, manners)
    expect(Problem.parse(answer.json).issues).toMatchObject([{ code: 'refused' }])
    expect(Me.parse((await browser.get('/iam/me')).json).mfa.passkeys).toEqual([])
  })

  it('answers a question once: a replay opens nothing', async () => {
    const { key } = await aPasskeyUser()
    const { challenge, response, answer } = await enterBy(key)
    expect(answer.status).toBe(200)
    const replay = new Browser(people.http)
    const again = await replay.post('/iam/login/passkey', { challenge, response })
    expect(again.code).toBe('session.challenge_over')
    const { challenge: fresh } = await replay.postFor(passkeyLoginOptions, {})
    const elsewhere = await replay.post('/iam/login/passkey', { challenge: fresh, response })
    expect(elsewhere.code).toBe('session.bad_credentials')
  })

  it('whose counter goes back is a copy, and refused', async () => {
    const { user, key } = await aPasskeyUser()
    expect((await enterBy(key, { counter: 10 })).answer.status).toBe(200)
    for (const counter of [10, 9, 0]) {
      expect((await enterBy(key, { counter })).answer.code).toBe('session.bad_credentials')
      expect((await confirmBy(user, key, { counter })).code).toBe('session.bad_credentials')
    }
    expect((await enterBy(key, { counter: 11 })).answer.status).toBe(200)
  })

  it('that never counts works all the same', async () => {
    const { key } = await aPasskeyUser()
    for (const _round of [1, 2]) expect((await enterBy(key, { counter: 0 })).answer.status).toBe(200)
  })

  it('of another person is no second factor of mine, nor can I add it', async () => {
    const [mine, other] = [await aPasskeyUser(), await aPasskeyUser()]
    expect((await confirmBy(mine.user, other.key)).code).toBe('session.bad_credentials')
    const { challenge, options } = await mine.browser.postFor(beginPasskey, {})
    const response = new Authenticator(ORIGIN).create(options)
    const stolen = { challenge, name: 'Mine', response }
    expect((await other.browser.post(addPasskey.path, stolen)).code).toBe('session.challenge_over')
    expect((await mine.browser.post(addPasskey.path, stolen)).status).toBe(200)
    expect((await mine.browser.post(addPasskey.path, stolen)).code).toBe('session.challenge_over')
  })

  it('cannot answer a question of another kind', async () => {
    const { user, browser, key } = await aPasskeyUser()
    const stranger = new Browser(people.http)
    const login = await stranger.post('/iam/login', { email: user.email, password: PASSWORD })
    const asked = SecondFactorAsked.parse(login.json)
    const alone = await stranger.postFor(passkeyLoginOptions, {})
    const response = key.get(alone.options)
    const crossed = [
      await stranger.post('/iam/login/passkey', { challenge: asked.challenge, response }),
      await stranger.post('/iam/login/second-factor', {
        challenge: alone.challenge,
        answer: { method: 'passkey', response },
      }),
      await browser.post(addPasskey.path, { challenge: alone.challenge, name: 'X', response }),
      await stranger.post(passkeyLoginOptions.path, { challenge: alone.challenge }),
    ]
    expect(crossed.map((answer) => answer.code)).toEqual(Array(4).fill('session.challenge_over'))
    // Nor one that names a person and holds something to sign, at the door of another purpose.
    const adding = await browser.postFor(beginPasskey, {})
    const signed = {
      method: 'passkey',
      response: key.get({ ...alone.options, challenge: adding.options['challenge'] ?? '' }),
    }
    const entering = { challenge: adding.challenge, answer: signed }
    expect((await stranger.post('/iam/login/second-factor', entering)).code).toBe('session.challenge_over')
    const second = await aSecondFactorAsked(user)
    const over = { challenge: second.challenge, response: key.get(second.options) }
    expect((await stranger.post('/iam/login/passkey', over)).code).toBe('session.challenge_over')
    // Without asking for options first there is nothing that the authenticator could have signed.
    const unasked = await stranger.post('/iam/login/second-factor', {
      challenge: asked.challenge,
      answer: { method: 'passkey', response },
    })
    expect(unasked.code).toBe('session.bad_credentials')
  })

  it.each([{}, { id: 7 }, { id: 'x' }, { id: 'x', response: null }, { response: { clientDataJSON: '%%' } }])(
    'is nothing that looks like %j',
    async (rubbish) => {
      const { browser, key } = await aPasskeyUser()
      const shaped = 'id' in rubbish && rubbish.id === 'x' ? { ...rubbish, id: key.credentialId } : rubbish
      const stranger = new Browser(people.http)
      const { challenge } = await stranger.postFor(passkeyLoginOptions, {})
      const login = await stranger.post('/iam/login/passkey', { challenge, response: shaped })
      expect(login.code).toBe('session.bad_credentials')
      const begun = await browser.postFor(beginPasskey, {})
      const body = { challenge: begun.challenge, name: 'X', response: shaped }
      expect((await browser.post(addPasskey.path, body)).status).toBe(400)
    },
  )

  it('lets no one in whose user was disabled', async () => {
    const { user, key } = await aPasskeyUser()
    await people.identity.setUserStatus(user.userId, 'disabled')
    expect((await enterBy(key)).answer.code).toBe('session.bad_credentials')
  })

  it('is renamed and removed by its person only', async () => {
    const [mine, other] = [await aPasskeyUser(), await aPasskeyUser()]
    const passkeys = async (browser: Browser) => Me.parse((await browser.get('/iam/me')).json).mfa.passkeys
    const id = (await passkeys(mine.browser))[0]?.id ?? ''
    const url = `/iam/me/passkeys/${id}`
    const foreign = await other.browser.ask('PATCH', url, { body: { name: 'Stolen' } })
    const missing = await other.browser.ask('PATCH', `/iam/me/passkeys/${newId()}`, { body: { name: 'X' } })
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect((await other.browser.post(`${url}/remove`)).status).toBe(404)
    expect((await mine.browser.ask('PATCH', url, { body: { name: 'Desk key' } })).status).toBe(204)
    expect(await passkeys(mine.browser)).toMatchObject([{ name: 'Desk key' }])
    expect((await mine.browser.post(`${url}/remove`)).status).toBe(204)
    expect(await passkeys(mine.browser)).toEqual([])
    expect((await enterBy(mine.key)).answer.code).toBe('session.bad_credentials')
    expect((await signedIn(mine.user)).cookie).not.toBeNull()
    const mails = await sql<{ body: string }>(
      'select body from caseloom.mail where recipient = $1 order by id desc limit 1',
      [mine.user.email],
    )
    expect(mails[0]?.body).toContain('The passkey “Desk key” was removed')
  })
})
