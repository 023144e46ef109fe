import { Problem } from '@caseloom/contract/kernel/errors'
import { aCertificate } from '@caseloom/testkit/certificate'
import { type SamlIdp, startSamlIdp } from '@caseloom/testkit/saml-idp'
import {
  anAddress,
  type Reply,
  type SsoAccount,
  type SsoPeople,
  someSsoPeople,
} from './sso-people.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../identity.door.ts'

let world: SsoPeople
let idp: SamlIdp
beforeAll(async () => {
  idp = await startSamlIdp()
  world = await someSsoPeople()
})
afterAll(async () => {
  await world.close()
  await idp.close()
})

const saml = (over: object = {}) => ({
  idpEntityId: idp.entityId,
  idpSsoUrl: idp.ssoUrl,
  idpCertificates: [idp.keys.certificatePem],
  emailAttribute: 'mail',
  nameAttribute: '',
  forceLogin: false,
  createUsers: true,
  roleMappings: [],
  ...over,
})
const oidc = (over: object = {}) => ({
  issuer: 'https://idp.example.test',
  clientId: 'caseloom',
  scopes: '',
  nameClaim: '',
  createUsers: true,
  roleMappings: [],
  ...over,
})
const codeOf = (reply: Reply) => Problem.parse(reply.json).code
const issuesOf = (reply: Reply) =>
  (Problem.parse(reply.json).issues ?? []).map(({ path, code }) => [path.join('.'), code])
const urlOf = ({ accountId }: SsoAccount) => `/iam/account/${accountId}/sign-in`

async function comeIn(account: SsoAccount, email: string) {
  idp.person = { nameId: email, attributes: { mail: email } }
  const browser = world.aBrowser()
  const start = await browser.get(`/iam/saml/${account.accountId}/login`)
  const { action, ...form } = await idp.visit(start.location)
  const back = await browser.postFromElsewhere(new URL(action).pathname, form)
  const code = back.location.replace('/login?sso=', '')
  return { browser, code }
}

