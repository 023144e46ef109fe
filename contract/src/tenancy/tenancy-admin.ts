import { z } from 'zod'
import { FeatureFlags } from '../identity/identity.ts'
import { AccountId, Instant } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { TenantItem } from './tenancy.ts'
import { TimeZone } from '../values/time-zones.ts'

const Name = z.string().trim().min(1).max(100)
export const ManagedTenant = TenantItem.extend({
  /** deleting: closed for everyone, purged at `deleteAt` unless it is restored. */
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
  summary: 'Lists all tenants of the account, including suspended ones',
  needs: 'account:admin',
  reply: z.object({ items: z.array(ManagedTenant) }),
})
export const createTenant = route({
  method: 'POST',
  path: managed,
  summary: 'Creates a tenant. The caller becomes its Tenant administrator.',
  needs: 'account:admin',
  body: z.strictObject({
    name: Name,
    starterContent: z.boolean().default(true),
    timeZone: TimeZone.optional().meta({ description: 'UTC by default' }),
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
    'Renames, suspends, or reopens a tenant, or sets its time zone. Reopening cancels a scheduled deletion. Only super administrators can change private networks.',
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
  summary: 'Closes a tenant immediately and deletes it after a grace period of 14 days',
  needs: 'account:admin',
  body: z.strictObject({ name: z.string().max(200) }),
  reply: ManagedTenant,
  fails: ['tenant.name_differs'],
  on404: 'here',
})
export const exportTenant = route({
  method: 'GET',
  path: `${managed}/:managedTenantId/export`,
  summary: 'Exports everything in a tenant the caller administers as a ZIP of JSON Lines files',
  needs: 'account:admin',
  answers: 'file',
  on404: 'here',
})

export const brandingName = route({
  method: 'GET',
  path: '/tenant/account/:accountId/branding/name',
  summary: 'Gets the custom name of the account; null if it has none',
  needs: 'session',
  reply: z.object({ name: z.string().nullable() }),
  on404: 'ignore',
})
export const brandingLogo = route({
  method: 'GET',
  path: '/tenant/account/:accountId/branding/logo',
  summary: 'Gets the logo of the account: a PNG, JPEG, WebP, or SVG image',
  needs: 'session',
  answers: 'file',
  on404: 'ignore',
})
export const saveBrandingName = route({
  method: 'PUT',
  path: '/tenant/account/:accountId/branding/name',
  summary: 'Sets the custom name of the account; null removes it',
  needs: 'account:admin',
  body: z.strictObject({ name: Name.nullable() }),
  on404: 'here',
})
export const saveBrandingLogo = route({
  method: 'PUT',
  path: '/tenant/account/:accountId/branding/logo',
  summary: 'Sets the logo of the account: an image of up to 512 kB as the raw body',
  needs: 'account:admin',
  bodyKind: 'raw',
  bodyLimit: 600_000,
  on404: 'here',
})
export const removeBrandingLogo = route({
  method: 'DELETE',
  path: '/tenant/account/:accountId/branding/logo',
  summary: 'Removes the logo of the account',
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
  summary: 'Lists the feature flags with their overrides per account',
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
  summary:
    'Sets a feature flag for the installation or one account; setting enabled to null removes the override',
  needs: 'installation:super',
  body: z.strictObject({ accountId: AccountId.nullable(), enabled: z.boolean().nullable() }),
  reply: FlagSetting,
  on404: 'here',
})
