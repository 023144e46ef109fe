import type { SessionView } from '@caseloom/contract/identity/identity'
import { PASSWORD } from '@caseloom/testkit/people'
import { type SamlIdp, startSamlIdp } from '@caseloom/testkit/saml-idp'
import {
  anAddress,
  type Reply,
  type SsoAccount,
  type SsoPeople,
  someSsoPeople,
  type TestBrowser,
} from './sso-people.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replaceRoles } from '../directory/holdings.store.ts'
import { builtInRoleIds } from '../identity.door.ts'

let world: SsoPeople
let idp: SamlIdp
let account: SsoAccount
beforeAll(async () => {
  idp = await startSamlIdp()
  world = await someSsoPeople()
  account = await world.anAccount()
  await switchOn(account)
})
afterAll(async () => {
  await world.close()
  await idp.close()
})
beforeEach(() => {
  idp.twist = {}
})

async function switchOn(where: SsoAccount, over: Record<string, unknown> = {}): Promise<Reply> {
  const saml = {
    idpEntityId: idp.entityId,
    idpSsoUrl: idp.ssoUrl,
    idpCertificates: [idp.keys.certificatePem],
    emailAttribute: 'mail',
    nameAttribute: '',
    forceLogin: false,
    createUsers: true,
    roleMappings: [],
    ...over,
  }
  const reply = await where.save({ samlEnabled: true, saml })
  expect(reply.json).toMatchObject({ samlEnabled: true })
  return reply
}

function personWith(email: string, attributes: Record<string, string | string[]> = {}) {
  idp.person = {
    nameId: `id-${email}`,
    attributes: { mail: email, displayName: 'Zoë Example', ...attributes },
  }
}

/** From our sign-in page to the provider and back, up to the code on our page. */
async function signIn(browser: TestBrowser, where = account, returnTo?: string): Promise<string> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
  const start = await browser.get(`/iam/saml/${where.accountId}/login${query}`)
  expect(start.status).toBe(303)
  const { action, ...form } = await idp.visit(start.location)
  const back = await browser.postFromElsewhere(new URL(action).pathname, form)
  expect(back.status).toBe(303)
  return new URLSearchParams(back.location.replace('/login?', '')).get('sso') ?? ''
}

async function finish(browser: TestBrowser, code: string, password?: string): Promise<Reply> {
  return browser.post('/iam/login/sso', { code, ...(password === undefined ? {} : { password }) })
}

async function session(browser: TestBrowser): Promise<SessionView> {
  return (await browser.get('/iam/session')).json as SessionView // parsed by the contract tests
}

