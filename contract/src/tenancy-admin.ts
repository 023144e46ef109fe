import { z } from 'zod'
import { FeatureFlags } from './identity.ts'
import { AccountId, Instant } from './ids.ts'
import { route } from './route.ts'
import { TenantItem } from './tenancy.ts'
import { TimeZone } from './time-zones.ts'

const Name = z.string().trim().min(1).max(100)
export const ManagedTenant = TenantItem.extend({
  /** deleting: closed for everybody, purged at `deleteAt` unless it is restored. */
  status: z.enum(['active', 'suspended', 'deleting']),
  createdAt: Instant,
  deleteAt: Instant.nullable(),
  /** Playbooks of the tenant may reach addresses of private networks; only a super administrator gives this. */
  privateNetworks: z.boolean(),
  /** IANA name: by its calendar playbooks and conditions of apps count days, where no person asks. */
  timeZone: z.string(),
  apps: z.number().int(),
  users: z.number().int(),
})
export type ManagedTenant = z.infer<typeof ManagedTenant>
const managed = '/tenant/account/:accountId/managed-tenants'
export const managedTenants = route({
  method: 'GET',
  path: managed,
  summary: 'All tenants of the account, suspended ones too',
  needs: 'account:admin',
  reply: z.object({ items: z.array(ManagedTenant) }),
})
export const createTenant = route({
  method: 'POST',
  path: managed,
  summary: 'Adds a tenant; the caller becomes its Tenant administrator',
  needs: 'account:admin',
  body: z.strictObject({
    name: Name,
    starterContent: z.boolean().default(true),
    timeZone: TimeZone.optional().meta({ description: 'UTC when absent' }),
  }),
  reply: ManagedTenant,
  status: 201,
  fails: ['name.taken', 'tenant.last_one'],
  on404: 'here',
})
export const updateTenant = route({
  method: 'PATCH',
  path: `${managed}/:managedTenantId`,
  summary:
    'Renames, suspends or reopens a tenant, or sets its time zone; reopening takes back a deletion. Private networks: super administrators only',
  needs: 'account:admin',
  body: z.strictObject({
    name: Name.optional(),
    status: z.enum(['active', 'suspended']).optional(),
    privateNetworks: z.boolean().optional(),
    timeZone: TimeZone.optional(),
  }),
  reply: ManagedTenant,
  fails: ['name.taken', 'tenant.last_one'],
  on404: 'here',
})
export const deleteTenant = route({
  method: 'POST',
  path: `${managed}/:managedTenantId/delete`,
  summary: 'Closes a tenant now and deletes it after the grace period of 14 days',
  needs: 'account:admin',
  body: z.strictObject({ name: z.string().max(200) }),
  reply: ManagedTenant,
  fails: ['tenant.name_differs'],
  on404: 'here',
})
export const exportTenant = route({
  method: 'GET',
  path: `${managed}/:managedTenantId/export`,
  summary: 'Everything of a tenant that the caller administrates, as a zip of JSON lines',
  needs: 'account:admin',
  answers: 'file',
  on404: 'here',
})

export const brandingName = route({
  method: 'GET',
  path: '/tenant/account/:accountId/branding/name',
  summary: 'The name that the account shows instead of its own; null when it has none',
  needs: 'session',
  reply: z.object({ name: z.string().nullable() }),
  on404: 'ignore',
})
export const brandingLogo = route({
  method: 'GET',
  path: '/tenant/account/:accountId/branding/logo',
  summary: 'The logo of the account: a PNG, JPEG, WebP or SVG image',
  needs: 'session',
  answers: 'file',
  on404: 'ignore',
})
export const saveBrandingName = route({
  method: 'PUT',
  path: '/tenant/account/:accountId/branding/name',
  summary: 'Sets the name that the account shows; null takes it away',
  needs: 'account:admin',
  body: z.strictObject({ name: Name.nullable() }),
  on404: 'here',
})
export const saveBrandingLogo = route({
  method: 'PUT',
  path: '/tenant/account/:accountId/branding/logo',
  summary: 'Sets the logo: the bytes of an image of at most 512 kB',
  needs: 'account:admin',
  bodyKind: 'raw',
  bodyLimit: 600_000,
  on404: 'here',
})
export const removeBrandingLogo = route({
  method: 'DELETE',
  path: '/tenant/account/:accountId/branding/logo',
  summary: 'Takes the logo away',
  needs: 'account:admin',
  on404: 'here',
})

export const FlagName = FeatureFlags.keyof()
export type FlagName = z.infer<typeof FlagName>
export const FlagSetting = z.object({
  name: FlagName,
  installation: z.boolean(),
  overrides: z.array(z.object({ accountId: AccountId, accountName: z.string(), enabled: z.boolean() })),
})
export type FlagSetting = z.infer<typeof FlagSetting>
export const flagSettings = route({
  method: 'GET',
  path: '/tenant/installation/feature-flags',
  summary: 'Feature flags with the accounts that differ',
  needs: 'installation:super',
  reply: z.object({
    items: z.array(FlagSetting),
    accounts: z.array(z.object({ id: AccountId, name: z.string() })),
  }),
  on404: 'here',
})
export const saveFlag = route({
  method: 'PUT',
  path: '/tenant/installation/feature-flags/:flag',
  summary: 'Sets a flag for the installation, or for one account; enabled null takes an override away',
  needs: 'installation:super',
  body: z.strictObject({ accountId: AccountId.nullable(), enabled: z.boolean().nullable() }),
  reply: FlagSetting,
  on404: 'here',
})