describe('settings of sign-in', () => {
  it('begin with passwords alone, and report what a provider needs to know of us', async () => {
    const account = await world.anAccount()
    const reply = await account.browser.get(urlOf(account))
    const base = `http://localhost:4000/iam/saml/${account.accountId}`
    expect(reply.json).toMatchObject({
      revision: 0,
      passwordAllowed: true,
      saml: null,
      oidc: null,
      serviceProvider: {
        entityId: `${base}/metadata`,
        acsUrl: `${base}/acs`,
        oidcRedirectUrl: 'http://localhost:4000/iam/oidc/callback',
      },
    })
    const metadata = await account.browser.get(`/iam/saml/${account.accountId}/metadata`)
    expect(metadata.body).toContain(`entityID="${base}/metadata"`)
    expect(metadata.body).toContain(`Location="${base}/acs"`)
    expect(metadata.body).toContain('WantAssertionsSigned="true"')
  })

  it('are saved by one at a time, and audited', async () => {
    const account = await world.anAccount()
    expect((await account.save({ idleMinutes: 30 })).json).toMatchObject({ revision: 1, idleMinutes: 30 })
    expect((await account.save({ idleMinutes: 60 })).json).toMatchObject({ revision: 2 })
    expect(codeOf(await account.save({ idleMinutes: 90, revision: 1 }))).toBe('resource.version_conflict')
    expect(codeOf(await account.save({ idleMinutes: 90, revision: 0 }))).toBe('resource.version_conflict')
    const log = await world.audited(account.accountId)
    expect(log.filter(({ action }) => action === 'signin.settings_changed')).toHaveLength(2)
  })

  it('shorten living sessions when they become stricter', async () => {
    const account = await world.anAccount()
    await account.save({ idleMinutes: 5, absoluteHours: 1 })
    const [row] = await world.query<{ idle: number; life: number }>(
      `select extract(epoch from idle_until - now())::float as idle, extract(epoch from expires_at - now())::float as life
         from caseloom.session where person_id = $1`,
      [account.admin.personId],
    )
    expect(row?.idle).toBeLessThanOrEqual(300)
    expect(row?.life).toBeLessThanOrEqual(3600)
  })

  it('require a second factor only once the administrator has one', async () => {
    const account = await world.anAccount()
    const refused = await account.save({ mfaRequired: true })
    expect([refused.status, issuesOf(refused)]).toEqual([400, [['body.mfaRequired', 'own_factor_first']]])
    expect((await account.browser.get(urlOf(account))).json).toMatchObject({ mfaRequired: false })
    const sql = (text: string) =>
      world.people.installation.database.system.tx((tx) => tx.query(text, [account.accountId]))
    await sql(
      `insert into caseloom.passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
       select gen_random_uuid(), u.person_id, 'own', '', 0, '{}', 'Key', now() from caseloom.user u
        where u.account_id = $1`,
    )
    expect((await account.save({ mfaRequired: true })).status).toBe(200)
  })

  it('list all that is wrong, at its field', async () => {
    const account = await world.anAccount()
    const role = (roleId: string, tenantId: string | null) => ({
      attribute: 'a',
      value: 'b',
      role: { roleId, tenantId },
    })
    const other = await world.anAccount()
    const reply = await account.save({
      samlEnabled: true,
      oidcEnabled: true,
      emailDomains: ['ok.example.test', 'ok.example.test', '-bad.test'],
      saml: saml({
        idpSsoUrl: 'http://idp.example.test/sso',
        idpCertificates: [
          'not a certificate',
          aCertificate({ until: new Date(0), from: new Date(-1e9) }).certificatePem,
        ],
        roleMappings: [role(newId(), null), role(builtInRoleIds.viewer, other.tenantId)],
      }),
      oidc: oidc({ issuer: 'http://idp.example.test/?x=1', scopes: 'openid\temail' }),
    })
    expect(issuesOf(reply)).toEqual([
      ['body.emailDomains.1', 'repeated'],
      ['body.emailDomains.2', 'invalid_format'],
      ['body.saml.idpSsoUrl', 'insecure'],
      ['body.oidc.issuer', 'invalid_format'],
      ['body.oidc.issuer', 'insecure'],
      ['body.oidc.scopes', 'invalid_format'],
      ['body.saml.roleMappings.0.role.roleId', 'unknown'],
      ['body.saml.roleMappings.1.role.tenantId', 'unknown'],
      ['body.saml.idpCertificates.0', 'not_a_certificate'],
      ['body.saml.idpCertificates.1', 'expired'],
    ])
    const bare = await account.save({ samlEnabled: true, oidcEnabled: true })
    expect(issuesOf(bare)).toEqual([
      ['body.samlEnabled', 'settings_missing'],
      ['body.oidcEnabled', 'settings_missing'],
    ])
    const weak = await account.save({
      saml: saml({ idpCertificates: [aCertificate({ bits: 1024 }).certificatePem] }),
    })
    expect(issuesOf(weak)).toEqual([['body.saml.idpCertificates.0', 'weak_key']])
  })

  it('give a mail domain to one account only, even to two at the same time', async () => {
    const [one, two] = [await world.anAccount(), await world.anAccount()]
    const emailDomains = [`d${newId()}.test`]
    const replies = await Promise.all([one.save({ emailDomains }), two.save({ emailDomains })])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const late = replies[0]?.status === 409 ? one : two
    expect(codeOf(await late.save({ emailDomains }))).toBe('signin.domain_taken')
  })

  it('keep the client secret sealed, report it to no one, and to no other provider', async () => {
    const account = await world.anAccount()
    const first = await account.save({ oidc: oidc({ clientSecret: 'topsecret' }) })
    expect(first.json).toMatchObject({ oidc: { hasSecret: true } })
    const again = await account.save({ oidc: oidc({ scopes: 'groups' }) })
    expect(again.json).toMatchObject({ oidc: { hasSecret: true, scopes: 'groups' } })
    const rows = await world.query('select * from caseloom.sign_in where account_id = $1', [
      account.accountId,
    ])
    expect(JSON.stringify([rows, first.json, again.json])).not.toContain('topsecret')
    for (const change of [{ issuer: 'https://evil.example.test' }, { clientId: 'other' }])
      expect(issuesOf(await account.save({ oidc: oidc(change) }))).toEqual([
        ['body.oidc.clientSecret', 'required'],
      ])
    await account.save({ oidc: null })
    expect((await account.save({ oidc: oidc() })).json).toMatchObject({ oidc: { hasSecret: false } })
  })

  it('are for account administrators only', async () => {
    const account = await world.anAccount()
    const stranger = await world.anAccount()
    expect((await stranger.browser.get(urlOf(account))).status).toBe(404)
    expect((await world.aBrowser().get(urlOf(account))).status).toBe(401)
  })
})