describe('SAML sign-in', () => {
  it('makes a person who is unknown a user, in a session of this account only', async () => {
    const email = anAddress()
    personWith(email)
    const browser = world.aBrowser()
    const done = await finish(browser, await signIn(browser, account, '/account/x?tab=1#top'))
    expect([done.status, done.json]).toEqual([200, { returnTo: '/account/x?tab=1#top' }])
    const view = await session(browser)
    expect(view.user).toMatchObject({ email, name: 'Zoë Example' })
    expect(view.accounts.map((each) => each.id)).toEqual([account.accountId])
    expect(view.tenants).toEqual([])
    const [row] = await world.query<{ strength: string; only_account: string }>(
      'select s.strength, s.only_account from caseloom.session s join caseloom.person p on p.id = s.person_id where p.email = $1',
      [email],
    )
    expect(row).toEqual({ strength: 'sso', only_account: account.accountId })
    const actions = (await world.audited(account.accountId)).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining([
        'user.created_by_provider',
        'user.linked_to_provider',
        'session.opened_by_sso',
      ]),
    )
    expect([...browser.cookies.keys()]).toEqual(['caseloom_session', 'caseloom_device'])
  })

  it('asks the provider by a request that names us, and forces its form only when configured to', async () => {
    personWith(anAddress())
    await signIn(world.aBrowser())
    expect(idp.asked).toMatchObject({
      issuer: `http://localhost:4000/iam/saml/${account.accountId}/metadata`,
      assertionConsumerServiceURL: `http://localhost:4000/iam/saml/${account.accountId}/acs`,
      destination: idp.ssoUrl,
    })
    expect(idp.asked?.forceAuthn).toBeUndefined()
    const strict = await world.anAccount()
    await switchOn(strict, { forceLogin: true })
    await signIn(world.aBrowser(), strict)
    expect(idp.asked?.forceAuthn).toBe('true')
  })

  it('knows who came before by subject, whatever the address is now', async () => {
    personWith(anAddress())
    const browser = world.aBrowser()
    await finish(browser, await signIn(browser))
    const first = await session(browser)
    idp.person = { ...idp.person, attributes: { mail: anAddress() } }
    const again = world.aBrowser()
    await finish(again, await signIn(again))
    expect((await session(again)).user.personId).toBe(first.user.personId)
  })

  it('takes the NameID for the address when no attribute is named', async () => {
    const plain = await world.anAccount()
    await switchOn(plain, { emailAttribute: '' })
    idp.person = { nameId: anAddress(), attributes: {} }
    const browser = world.aBrowser()
    expect((await finish(browser, await signIn(browser, plain))).status).toBe(200)
    expect((await session(browser)).user.email).toBe(idp.person.nameId)
  })

  it('knows people of a provider with passing NameIDs by their address', async () => {
    const email = anAddress()
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    const ids: string[] = []
    for (const nameId of ['_first', '_second']) {
      idp.person = { nameId, nameIdFormat: transient, attributes: { mail: email } }
      const browser = world.aBrowser()
      expect((await finish(browser, await signIn(browser))).status).toBe(200)
      ids.push((await session(browser)).user.personId)
    }
    expect(ids[0]).toBe(ids[1])
  })

  it('accepts a response that is signed as a whole beside its assertion', async () => {
    personWith(anAddress())
    idp.twist = { signResponse: true }
    const browser = world.aBrowser()
    expect((await finish(browser, await signIn(browser))).status).toBe(200)
  })

  it('takes a second certificate while the provider changes keys', async () => {
    const { certificatePem } = (await startSamlIdp().then(async (other) => (await other.close(), other))).keys
    const changing = await world.anAccount()
    await switchOn(changing, { idpCertificates: [certificatePem, idp.keys.certificatePem] })
    personWith(anAddress())
    const browser = world.aBrowser()
    expect((await finish(browser, await signIn(browser, changing))).status).toBe(200)
  })

  it('serves two sign-ins of one browser side by side', async () => {
    personWith(anAddress())
    const browser = world.aBrowser()
    const first = await signIn(browser)
    const second = await signIn(browser)
    expect([first, second]).not.toContain('signin.refused')
    expect((await finish(browser, first)).status).toBe(200)
  })
})

describe('mapped roles', () => {
  it('follow the attributes of each sign-in, and leave those given by hand', async () => {
    const own = await world.anAccount()
    const { accountId, tenantId } = own
    const map = (value: string, roleId: string, tenant: string | null) => ({
      attribute: 'groups',
      value,
      role: { roleId, tenantId: tenant },
    })
    await switchOn(own, {
      roleMappings: [
        map('soc', builtInRoleIds.analyst, tenantId),
        map('leads', builtInRoleIds.lead, null),
        map('*', builtInRoleIds.viewer, tenantId),
      ],
    })
    const email = anAddress()
    personWith(email, { groups: ['soc', 'leads'] })
    const browser = world.aBrowser()
    await finish(browser, await signIn(browser, own))
    const view = await session(browser)
    expect(view.tenants.map((each) => each.id)).toEqual([tenantId])
    expect(view.tenants[0]?.permissions).toContain('record:delete')
    const userId = view.accounts[0]?.userId ?? ''
    await world.people.identity.assignRole({
      accountId,
      roleId: builtInRoleIds.analyst,
      to: { userId },
      tenantId,
    })
    personWith(email, { groups: ['none'] })
    const later = world.aBrowser()
    await finish(later, await signIn(later, own))
    const held = await world.query<{ role_id: string; source: string }>(
      'select role_id, source from caseloom.role_assignment where user_id = $1 order by source',
      [userId],
    )
    expect(held).toEqual([
      { role_id: builtInRoleIds.analyst, source: 'hand' },
      { role_id: builtInRoleIds.viewer, source: 'provider' },
    ])
    expect((await session(later)).tenants[0]?.permissions).not.toContain('record:delete')
    const actions = (await world.audited(accountId)).filter(({ action }) => action === 'user.roles_mapped')
    expect(actions).toHaveLength(2)
    // What an administrator sets by hand leaves the provider's roles alone.
    const { system } = world.people.installation.database
    await system.tx((tx) => replaceRoles(tx, { accountId, userId }, []))
    const rest = await world.query<{ source: string }>(
      'select source from caseloom.role_assignment where user_id = $1',
      [userId],
    )
    expect(rest).toEqual([{ source: 'provider' }])
  })
})

