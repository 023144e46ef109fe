import type { SessionView } from '@caseloom/contract/identity/identity'
import {
  type LyingProvider,
  OIDC_CLIENT,
  type OidcProvider,
  startLyingProvider,
  startOidcProvider,
} from '@caseloom/testkit/oidc-provider'
import { ORIGIN } from '@caseloom/testkit/people'
import {
  anAddress,
  type Reply,
  type SsoAccount,
  type SsoPeople,
  someSsoPeople,
  type TestBrowser,
} from './sso-people.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInRoleIds } from '../identity.door.ts'

const CALLBACK = `${ORIGIN}/iam/oidc/callback`
let world: SsoPeople
let provider: OidcProvider
let liar: LyingProvider
let honest: SsoAccount
let lied: SsoAccount
beforeAll(async () => {
  provider = await startOidcProvider(CALLBACK)
  liar = await startLyingProvider()
  world = await someSsoPeople([provider.issuer, liar.issuer])
  honest = await world.anAccount()
  lied = await world.anAccount()
  await switchOn(honest, provider.issuer)
  await switchOn(lied, liar.issuer)
})
afterAll(async () => {
  await world.close()
  await provider.close()
  await liar.close()
})
beforeEach(() => {
  liar.lies = {}
  personWith(anAddress())
})

async function switchOn(
  where: SsoAccount,
  issuer: string,
  over: Record<string, unknown> = {},
): Promise<void> {
  const { oidc = {}, ...rest } = over as { oidc?: object }
  const saved = await where.save({
    oidcEnabled: true,
    oidc: {
      issuer,
      clientId: OIDC_CLIENT.id,
      clientSecret: OIDC_CLIENT.secret,
      scopes: 'openid email profile',
      nameClaim: '',
      createUsers: true,
      roleMappings: [],
      ...oidc,
    },
    ...rest,
  })
  expect(saved.json).toMatchObject({ oidcEnabled: true, oidc: { hasSecret: true } })
}

function personWith(email: string, claims: Record<string, unknown> = {}): void {
  provider.person = {
    sub: `sub-${email}`,
    claims: { email, email_verified: true, name: 'Zoë Example', ...claims },
  }
}

const begin = async (browser: TestBrowser, where = honest): Promise<URL> =>
  new URL((await browser.get(`/iam/oidc/${where.accountId}/login`)).location)

async function comeBack(browser: TestBrowser, callback: string): Promise<string> {
  const { pathname, search } = new URL(callback)
  const reply = await browser.get(pathname + search)
  expect(reply.status).toBe(303)
  return new URLSearchParams(reply.location.replace('/login?', '')).get('sso') ?? ''
}

async function signIn(browser: TestBrowser, where = honest): Promise<Reply> {
  const request = await begin(browser, where)
  const code = await comeBack(browser, await provider.visit(request.href))
  return browser.post('/iam/login/sso', { code })
}

const view = async (browser: TestBrowser) => (await browser.get('/iam/session')).json as SessionView // our own reply
const reason = async (where: SsoAccount) => (await world.audited(where.accountId)).at(-1)?.name ?? ''