describe('switching passwords off', () => {
  it('wants a provider that is on, and an administrator who has come in by it', async () => {
    const account = await world.anAccount()
    expect(codeOf(await account.save({ passwordAllowed: false }))).toBe('signin.would_lock_out')
    await account.save({ samlEnabled: true, saml: saml() })
    expect(codeOf(await account.save({ passwordAllowed: false }))).toBe('signin.would_lock_out')
    const { browser, code } = await comeIn(account, account.admin.email)
    await browser.post('/iam/login/sso', { code, password: 'kettle orbit mango 7' })
    expect((await account.save({ passwordAllowed: false })).json).toMatchObject({ passwordAllowed: false })
    // From now on, the password session is locked out, and the provider's session continues.
    const url = urlOf(account)
    expect((await account.browser.get(url)).status).not.toBe(200)
    expect((await browser.get(url)).status).toBe(200)
    const { serviceProvider: _ours, ...now } = (await browser.get(url)).json as { serviceProvider: object } // our own reply
    expect(codeOf(await browser.put(url, { ...now, samlEnabled: false }))).toBe('signin.would_lock_out')
    const moved = { ...now, saml: saml({ idpEntityId: 'https://new.example.test' }) }
    expect(codeOf(await browser.put(url, moved))).toBe('signin.would_lock_out')
    const policy = { ...now, idleMinutes: 15 }
    expect((await browser.put(url, policy)).status).toBe(200)
  })
})

describe('sign-in options', () => {
  const ask = async (query: string) => (await world.aBrowser().get(`/iam/login-options${query}`)).json
  const none = {
    accountId: null,
    accountName: null,
    samlEnabled: false,
    oidcEnabled: false,
    passwordAllowed: true,
  }

  it('speak of accounts with a provider only, by id or by mail domain [S2.02]', async () => {
    const [plain, account] = [await world.anAccount(), await world.anAccount()]
    const domain = `d${newId()}.test`
    await account.save({ samlEnabled: true, saml: saml(), emailDomains: [domain] })
    await plain.save({ emailDomains: [`e${domain}`], saml: saml() })
    const found = {
      ...none,
      accountId: account.accountId,
      samlEnabled: true,
      accountName: expect.any(String),
    }
    for (const query of [
      `?account=${account.accountId}`,
      `?account={${account.accountId.toUpperCase()}}`,
      `?email=zoe@${domain}`,
      `?email=ZOE@${domain.toUpperCase()}`,
    ])
      expect(await ask(query), query).toEqual(found)
    for (const query of [
      `?account=${plain.accountId}`,
      `?account=${newId()}`,
      '?account=nonsense',
      `?email=zoe@e${domain}`,
      `?email=zoe@sub.${domain}`,
      '?email=zoe@unknown.test',
      '?email=nonsense',
      '?email=',
    ])
      expect(await ask(query), query).toEqual(none)
  })

  it('speak of the one account with a provider when no one is named, and of none of two', async () => {
    const { system } = world.people.installation.database
    await system.tx((tx) =>
      tx.query('update caseloom.sign_in set saml_enabled = false, password_allowed = true'),
    )
    expect(await ask('')).toEqual(none)
    const only = await world.anAccount()
    await only.save({ samlEnabled: true, saml: saml() })
    expect(await ask('')).toMatchObject({ accountId: only.accountId, samlEnabled: true })
    const second = await world.anAccount()
    await second.save({ samlEnabled: true, saml: saml() })
    expect(await ask('')).toEqual(none)
  })

  it('answer a sign-in at an account without a provider as at one that is not there', async () => {
    const plain = await world.anAccount()
    for (const id of [plain.accountId, newId()]) {
      for (const kind of ['saml', 'oidc']) {
        const reply = await world.aBrowser().get(`/iam/${kind}/${id}/login`)
        expect([reply.status, reply.location]).toEqual([303, '/login?sso=signin.refused'])
      }
    }
  })

  it('lead nowhere else than to our own pages after the sign-in', async () => {
    const account = await world.anAccount()
    await account.save({ samlEnabled: true, saml: saml() })
    const email = anAddress()
    idp.person = { nameId: email, attributes: { mail: email } }
    const browser = world.aBrowser()
    const start = await browser.get(`/iam/saml/${account.accountId}/login?returnTo=//evil.example.test`)
    const { action, ...form } = await idp.visit(start.location)
    const back = await browser.postFromElsewhere(new URL(action).pathname, form)
    const done = await browser.post('/iam/login/sso', { code: back.location.replace('/login?sso=', '') })
    expect(done.json).toEqual({ returnTo: null })
  })
})

