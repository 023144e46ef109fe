import { aCertificate } from '@caseloom/testkit/certificate'
import { partsOf, WRAPPINGS, withPerson } from '@caseloom/testkit/saml-attacks'
import { type SamlIdp, samlResponse, startSamlIdp, type Twist } from '@caseloom/testkit/saml-idp'
import {
  anAddress,
  type Reply,
  type SsoAccount,
  type SsoPeople,
  someSsoPeople,
  type TestBrowser,
} from './sso-people.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let world: SsoPeople
let idp: SamlIdp
let account: SsoAccount
let neighbor: SsoAccount
let victim: string
const stranger = aCertificate({ name: 'Someone else' })
beforeAll(async () => {
  idp = await startSamlIdp()
  world = await someSsoPeople()
  account = await world.anAccount()
  neighbor = await world.anAccount()
  victim = anAddress()
  for (const each of [account, neighbor]) {
    const saved = await each.save({ samlEnabled: true, saml: settings() })
    expect(saved.status).toBe(200)
  }
  // The victim has been here before: anyone who gets in as them gets their subject.
  idp.person = personOf(victim)
  const browser = world.aBrowser()
  expect((await finish(browser, await codeOf(browser, await answered(browser)))).status).toBe(200)
})
afterAll(async () => {
  await world.close()
  await idp.close()
})
beforeEach(() => {
  idp.twist = {}
  idp.person = personOf(anAddress())
})

const personOf = (email: string) => ({
  nameId: `id-${email}`,
  attributes: { mail: email, displayName: 'Eve', groups: ['guests'] },
})
const settings = () => ({
  idpEntityId: idp.entityId,
  idpSsoUrl: idp.ssoUrl,
  idpCertificates: [idp.keys.certificatePem],
  emailAttribute: 'mail',
  nameAttribute: '',
  forceLogin: false,
  createUsers: true,
  roleMappings: [],
})

interface Answered {
  xml: string
  relayState: string
}

/** `clock`: by how many milliseconds the provider's is ahead. */
async function answered(browser: TestBrowser, clock = 0): Promise<Answered> {
  const start = await browser.get(`/iam/saml/${account.accountId}/login`)
  if (clock !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + clock })
  const posted = await idp.visit(start.location).finally(() => vi.useRealTimers())
  const xml = Buffer.from(posted.SAMLResponse, 'base64').toString()
  return { xml, relayState: posted.RelayState }
}

function post(browser: TestBrowser, { xml, relayState }: Answered, where = account): Promise<Reply> {
  return browser.postFromElsewhere(`/iam/saml/${where.accountId}/acs`, {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: relayState,
  })
}

async function codeOf(browser: TestBrowser, answer: Answered, where = account): Promise<string> {
  const reply = await post(browser, answer, where)
  expect(reply.status).toBe(303)
  return new URLSearchParams(reply.location.replace('/login?', '')).get('sso') ?? ''
}

const finish = (browser: TestBrowser, code: string) => browser.post('/iam/login/sso', { code })

/** The attack must be refused, for its own reason, and must open no session. */
async function refused(browser: TestBrowser, code: string, reason: RegExp): Promise<void> {
  expect(code).toBe('signin.refused')
  expect((await finish(browser, code)).json).toMatchObject({ status: 403, code: 'signin.refused' })
  expect(browser.cookies.has('caseloom_session')).toBe(false)
  expect((await world.audited(account.accountId)).at(-1)?.name).toMatch(reason)
}