describe('OpenID sign-in', () => {
  it('makes a person who is unknown a user, with mapped roles, in a session of this account only', async () => {
    const own = await world.anAccount()
    const role = { roleId: builtInRoleIds.analyst, tenantId: own.tenantId }
    await switchOn(own, provider.issuer, {
      oidc: { roleMappings: [{ attribute: 'groups', value: 'soc', role }] },
    })
    const email = anAddress()
    personWith(email, { groups: ['soc', 'all'] })
    const browser = world.aBrowser()
    expect((await signIn(browser, own)).status).toBe(200)
    const { user, accounts, tenants } = await view(browser)
    expect(user).toMatchObject({ email, name: 'Zoë Example' })
    expect(accounts.map(({ id }) => id)).toEqual([own.accountId])
    expect(tenants.map(({ id }) => id)).toEqual([own.tenantId])
  })

  it('asks with PKCE, state and nonce, and keeps none of their secrets', async () => {
    const browser = world.aBrowser()
    const request = await begin(browser)
    const sent = Object.fromEntries(request.searchParams)
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: OIDC_CLIENT.id,
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/)
    const rows = await world.query('select * from caseloom.sso_request')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(JSON.stringify(rows)).not.toContain(sent[name])
  })

  it('takes an address that is not verified when its domain is the account’s own', async () => {
    const domain = `d${Date.now()}.example.test`
    const own = await world.anAccount()
    await switchOn(own, provider.issuer, { emailDomains: [domain] })
    personWith(anAddress(domain), { email_verified: false })
    expect((await signIn(world.aBrowser(), own)).status).toBe(200)
  })

  it('continues after the settings changed, with what holds now', async () => {
    const own = await world.anAccount()
    await switchOn(own, provider.issuer)
    expect((await signIn(world.aBrowser(), own)).status).toBe(200)
    await switchOn(own, provider.issuer, {
      oidc: { clientId: 'another', clientSecret: 'another secret of some length' },
    })
    expect((await signIn(world.aBrowser(), own)).status).toBe(200)
  })

  it('reports a provider that doesn’t respond', async () => {
    const own = await world.anAccount()
    const gone = await startLyingProvider()
    await switchOn(own, gone.issuer)
    await gone.close()
    const browser = world.aBrowser()
    const reply = await browser.get(`/iam/oidc/${own.accountId}/login`)
    expect(reply.location).toBe('/login?sso=signin.provider_unreachable')
    const problem = await browser.post('/iam/login/sso', { code: 'signin.provider_unreachable' })
    expect(problem.json).toMatchObject({ status: 502, code: 'signin.provider_unreachable' })
  })

  it('does not reach private addresses that the operator has not listed', async () => {
    const unlisted = await startLyingProvider()
    const url = `/iam/account/${honest.accountId}/sign-in/oidc/check`
    const refused = await honest.browser.post(url, { issuer: unlisted.issuer })
    expect(refused.json).toMatchObject({
      code: 'signin.provider_unreachable',
      detail: expect.stringMatching(/loopback/),
    })
    const listed = await honest.browser.post(url, { issuer: provider.issuer })
    expect(listed.json).toEqual({
      authorizationEndpoint: `${provider.issuer}/auth`,
      tokenEndpoint: `${provider.issuer}/token`,
    })
    await unlisted.close()
  })
})