describe('a provider’s metadata', () => {
  let account: SsoAccount
  beforeAll(async () => {
    account = await world.anAccount()
  })
  const read = (xml: string) => account.browser.post(`${urlOf(account)}/saml/metadata`, { xml })

  it('is read from one entity, or from a list with one provider in it', async () => {
    const expected = {
      idpEntityId: idp.entityId,
      idpSsoUrl: idp.ssoUrl,
      idpCertificates: [idp.keys.certificatePem],
    }
    expect((await read(idp.metadata)).json).toEqual(expected)
    const md = 'xmlns="urn:oasis:names:tc:SAML:2.0:metadata"'
    const entity = idp.metadata.replace(/^<\?xml[^>]*\?>/, '')
    const sp = `<EntityDescriptor ${md} entityID="sp"><SPSSODescriptor/></EntityDescriptor>`
    expect((await read(`<EntitiesDescriptor ${md}>${sp}${entity}</EntitiesDescriptor>`)).json).toEqual(
      expected,
    )
    const two = await read(`<EntitiesDescriptor ${md}>${entity}${entity}</EntitiesDescriptor>`)
    expect(issuesOf(two)).toEqual([['body.xml', 'many_providers']])
  })

  it.each([
    ['that is no XML', () => 'hello', 'not_readable'],
    ['that does not close', () => '<EntityDescriptor>', 'not_readable'],
    ['with a document type', () => `<!DOCTYPE a [<!ENTITY b "c">]>${idp.metadata.slice(21)}`, 'not_readable'],
    ['with a processing instruction', () => `${idp.metadata}<?x y?>`, 'not_readable'],
    [
      'without a provider',
      () => '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>',
      'no_provider',
    ],
    [
      'without an address for redirects',
      () => idp.metadata.replace('HTTP-Redirect', 'SOAP'),
      'no_sign_in_address',
    ],
    [
      'with an address of another kind',
      () => idp.metadata.replaceAll('Location="http:', 'Location="javascript:'),
      'no_sign_in_address',
    ],
    [
      'without a certificate',
      () => idp.metadata.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''),
      'no_certificate',
    ],
    [
      'for encryption only',
      () => idp.metadata.replace('use="signing"', 'use="encryption"'),
      'no_certificate',
    ],
  ])('%s is refused', async (_name, xml, code) => {
    expect(issuesOf(await read(xml()))).toEqual([['body.xml', code]])
  })
})
