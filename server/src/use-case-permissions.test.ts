import type { HeldRole } from '@caseloom/contract/identity/directory'
import { type Actor, type Need, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import { aDirectory, type Admin, type TestDirectory } from './domains/identity/directory/directory.fixture.ts'
import { sso as goodSso } from '@caseloom/testkit/good/sso'
import { PASSWORD, type TestUser } from '@caseloom/testkit/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as people from './domains/identity/directory/account-administrators.ts'
import * as channels from './domains/identity/my-account/my-channels.ts'
import { changePassword } from './domains/identity/my-account/change-password.ts'
import { createServiceAccount } from './domains/identity/directory/create-service-account.ts'
import { endExemption, exemptUser } from './domains/identity/directory/exempt-user.ts'
import { inviteAgain, inviteUser } from './domains/identity/directory/invite-user.ts'
import { listUsers } from './domains/identity/directory/list-users.ts'
import * as groups from './domains/identity/directory/manage-groups.ts'
import * as roles from './domains/identity/directory/manage-roles.ts'
import * as tokens from './domains/identity/directory/manage-tokens.ts'
import { listNotifications, readMine } from './domains/identity/directory/my-notifications.ts'
import { checkSeals, exportEntries, listEntries } from './domains/identity/directory/read-audit.ts'
import { listMails, viewMail } from './domains/identity/directory/read-mails.ts'
import { removeUser, updateUser } from './domains/identity/directory/update-user.ts'
import { endUserSessions, mailPasswordReset, resetMfa } from './domains/identity/directory/user-security.ts'
import { enterTenant } from './domains/identity/sign-in/enter-tenant.ts'
import { builtInRoleIds } from './domains/identity/identity.door.ts'
import { listPrincipals } from './domains/identity/permissions/list-principals.ts'
import { listTenantUsers } from './domains/identity/permissions/list-tenant-users.ts'
import * as passkeys from './domains/identity/my-account/my-passkeys.ts'
import { updateMe, viewMe } from './domains/identity/my-account/my-profile.ts'
import { endMyOtherSessions, endMySession, mySessions } from './domains/identity/my-account/my-sessions.ts'
import * as totp from './domains/identity/my-account/my-totp.ts'
import { checkIssuer, readProviderMetadata } from './domains/identity/sso/check-provider.ts'
import { saveSignIn } from './domains/identity/sso/save-sign-in.ts'
import type { SsoDeps } from './domains/identity/sso/sso-deps.ts'
import { viewSignIn } from './domains/identity/sso/view-sign-in.ts'
import { tenantAdministrator } from './domains/identity/permissions/tenant-administrator.ts'
import { addActivity } from './domains/installer/add-activity.ts'
import { addDemoData } from './domains/installer/add-demo-data.ts'
import { addStarterApps } from './domains/installer/add-starter-apps.ts'
import { addStarterContent } from './domains/installer/add-starter-content.ts'
import { addStarterWorkspace } from './domains/installer/add-starter-workspace.ts'
import { ensurePublished } from './domains/installer/shipped-playbooks.ts'
import { COMMUNITY_LICENSE } from './domains/licensing/community.ts'
import { CurrentLicense } from './domains/licensing/current-license.ts'
import { removeLicense, restoreLicense, storeLicense } from './domains/licensing/store-license.ts'
import { trustedKeys } from './domains/licensing/trusted-keys.ts'
import * as branding from './domains/tenancy/branding.ts'
import * as accounts from './domains/tenancy/change-account.ts'
import { createManagedAccount } from './domains/tenancy/create-managed-account.ts'
import { createManagedTenant } from './domains/tenancy/create-managed-tenant.ts'
import { exportTenant } from './domains/tenancy/export-tenant.ts'
import { listFlagSettings, saveFlagSetting } from './domains/tenancy/flag-settings.ts'
import { listAccountTenants } from './domains/tenancy/list-account-tenants.ts'
import { listAccounts } from './domains/tenancy/list-accounts.ts'
import { listManagedTenants } from './domains/tenancy/list-managed-tenants.ts'
import { readTenantQuotas, saveTenantQuota } from './domains/tenancy/tenant-quotas.ts'
import { deleteTenant, updateManagedTenant } from './domains/tenancy/update-managed-tenant.ts'
import { addOverride, removeOnCallOverride, swapTurns } from './domains/tenancy/on-call/overrides.ts'
import { listOnCall, readOnCall, usesOfOnCall } from './domains/tenancy/on-call/read-on-call.ts'
import { createOnCall, deleteOnCall, saveOnCall } from './domains/tenancy/on-call/save-schedule.ts'
import { createQuotas } from './platform/quotas/quotas.ts'
import { newId } from './platform/uuid.ts'

/** Prepares what the use case works on, and answers how an actor calls it. No HTTP, so no `needs` is asked. */
type Call = (actor: Actor) => Promise<unknown>
interface UseCase {
  needs: Need
  prepare: () => Call | Promise<Call>
  /** The code of who passes the check but whose request stops later, for want of a device or a provider. */
  then?: string
}

const ip = '192.0.2.1'
const page = { limit: 10 }
let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let admin: Admin
let member: TestUser
/** Sees everything that its needs allow: administrator of the account and the installation, and Tenant administrator. */
let able: Actor
let stranger: Actor

beforeAll(async () => {
  house = await aDirectory()
  other = await house.anAccount()
  const elsewhere = await house.anAdmin(other)
  stranger = await actorOf(elsewhere.token, other)
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  admin = await house.anAdmin(place)
  const to = { userId: admin.userId }
  await house.identity.assignRole({ ...place, roleId: builtInRoleIds.tenantAdministrator, to })
  member = await house.aUser(place)
  await house.sql('update caseloom.person set super_administrator = true where id = $1', [admin.personId])
  able = await actorOf(admin.token, place)
})

async function actorOf(token: string, at: { accountId: string; tenantId: string }): Promise<Actor> {
  const actor = await house.identity.authenticate(token, at)
  if (actor === null) throw new Error('No such session')
  return actor
}

const acting = (actor: Actor) => ({ actor, accountId: place.accountId, ip })
const hand = (actor: Actor) => ({ actor, ip })
const own = (actor: Actor) => ({ actor, token: admin.token, origin: { ip, agent: 'test', device: null } })
const names = () => `Name ${newId()}`
const scope = () => house.installation.database.tenant(place)
const inYears = (years: number) => new Date(Date.now() + years * 31_536_000_000).toISOString()

const directory = () => house.directoryDeps
const unreachable = { code: 'http.unreachable', message: 'No connection', retryable: true } as const
const channelDeps = () => ({
  ...house.deps,
  outbound: { request: async () => ({ ok: false, error: unreachable }) as const },
})
const invited = () =>
  inviteUser(directory(), acting(able), {
    email: `new.${newId()}@example.test`,
    name: 'Nia New',
    accountAdmin: false,
    roles: [],
    groupIds: [],
  })
const aGroup = () => groups.createGroup(directory(), acting(able), { name: names(), roles: [] })
const aRole = () =>
  roles.createRole(directory(), acting(able), { name: names(), permissions: ['record:read'] })
const aService = () => createServiceAccount(directory(), acting(able), { name: names(), roles: [] })
const wantedToken = () => ({ name: 'Script', scopes: ['record:read' as const], expiresAt: inYears(1) })
const exempted = () =>
  exemptUser(directory(), acting(able), {
    userId: member.userId,
    wanted: { reason: 'Lost phone', until: inYears(0.1) },
  })

const DIRECTORY: Record<string, UseCase['prepare']> = {
  listUsers: () => (actor) => listUsers(directory(), acting(actor), page),
  inviteUser: () => (actor) =>
    inviteUser(directory(), acting(actor), {
      email: `new.${newId()}@example.test`,
      name: 'Nia New',
      accountAdmin: false,
      roles: [],
      groupIds: [],
    }),
  inviteAgain: async () => {
    const { id } = await invited()
    return (actor) => inviteAgain(directory(), acting(actor), id)
  },
  createServiceAccount: () => (actor) =>
    createServiceAccount(directory(), acting(actor), { name: names(), roles: [] satisfies HeldRole[] }),
  updateUser: () => (actor) =>
    updateUser(directory(), acting(actor), { userId: member.userId, change: { name: 'Renamed' } }),
  removeUser: () => (actor) => removeUser(directory(), acting(actor), member.userId),
  exemptUser: () => (actor) =>
    exemptUser(directory(), acting(actor), {
      userId: member.userId,
      wanted: { reason: 'Lost phone', until: inYears(0.1) },
    }),
  endExemption: async () => {
    await exempted()
    return (actor) => endExemption(directory(), acting(actor), member.userId)
  },
  resetMfa: () => (actor) => resetMfa(directory(), acting(actor), member.userId),
  mailPasswordReset: () => (actor) => mailPasswordReset(directory(), acting(actor), member.userId),
  endUserSessions: () => (actor) => endUserSessions(directory(), acting(actor), member.userId),
  listGroups: () => (actor) => groups.listGroups(directory(), acting(actor)),
  createGroup: () => (actor) => groups.createGroup(directory(), acting(actor), { name: names(), roles: [] }),
  updateGroup: async () => {
    const { id: groupId } = await aGroup()
    return (actor) => groups.updateGroup(directory(), acting(actor), { groupId, change: { name: names() } })
  },
  removeGroup: async () => {
    const { id } = await aGroup()
    return (actor) => groups.removeGroup(directory(), acting(actor), id)
  },
  listRoles: () => (actor) => roles.listRoles(directory(), acting(actor)),
  createRole: () => (actor) =>
    roles.createRole(directory(), acting(actor), { name: names(), permissions: [] }),
  updateRole: async () => {
    const { id: roleId } = await aRole()
    return (actor) => roles.updateRole(directory(), acting(actor), { roleId, change: { name: names() } })
  },
  removeRole: async () => {
    const { id } = await aRole()
    return (actor) => roles.removeRole(directory(), acting(actor), id)
  },
  listApiTokens: () => (actor) => tokens.listApiTokens(directory(), acting(actor), 'all'),
  createServiceToken: async () => {
    const { id: userId } = await aService()
    return (actor) => tokens.createServiceToken(directory(), acting(actor), { userId, wanted: wantedToken() })
  },
  removeApiToken: async () => {
    const { view } = await tokens.createOwnToken(directory(), acting(able), wantedToken())
    return (actor) => tokens.removeApiToken(directory(), acting(actor), { id: view.id, whose: 'all' })
  },
  listEntries: () => (actor) => listEntries(directory(), acting(actor), page),
  exportEntries: () => async (actor) => (await exportEntries(directory(), acting(actor), {})).destroy(),
  checkSeals: () => (actor) => checkSeals(directory(), acting(actor)),
  listMails: () => (actor) => listMails(directory(), { actor, owner: place }, page),
  viewMail: async () => {
    await invited()
    const { items } = await listMails(directory(), { actor: able, owner: place }, page)
    return (actor) => viewMail(directory(), { actor, owner: place }, items[0]?.id ?? '')
  },
}

const ssoDeps = (): SsoDeps => ({
  ...house.deps,
  begun: house.deps.throttles.ip,
  oidcClients: {
    of: () => Promise.reject(new Error('No provider is asked here')),
    check: async () => ({ authorizationEndpoint: 'https://a.example', tokenEndpoint: 'https://t.example' }),
  },
})
const good = (name: 'saveSignInSettings' | 'readSamlMetadata') => {
  const make = goodSso.good[name]
  if (make === undefined) throw new Error(`No sample of ${name}`)
  // The sample of the contract tests, which its route has parsed.
  return (make as () => { body: never })().body
}
const SSO: Record<string, UseCase['prepare']> = {
  viewSignIn: () => (actor) => viewSignIn(ssoDeps(), acting(actor)),
  saveSignIn: () => (actor) =>
    saveSignIn(ssoDeps(), { ...acting(actor), wanted: good('saveSignInSettings') }),
  readProviderMetadata: () => (actor) => readProviderMetadata(acting(actor), good('readSamlMetadata')),
  checkIssuer: () => (actor) => checkIssuer(ssoDeps(), acting(actor), { issuer: 'https://idp.example' }),
}

const tenancyDeps = () => {
  const { database } = house.installation
  return {
    database,
    tenancy: house.tenancy,
    identity: house.identity,
    counts: async () => new Map(),
    addStarterContent: async () => undefined,
    tenantAdministrator: (at: { accountId: string; tenantId: string }, userId: string) =>
      tenantAdministrator(database.system, at, userId),
    exportParts: [],
    quotas: createQuotas(database.system),
    version: '0.1.0+test',
  }
}
const system = () => house.installation.database.system
const TENANCY: Record<string, UseCase['prepare']> = {
  listManagedTenants: () => (actor) => listManagedTenants(tenancyDeps(), actor, place.accountId),
  createManagedTenant: async () => {
    await house.tenancy.setFlag('MultiTenant', place.accountId, true)
    const { accountId } = place
    return (actor) =>
      createManagedTenant(tenancyDeps(), hand(actor), { accountId, name: names(), starterContent: false })
  },
  updateManagedTenant: () => (actor) =>
    updateManagedTenant(tenancyDeps(), hand(actor), { ...place, name: names() }),
  deleteTenant: () => (actor) => deleteTenant(tenancyDeps(), hand(actor), { ...place, name: 'Main' }),
  exportTenant: () => async (actor) =>
    (await exportTenant(tenancyDeps(), hand(actor), place)).content.destroy(),
  readTenantQuotas: () => (actor) => readTenantQuotas(tenancyDeps(), actor, place),
  saveTenantQuota: () => (actor) =>
    saveTenantQuota(tenancyDeps(), hand(actor), { ...place, quota: 'chain_depth', max: 5 }),
  changeBrandingName: () => (actor) =>
    branding.changeBrandingName(system(), hand(actor), { ...place, name: 'Night watch' }),
  changeLogo: () => (actor) => branding.changeLogo(system(), hand(actor), { ...place, bytes: null }),
}

const quoting = () => ({ system: system(), actorOf: async () => null, readComments: async () => new Map() })
const accountsDeps = () => ({
  ...tenancyDeps(),
  capturing: true,
  publicUrl: house.deps.publicUrl,
  people: {
    of: people.peoplePerAccount,
    superAdministratorRemains: async () => true,
    invite: people.inviteAccountAdministrator,
  },
})
const someone = () => ({ email: `first.${newId()}@example.test`, name: 'Fay First' })
const license = async () => {
  const keys = await trustedKeys([])
  return { system: system(), keys, current: new CurrentLicense(system(), keys) }
}
const INSTALLATION: Record<string, UseCase['prepare']> = {
  listAccounts: () => (actor) => listAccounts(accountsDeps(), actor),
  createManagedAccount: () => (actor) =>
    createManagedAccount(accountsDeps(), hand(actor), {
      name: names(),
      tenantName: 'Main',
      starterContent: false,
      administrator: someone(),
    }),
  updateManagedAccount: () => (actor) =>
    accounts.updateManagedAccount(accountsDeps(), hand(actor), { id: place.accountId, name: names() }),
  deleteManagedAccount: () => async (actor) => {
    const rows = await house.sql<{ name: string }>('select name from caseloom.account where id = $1', [
      place.accountId,
    ])
    const name = rows[0]?.name ?? ''
    return accounts.deleteManagedAccount(accountsDeps(), hand(actor), { id: place.accountId, name })
  },
  inviteAdministrator: () => (actor) =>
    accounts.inviteAdministrator(accountsDeps(), hand(actor), { id: place.accountId, ...someone() }),
  listFlagSettings: () => (actor) => listFlagSettings(system(), actor),
  saveFlagSetting: () => (actor) =>
    saveFlagSetting(system(), hand(actor), { flag: 'HeroAi', accountId: place.accountId, enabled: true }),
  storeLicense: async () => {
    const parts = await license()
    return (actor) => storeLicense(parts, COMMUNITY_LICENSE, hand(actor))
  },
  restoreLicense: async () => {
    const parts = await license()
    return (actor) => restoreLicense(parts, hand(actor))
  },
  removeLicense: async () => {
    const parts = await license()
    return (actor) => removeLicense(parts, hand(actor))
  },
  'listMails of the installation': () => (actor) => listMails(directory(), { actor, owner: 'all' }, page),
}

/** What belongs to the person or their session. */
const OWN: Record<string, Omit<UseCase, 'needs'> & { needs: 'session' | 'person' }> = {
  viewMe: { needs: 'session', prepare: () => (actor) => viewMe(house.deps, actor) },
  updateMe: {
    needs: 'person',
    prepare: () => (actor) => updateMe(house.deps, { ...own(actor), change: { name: 'Zed' } }),
  },
  listMyChannels: {
    needs: 'session',
    prepare: () => (actor) => channels.listMyChannels(house.deps, actor),
  },
  connectChannel: {
    needs: 'person',
    prepare: () => (actor) =>
      channels.connectChannel(channelDeps(), {
        ...own(actor),
        channel: 'slack',
        url: 'https://slack.example/one',
      }),
  },
  disconnectChannel: {
    needs: 'person',
    prepare: () => (actor) => channels.disconnectChannel(house.deps, { ...own(actor), channel: 'teams' }),
    then: 'resource.not_found',
  },
  testChannel: {
    needs: 'person',
    prepare: () => (actor) => channels.testChannel(channelDeps(), { ...own(actor), channel: 'webhook' }),
    then: 'resource.not_found',
  },
  changePassword: {
    needs: 'person',
    prepare: () => (actor) =>
      changePassword(house.deps, {
        ...own(actor),
        currentPassword: PASSWORD,
        password: 'orbit kettle 9 fern',
      }),
  },
  beginTotp: { needs: 'session', prepare: () => (actor) => totp.beginTotp(house.deps, own(actor)) },
  confirmTotp: {
    needs: 'session',
    prepare: () => (actor) => totp.confirmTotp(house.deps, { ...own(actor), code: '000000' }),
    then: 'request.invalid',
  },
  removeTotp: { needs: 'person', prepare: () => (actor) => totp.removeTotp(house.deps, own(actor)) },
  renewRecoveryCodes: {
    needs: 'person',
    prepare: () => (actor) => totp.renewRecoveryCodes(house.deps, own(actor)),
    then: 'request.invalid',
  },
  beginPasskey: {
    needs: 'session',
    prepare: () => (actor) => passkeys.beginPasskey(house.deps, own(actor)),
  },
  addPasskey: {
    needs: 'session',
    prepare: () => (actor) =>
      passkeys.addPasskey(house.deps, { ...own(actor), challenge: 'none', name: 'Key', response: {} }),
    then: 'session.challenge_over',
  },
  renamePasskey: {
    needs: 'person',
    prepare: () => (actor) =>
      passkeys.renamePasskey(house.deps, { ...own(actor), passkeyId: newId(), name: 'Key' }),
    then: 'resource.not_found',
  },
  removePasskey: {
    needs: 'person',
    prepare: () => (actor) => passkeys.removePasskey(house.deps, { ...own(actor), passkeyId: newId() }),
    then: 'resource.not_found',
  },
  mySessions: { needs: 'session', prepare: () => (actor) => mySessions(house.deps, own(actor)) },
  endMySession: {
    needs: 'session',
    prepare: async () => {
      const [session] = await mySessions(house.deps, own(able))
      return (actor) => endMySession(house.deps, { ...own(actor), sessionId: session?.id ?? '' })
    },
  },
  endMyOtherSessions: {
    needs: 'session',
    prepare: () => (actor) => endMyOtherSessions(house.deps, own(actor)),
  },
  readMine: { needs: 'session', prepare: () => (actor) => readMine(directory(), actor, null) },
  listNotifications: {
    needs: 'session',
    prepare: () => (actor) => listNotifications(quoting(), actor, page),
  },
  createOwnToken: {
    needs: 'session',
    prepare: () => (actor) => tokens.createOwnToken(directory(), acting(actor), wantedToken()),
  },
  'listApiTokens of one’s own': {
    needs: 'session',
    prepare: () => (actor) => tokens.listApiTokens(directory(), acting(actor), 'own'),
  },
  enterTenant: { needs: 'session', prepare: () => (actor) => enterTenant(house.deps, own(actor), place) },
  listAccountTenants: {
    needs: 'session',
    prepare: () => (actor) => listAccountTenants(house, actor, place.accountId),
  },
  readBrandingName: {
    needs: 'session',
    prepare: () => (actor) => branding.readBrandingName(system(), actor, place.accountId),
  },
  readLogo: {
    needs: 'session',
    prepare: () => (actor) => branding.readLogo(system(), { actor, ...place }, ''),
    then: 'resource.not_found',
  },
}

const passes = async (call: Promise<unknown>, then: string | undefined) => {
  const ended = await call.then(
    () => undefined,
    (error: { code?: string }) => error.code ?? error,
  )
  expect(ended).toBe(then)
}

describe('without HTTP, of an account’s administration', () => {
  it.each(Object.entries({ ...DIRECTORY, ...SSO, ...TENANCY }))(
    '%s refuses a member and another account’s administrator, and lets this one’s through',
    async (_name, prepare) => {
      const call = await prepare()
      const plain = { ...able, adminOf: [], superAdministrator: true }
      await expect(call(plain)).rejects.toMatchObject({ code: 'right.missing' })
      await expect(call(stranger)).rejects.toMatchObject({ code: 'resource.not_found' })
      await expect(call(ANONYMOUS)).rejects.toMatchObject({ code: 'resource.not_found' })
      await passes(call({ ...able, superAdministrator: false }), undefined)
    },
  )
})

describe('without HTTP, of the installation', () => {
  it.each(Object.entries(INSTALLATION))(
    '%s refuses an account’s administrator and lets a super administrator through',
    async (_name, prepare) => {
      const call = await prepare()
      await expect(call({ ...able, superAdministrator: false })).rejects.toMatchObject({
        code: 'right.missing',
      })
      await passes(call(able), undefined)
    },
  )
})

describe('without HTTP, of a person’s own', () => {
  it.each(Object.entries(OWN))(
    '%s refuses an API token and a session that is too weak, and lets the person through',
    async (_name, { needs, prepare, then }) => {
      const call = await prepare()
      const token = { id: newId(), name: 'Script' }
      await expect(call({ ...able, token })).rejects.toMatchObject({ code: 'right.missing' })
      const weak = { accounts: [place.accountId], personNeeds: 'mfa' as const }
      if (needs === 'person')
        await expect(call({ ...able, session: weak })).rejects.toMatchObject({ code: 'session.mfa_needed' })
      await passes(call(able), then)
    },
  )
})

describe('without HTTP, of a tenant', () => {
  it('the people of a tenant are shown to those who are in it', async () => {
    const outside = { ...able, tenantId: null }
    await expect(listPrincipals(house.deps, outside, place)).rejects.toMatchObject({ code: 'right.missing' })
    await expect(listTenantUsers(house.deps, outside, place)).rejects.toMatchObject({ code: 'right.missing' })
    expect((await listPrincipals(house.deps, able, place)).users.length).toBeGreaterThan(0)
    expect((await listTenantUsers(house.deps, able, place)).length).toBeGreaterThan(0)
  })

  it('on-call schedules are closed to those who hold neither permission (on-call-oracle.test.ts has who can)', async () => {
    const actor = { ...able, permissions: new Set<never>() }
    const by = { actor, ip }
    // Never reached: the check comes first.
    const none = {} as never
    for (const call of [
      listOnCall(none, scope(), actor),
      readOnCall(none, scope(), actor, none),
      usesOfOnCall(none, scope(), actor, ''),
      createOnCall(none, scope(), by, none),
      saveOnCall(none, scope(), by, none),
      deleteOnCall(none, scope(), by, ''),
      addOverride(none, scope(), by, none),
      removeOnCallOverride(scope(), by, none),
      swapTurns(none, scope(), by, none),
    ])
      await expect(call).rejects.toMatchObject({ code: 'right.missing' })
  })

  it('the installer adds nothing for someone who could not add it by hand (installer.test.ts has who can)', async () => {
    const actor = { ...able, permissions: new Set<never>() }
    // Never reached: the check comes first.
    const none = {} as never
    for (const call of [
      addStarterContent(none, scope(), actor),
      addStarterApps(none, scope(), actor),
      addStarterWorkspace(none, scope(), actor, []),
      addDemoData(none, none, scope(), actor),
      addActivity(none, scope(), actor),
      ensurePublished(none, scope(), actor, {}),
    ])
      await expect(call).rejects.toMatchObject({ code: 'right.missing' })
  })
})