describe('an address that someone has', () => {
  it('is theirs permanently after one proof by password', async () => {
    const other = await world.anAccount()
    const user = await world.people.aUser(other)
    personWith(user.email)
    const browser = world.aBrowser()
    const code = await signIn(browser)
    const asked = await finish(browser, code)
    expect(asked.json).toMatchObject({ code: 'session.link_needed', email: user.email })
    expect((await finish(browser, code, 'wrong horse')).json).toMatchObject({
      code: 'session.bad_credentials',
    })
    expect((await finish(browser, code, PASSWORD)).status).toBe(200)
    const view = await session(browser)
    expect(view.user.personId).toBe(user.personId)
    expect(view.accounts.filter((each) => each.needs === null).map((each) => each.id)).toEqual([
      account.accountId,
    ])
    const again = world.aBrowser()
    expect((await finish(again, await signIn(again))).status).toBe(200)
    const facts = await world.query<{ accounts: string }>(
      'select count(*)::text as accounts from caseloom.user where person_id = $1',
      [user.personId],
    )
    expect(facts).toEqual([{ accounts: '2' }])
  })

  it('opens nothing to who guesses: five wrong passwords end the sign-in', async () => {
    const user = await world.people.aUser(account)
    personWith(user.email)
    const browser = world.aBrowser()
    const code = await signIn(browser)
    const answers: unknown[] = []
    for (let at = 0; at < 5; at += 1) answers.push((await finish(browser, code, 'wrong')).status)
    expect(answers).toEqual([401, 401, 401, 401, 401])
    expect((await finish(browser, code, PASSWORD)).json).toMatchObject({ code: 'session.challenge_over' })
  })

  it('needs no proof when it was invited to this account and has no password yet', async () => {
    const email = anAddress()
    const personId = await world.people.identity.createPerson({ email, name: 'Invited' })
    await world.people.identity.addUser({ accountId: account.accountId, personId, status: 'invited' })
    personWith(email)
    const browser = world.aBrowser()
    expect((await finish(browser, await signIn(browser))).status).toBe(200)
    expect((await session(browser)).user.personId).toBe(personId)
  })

  it('is refused when it was invited elsewhere only, or belongs to someone without a password', async () => {
    const other = await world.anAccount()
    const email = anAddress()
    const personId = await world.people.identity.createPerson({ email, name: 'Elsewhere' })
    await world.people.identity.addUser({ accountId: other.accountId, personId, status: 'invited' })
    personWith(email)
    const browser = world.aBrowser()
    expect((await finish(browser, await signIn(browser))).json).toMatchObject({ code: 'signin.refused' })
  })

  it('is refused for strangers when users are not created', async () => {
    const closed = await world.anAccount()
    await switchOn(closed, { createUsers: false })
    const outsider = await world.people.aUser(account)
    for (const email of [anAddress(), outsider.email]) {
      personWith(email)
      const browser = world.aBrowser()
      expect((await finish(browser, await signIn(browser, closed))).json).toMatchObject({
        code: 'signin.refused',
      })
    }
  })
})

describe('people removed by an administrator', () => {
  it.each(['disabled', 'removed'])('stay out when %s, and the log says why', async (how) => {
    const email = anAddress()
    personWith(email)
    const browser = world.aBrowser()
    await finish(browser, await signIn(browser))
    const { accounts } = await session(browser)
    const userId = accounts[0]?.userId ?? ''
    if (how === 'disabled') await world.people.identity.setUserStatus(userId, 'disabled')
    else {
      const { system } = world.people.installation.database
      await system.tx((tx) => tx.query('delete from caseloom.user where id = $1', [userId]))
    }
    const again = world.aBrowser()
    expect((await finish(again, await signIn(again))).json).toMatchObject({ code: 'signin.refused' })
    const log = await world.audited(account.accountId)
    expect(log.at(-1)).toMatchObject({ action: 'signin.refused', name: expect.stringContaining(how) })
  })

  it('stay out when the provider is switched off between its answer and our page', async () => {
    const own = await world.anAccount()
    await switchOn(own)
    personWith(anAddress())
    const browser = world.aBrowser()
    const code = await signIn(browser, own)
    await own.save({ samlEnabled: false })
    expect((await finish(browser, code)).json).toMatchObject({ code: 'signin.refused' })
  })
})