describe('an OpenID answer', () => {
  it('with another state is refused', async () => {
    const browser = world.aBrowser()
    const callback = new URL(await provider.visit((await begin(browser)).href))
    for (const state of ['x'.repeat(43), '']) {
      callback.searchParams.set('state', state)
      expect(await comeBack(browser, callback.href)).toBe('signin.refused')
    }
  })

  it('in another browser than the one that asked is refused, and is spent by the attempt', async () => {
    const [asking, other] = [world.aBrowser(), world.aBrowser()]
    await begin(other)
    const callback = await provider.visit((await begin(asking)).href)
    expect(await comeBack(other, callback)).toBe('signin.refused')
    expect(await reason(honest)).toMatch(/another browser/)
    expect(await comeBack(asking, callback)).toBe('signin.refused')
  })

  it('counts once', async () => {
    const browser = world.aBrowser()
    const callback = await provider.visit((await begin(browser)).href)
    expect(await comeBack(browser, callback)).not.toContain('.')
    expect(await comeBack(browser, callback)).toBe('signin.refused')
  })

  it('with a code that was redeemed before is refused', async () => {
    const browser = world.aBrowser()
    const used = new URL(await provider.visit((await begin(browser)).href))
    await comeBack(browser, used.href)
    const next = new URL(await provider.visit((await begin(browser)).href))
    next.searchParams.set('code', used.searchParams.get('code') ?? '')
    expect(await comeBack(browser, next.href)).toBe('signin.refused')
    expect(await reason(honest)).toMatch(/isn’t valid/)
  })

  it('with someone else’s code is refused: the verifier is not theirs (PKCE)', async () => {
    const attacker = world.aBrowser()
    const stolen = new URL(await provider.visit((await begin(attacker)).href))
    const browser = world.aBrowser()
    const own = new URL(await provider.visit((await begin(browser)).href))
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(await comeBack(browser, own.href)).toBe('signin.refused')
    expect(await reason(honest)).toMatch(/isn’t valid/)
  })

  it('yields no token to who holds code and secret but no verifier (PKCE)', async () => {
    const code =
      new URL(await provider.visit((await begin(world.aBrowser())).href)).searchParams.get('code') ?? ''
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const basic = Buffer.from(`${OIDC_CLIENT.id}:${encodeURIComponent(OIDC_CLIENT.secret)}`).toString(
      'base64',
    )
    const headers = { authorization: `Basic ${basic}` }
    const reply = await fetch(`${provider.issuer}/token`, { method: 'POST', body, headers })
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it('with an error, or with another issuer’s name, is refused', async () => {
    const browser = world.aBrowser()
    const callback = new URL(await provider.visit((await begin(browser)).href))
    callback.searchParams.set('iss', 'https://evil.example.test')
    expect(await comeBack(browser, callback.href)).toBe('signin.refused')
    const denied = new URL(CALLBACK)
    denied.searchParams.set('state', (await begin(browser)).searchParams.get('state') ?? '')
    denied.searchParams.set('iss', provider.issuer)
    denied.searchParams.set('error', 'access_denied')
    expect(await comeBack(browser, denied.href)).toBe('signin.refused')
    expect(await reason(honest)).toBe('The provider responded with access_denied')
  })

  it('with a parameter twice is refused', async () => {
    const browser = world.aBrowser()
    const callback = new URL(await provider.visit((await begin(browser)).href))
    callback.searchParams.append('code', 'another')
    expect(await comeBack(browser, callback.href)).toBe('signin.refused')
  })

  it.each([false, undefined, 'yes'])(
    'with an address whose email_verified is %j is refused',
    async (verified) => {
      personWith(anAddress(), { email_verified: verified })
      const browser = world.aBrowser()
      const callback = await provider.visit((await begin(browser)).href)
      expect(await comeBack(browser, callback)).toBe('signin.refused')
      expect(await reason(honest)).toMatch(/hasn’t verified the email/)
    },
  )
})

const hour = 3600
const seconds = () => Math.floor(Date.now() / 1000)
describe('an id token', () => {
  const good = () => ({ email: anAddress(), email_verified: true })
  async function redeem(nonce?: string): Promise<{ code: string; browser: TestBrowser }> {
    const browser = world.aBrowser()
    const request = await begin(browser, lied)
    const sent = Object.fromEntries(request.searchParams)
    liar.lies = { ...liar.lies, claims: { ...good(), nonce: nonce ?? sent['nonce'], ...liar.lies.claims } }
    const callback = `${CALLBACK}?code=c&state=${sent['state']}`
    return { code: await comeBack(browser, callback), browser }
  }

  it('that is good opens a session; the verifier went to the provider', async () => {
    const { code, browser } = await redeem()
    expect((await browser.post('/iam/login/sso', { code })).status).toBe(200)
    expect(liar.redeemed?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['for another client', { claims: { aud: 'another' } }],
    [
      'for several clients, made for another',
      { claims: { aud: [OIDC_CLIENT.id, 'another'], azp: 'another' } },
    ],
    ['of another issuer', { claims: { iss: 'https://evil.example.test' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that expired', { claims: { exp: seconds() - hour, iat: seconds() - 2 * hour } }],
    ['that is valid later only', { claims: { nbf: seconds() + hour } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with alg none', { header: { alg: 'none' }, unsigned: true }],
    ['with alg none, though signed', { header: { alg: 'none' } }],
    ['with alg HS256', { header: { alg: 'HS256' } }],
    ['without its signature', { unsigned: true }],
    ['signed by a strange key', { strangeKey: true }],
    ['with an unknown key', { header: { kid: 'unknown' } }],
    ['with critical headers', { header: { crit: ['x'], x: 1 } }],
  ])('%s is refused', async (_name, lies) => {
    liar.lies = lies
    const { code, browser } = await redeem()
    expect(code).toBe('signin.refused')
    expect(browser.cookies.has('caseloom_session')).toBe(false)
    expect(await reason(lied)).toMatch(/isn’t valid/)
  })

  it('is not asked for where a redirect points: the secret stays with the provider', async () => {
    const elsewhere = await startLyingProvider()
    liar.lies = { tokenAnswer: { status: 307, headers: { location: `${elsewhere.issuer}/token` }, body: '' } }
    const { code } = await redeem()
    expect(code).toBe('signin.refused')
    expect(elsewhere.redeemed).toBeNull()
    await elsewhere.close()
  })
})

describe('a discovery document', () => {
  it.each([
    ['of another issuer', { issuer: 'https://evil.example.test' }],
    ['without endpoints', { token_endpoint: undefined }],
    ['with a strange address', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('%s is refused', async (_name, discovery) => {
    liar.lies = { discovery }
    const url = `/iam/account/${lied.accountId}/sign-in/oidc/check`
    const reply = await lied.browser.post(url, { issuer: liar.issuer })
    expect(reply.json).toMatchObject({ code: 'signin.provider_unreachable' })
  })
})
