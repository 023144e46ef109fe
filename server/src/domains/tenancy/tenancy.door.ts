import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import type { TenantRef } from '../../platform/database/types.ts'
import {
  createAccount,
  createTenant,
  type NewAccount,
  type NewTenant,
  type TenancyDatabase,
} from './create-tenant.ts'
import { brandingName } from './branding.store.ts'
import { flagsFrom } from './flags.rules.ts'
import { type OpenOrNot, setTenantStatus } from './set-tenant-status.ts'
import { accountNames, activeTenants, saveFlag, setFlags } from './tenancy.store.ts'
import { TenantLookup } from './tenant-lookup.ts'

/** What other domains may ask of tenancy; also provides identity with places (see identity/people/places.ts). */
export interface TenancyDoor {
  /** Adds an account; answers its id. With an id given it is safe to repeat. */
  createAccount(account: NewAccount): Promise<string>
  /** Adds a tenant with its database role and schema; answers its id. With an id given it is safe to repeat. */
  createTenant(tenant: NewTenant): Promise<string>
  /** Opens or closes a tenant for everyone, hooks included. Throws resource.not_found. */
  setTenantStatus(tenantId: string, status: OpenOrNot): Promise<void>
  /** The tenant while it is active, else null; remembered for a second. */
  tenant(tenantId: string): Promise<TenantRef | null>
  /** Something about the tenant has changed: it is read again the next time. */
  forget(tenantId: string): void
  /** Whether playbooks of the tenant may reach private networks. */
  privateNetworks(tenantId: string): Promise<boolean>
  /** All active tenants, for work that goes over each of them. */
  tenants(): Promise<TenantRef[]>
  /** The account of an active tenant, else null. */
  accountOf(tenantId: string): Promise<string | null>
  /** Names of these accounts and of their active tenants, by name. */
  directory(accountIds: readonly string[]): Promise<{
    accounts: { id: string; name: string }[]
    tenants: { id: string; accountId: string; name: string }[]
  }>
  /** Feature flags as they hold for an account, or for the installation. */
  flags(accountId: string | null): Promise<FeatureFlags>
  /** The name that an account shows instead of its own; null when it has none. */
  brandingName(accountId: string): Promise<string | null>
  /** Sets a flag for the installation (account null) or over it for an account. */
  setFlag(name: keyof FeatureFlags, accountId: string | null, enabled: boolean): Promise<void>
}

/** Builds the door of tenancy; one per process, since it remembers tenants. */
export function createTenancyDoor(database: TenancyDatabase): TenancyDoor {
  const { system } = database
  const lookup = new TenantLookup(system)
  return {
    createAccount: (account) => createAccount(database, account),
    createTenant: (tenant) => createTenant(database, tenant),
    async setTenantStatus(tenantId, status) {
      await setTenantStatus(system, tenantId, status)
      lookup.forget(tenantId)
    },
    async tenant(tenantId) {
      const known = await lookup.find(tenantId)
      if (known === null) return null
      const { accountId, timeZone } = known
      return { tenantId, accountId, timeZone }
    },
    privateNetworks: async (tenantId) => (await lookup.find(tenantId))?.privateNetworks ?? false,
    forget: (tenantId) => lookup.forget(tenantId),
    async tenants() {
      const rows = await system.read((tx) => activeTenants(tx, null))
      return rows.map((row) => ({ tenantId: row.id, accountId: row.account_id }))
    },
    accountOf: async (tenantId) => (await lookup.find(tenantId))?.accountId ?? null,
    async directory(accountIds) {
      if (accountIds.length === 0) return { accounts: [], tenants: [] }
      return system.read(async (tx) => {
        const rows = await activeTenants(tx, accountIds)
        const tenants = rows.map((row) => ({ id: row.id, accountId: row.account_id, name: row.name }))
        return { accounts: await accountNames(tx, accountIds), tenants }
      })
    },
    flags: async (accountId) => flagsFrom(await system.read((tx) => setFlags(tx, accountId))),
    brandingName: (accountId) => system.read((tx) => brandingName(tx, accountId)),
    setFlag: (name, account_id, enabled) => system.tx((tx) => saveFlag(tx, { name, account_id, enabled })),
  }
}