type Lie = [name: string, reason: RegExp, twist: () => Twist]
/** Answers that the provider itself signs, but that are not for us, or not for now. */
const LIES: Lie[] = [
  ['for another audience', /audience mismatch/, () => ({ audience: 'https://other.example.test/saml' })],
  ['for the audience of another account', /audience mismatch/, () => ({ audience: entityIdOf(neighbor) })],
  ['for another recipient', /another recipient/, () => ({ recipient: 'https://other.example.test/acs' })],
  [
    'for another destination',
    /another destination/,
    () => ({ destination: 'https://other.example.test/acs' }),
  ],
  ['to another request', /another request/, () => ({ inResponseTo: `_${'0'.repeat(40)}` })],
  ['to no request', /another request/, () => ({ inResponseTo: '' })],
  ['that expired', /No valid subject confirmation/, () => ({ lifetimeInSeconds: -120 })],
  ['from another issuer', /another issuer/, () => ({ issuer: 'https://other.example.test/idp' })],
  ['signed by SHA-1', /algorithm isn’t supported/, () => ({ signatureAlgorithm: 'rsa-sha1' })],
  ['digested by SHA-1', /digest algorithm isn’t supported/, () => ({ digestAlgorithm: 'sha1' })],
  ['with an assertion that is not signed', /isn’t signed/, () => ({ signAssertion: false })],
  [
    'signed as a whole, its assertion not',
    /isn’t signed/,
    () => ({ signAssertion: false, signResponse: true }),
  ],
  [
    'signed by a stranger’s key whose certificate comes along',
    /signature or content isn’t valid/,
    () => ({ key: stranger.keyPem, cert: stranger.certificatePem }),
  ],
  [
    'signed by a stranger’s key under the provider’s certificate',
    /signature or content isn’t valid/,
    () => ({ key: stranger.keyPem }),
  ],
  [
    'that the provider gave no success to',
    /responded with Responder/,
    () => ({ samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
  ],
]

const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => {
  const [name, before] = [String.fromCharCode(98 + at), String.fromCharCode(97 + at)]
  return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`
}).join('')}]>`
const root = (xml: string, head: string) => head + xml.replace(/^<\?xml[^>]*\?>/, '')

type Forgery = [name: string, reason: RegExp, forge: (xml: string) => string]
/** Genuine answers that were changed on their way. */
const FORGERIES: Forgery[] = [
  ['with another NameID', /isn’t valid/, (xml) => withPerson(xml, victim)],
  ['with another attribute', /isn’t valid/, (xml) => xml.replace('guests', 'admins')],
  [
    'with an attribute more',
    /isn’t valid/,
    (xml) =>
      xml.replace(
        '</saml:AttributeStatement>',
        '<saml:Attribute Name="x"><saml:AttributeValue>y</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
      ),
  ],
  ['without its signature', /isn’t signed/, (xml) => xml.replace(/<Signature[\s\S]*<\/Signature>/, '')],
  [
    'with an empty signature',
    /must have one SignedInfo/,
    (xml) => xml.replace(/<SignedInfo>[\s\S]*<\/SignedInfo>/, ''),
  ],
  ['with a signature over nothing', /something other than/, (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""')],
  [
    'with two references',
    /must have one Reference/,
    (xml) => xml.replace(/<Reference[\s\S]*<\/Reference>/, '$&$&'),
  ],
  [
    'with an HMAC signature',
    /algorithm isn’t supported/,
    (xml) =>
      xml.replace(
        /http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha256/,
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      ),
  ],
  [
    'with a transform by stylesheet',
    /transform/,
    (xml) =>
      xml.replace(
        /Transform Algorithm="[^"]*enveloped-signature"/,
        'Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
      ),
  ],
  [
    'canonicalised with comments',
    /canonicalization/,
    (xml) =>
      xml.replace(
        /CanonicalizationMethod Algorithm="[^"]*"/,
        'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#WithComments"',
      ),
  ],
  [
    'with a comment in the NameID',
    /comment/,
    (xml) => xml.replace(/(<saml:NameID[^>]*>id-)/, `$1${victim}<!---->`),
  ],
  [
    'with a comment in the address',
    /comment/,
    (xml) => xml.replace(/(Name="mail"[^>]*><saml:AttributeValue[^>]*>[^<]{3})/, '$1<!-- x -->'),
  ],
  [
    'with CDATA in the address',
    /CDATA/,
    (xml) => xml.replace(/(Name="mail"[^>]*><saml:AttributeValue[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>'),
  ],
  [
    'with a processing instruction',
    /processing instruction/,
    (xml) => xml.replace(/(<saml:NameID[^>]*>id-)/, '$1<?x y?>'),
  ],
  ['with a document type', /document type/, (xml) => root(xml, '<!DOCTYPE r>')],
  ['with a bomb of entities', /document type/, (xml) => root(xml, bomb).replace('guests', '&j;')],
  [
    'with an external entity',
    /document type/,
    (xml) => root(xml, '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace('guests', '&x;'),
  ],
  ['with an undeclared entity', /entity/, (xml) => xml.replace('guests', '&x;')],
  [
    'that nests a thousand levels deep',
    /nested too deeply/,
    (xml) => xml.replace('guests', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`),
  ],
  [
    // As many as the address takes: in base64 they stay just below its limit.
    'of sixty thousand tags that never close',
    /well-formed/,
    (xml) => xml + '<a '.repeat(60_000),
  ],
  [
    'with an encrypted assertion',
    /Encrypted/,
    (xml) =>
      xml.replace(
        '</samlp:Status>',
        '</samlp:Status><saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
  ],
  [
    'with an id twice',
    /duplicate ID|something other than/,
    (xml) =>
      xml.replace(
        '<samlp:Status>',
        `<samlp:Status Id="${/Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1] ?? ''}">`,
      ),
  ],
  [
    'whose status was altered',
    /isn’t valid|responded with/,
    (xml) => xml.replace(':Success', ':AuthnFailed'),
  ],
]

function entityIdOf(where: SsoAccount): string {
  return `http://localhost:4000/iam/saml/${where.accountId}/metadata`
}

describe('a SAML answer', () => {
  it.each(LIES)('%s is refused', async (_name, reason, twist) => {
    idp.twist = twist()
    const browser = world.aBrowser()
    await refused(browser, await codeOf(browser, await answered(browser)), reason)
  })

  it.each(FORGERIES)('%s is refused', async (_name, reason, forge) => {
    const browser = world.aBrowser()
    const { xml, relayState } = await answered(browser)
    const forged = forge(xml)
    expect(forged).not.toBe(xml)
    await refused(browser, await codeOf(browser, { xml: forged, relayState }), reason)
  })

  it('of a hundred thousand tags is refused by its size, and the genuine one still counts', async () => {
    const browser = world.aBrowser()
    const { xml, relayState } = await answered(browser)
    const reply = await post(browser, { xml: xml + '<a '.repeat(100_000), relayState })
    expect(reply.status).toBe(413)
    expect(await codeOf(browser, { xml, relayState })).not.toContain('.')
  })

  it.each(Object.entries(WRAPPINGS))('wrapped is refused. %s', async (name, wrap) => {
    idp.twist = /XSW[12]/.test(name) ? { signResponse: true } : {}
    const browser = world.aBrowser()
    const { xml, relayState } = await answered(browser)
    const wrapped = wrap(partsOf(xml, victim))
    expect(wrapped).toContain(victim)
    const reason =
      /more than one assertion|duplicate|wrong place|something other|isn’t valid|isn’t signed|object/
    await refused(browser, await codeOf(browser, { xml: wrapped, relayState }), reason)
  })
})

describe('a genuine SAML answer', () => {
  it('counts once: replayed with its RelayState it is refused', async () => {
    const browser = world.aBrowser()
    const answer = await answered(browser)
    expect(await codeOf(browser, answer)).not.toContain('.')
    expect(await codeOf(browser, answer)).toBe('signin.refused')
  })

  it('counts once: replayed to a new request it is refused', async () => {
    const browser = world.aBrowser()
    const { xml } = await answered(browser)
    const { relayState } = await answered(browser)
    await refused(browser, await codeOf(browser, { xml, relayState }), /another request/)
  })

  it('counts once: its assertion in a new response is refused', async () => {
    const browser = world.aBrowser()
    const first = await answered(browser)
    const second = await answered(browser)
    const xml = second.xml.replace(
      /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
      partsOf(first.xml, victim).assertion,
    )
    await refused(browser, await codeOf(browser, { xml, relayState: second.relayState }), /InResponseTo/)
  })

  it('counts once: an assertion seen before is refused even where all else holds', async () => {
    const browser = world.aBrowser()
    const answer = await answered(browser)
    const { system } = world.people.installation.database
    // As if the same request could be answered twice: only the memory of assertions is against it.
    const [row] = await world.query<Record<string, unknown>>(
      'select * from caseloom.sso_request where request_id = $1',
      [/InResponseTo="([^"]*)"/.exec(answer.xml)?.[1]],
    )
    expect(await codeOf(browser, answer)).not.toContain('.')
    await system.tx((tx) =>
      tx.query(
        'insert into caseloom.sso_request values ($1, $2, $3, $4, $5, $6, $7)',
        ['token_hash', 'account_id', 'provider', 'browser_hash', 'request_id', 'return_to', 'expires_at'].map(
          (name) => row?.[name],
        ),
      ),
    )
    await refused(browser, await codeOf(browser, answer), /already been used/)
  })

  it.each([
    ['before it is valid', 180_000, /No valid subject confirmation|isn’t valid yet|not yet valid/],
    ['after it expired', -600_000, /No valid subject confirmation|expired/],
  ])('is refused %s, by a clock that is off', async (_when, offset, reason) => {
    const browser = world.aBrowser()
    await refused(browser, await codeOf(browser, await answered(browser, offset)), reason)
  })

  it('is taken when the clocks differ by less than a minute', async () => {
    const browser = world.aBrowser()
    expect(await codeOf(browser, await answered(browser, 45_000))).not.toContain('.')
  })

  it('is not taken at another account’s address, and is spent by the attempt', async () => {
    const browser = world.aBrowser()
    const answer = await answered(browser)
    const elsewhere = await codeOf(browser, answer, neighbor)
    await refused(browser, elsewhere, /another account/)
    expect(await codeOf(browser, answer)).toBe('signin.refused')
  })

  it('opens nothing without a RelayState of ours: providers do not begin sign-ins', async () => {
    const browser = world.aBrowser()
    const { xml } = await answered(browser)
    for (const relayState of ['', 'x'.repeat(43), '/somewhere'])
      expect(await codeOf(browser, { xml, relayState })).toBe('signin.refused')
  })

  it('opens nothing in another browser than the one that asked', async () => {
    const attacker = world.aBrowser()
    const code = await codeOf(attacker, await answered(attacker))
    const bare = world.aBrowser()
    expect((await finish(bare, code)).json).toMatchObject({ code: 'session.challenge_over' })
    const marked = world.aBrowser()
    await marked.get(`/iam/saml/${account.accountId}/login`)
    expect((await finish(marked, code)).json).toMatchObject({ code: 'session.challenge_over' })
    expect((await finish(attacker, code)).status).toBe(200)
    expect((await finish(attacker, code)).json).toMatchObject({ code: 'session.challenge_over' })
  })

  it('expires a minute after it arrives, and the request ten minutes after it was sent', async () => {
    const { system } = world.people.installation.database
    const browser = world.aBrowser()
    const code = await codeOf(browser, await answered(browser))
    const [left] = await world.query<{ seconds: number }>(
      'select max(extract(epoch from expires_at - now()))::float as seconds from caseloom.sso_answer',
    )
    expect(left?.seconds).toBeLessThanOrEqual(60)
    await system.tx((tx) =>
      tx.query(`update caseloom.sso_answer set expires_at = now() - interval '1 second'`),
    )
    expect((await finish(browser, code)).json).toMatchObject({ code: 'session.challenge_over' })
    const answer = await answered(browser)
    await system.tx((tx) =>
      tx.query(`update caseloom.sso_request set expires_at = now() - interval '1 second'`),
    )
    expect(await codeOf(browser, answer)).toBe('signin.refused')
  })

  it('is refused as a response that was made but not asked for by this installation', async () => {
    const browser = world.aBrowser()
    const { relayState } = await answered(browser)
    const action = `http://localhost:4000/iam/saml/${account.accountId}/acs`
    const xml = await samlResponse(idp, { action, audience: entityIdOf(account), inResponseTo: '_made-up' })
    await refused(browser, await codeOf(browser, { xml, relayState }), /another request/)
  })

  it('is refused under another content type, twice in a form, or as no base64', async () => {
    const browser = world.aBrowser()
    const url = `/iam/saml/${account.accountId}/acs`
    const json = await browser.post(url, { SAMLResponse: 'x' })
    expect(json.location).toBe('/login?sso=signin.refused')
    const { relayState } = await answered(browser)
    const reply = await browser.postFromElsewhere(url, { SAMLResponse: '%%%', RelayState: relayState })
    expect(reply.location).toBe('/login?sso=signin.refused')
  })
})

it(`refuses ${LIES.length + FORGERIES.length + Object.keys(WRAPPINGS).length + 12} kinds of attack on SAML`, () => {
  expect(Object.keys(WRAPPINGS).filter((name) => name.startsWith('XSW'))).toHaveLength(8)
})
