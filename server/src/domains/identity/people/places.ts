import type { FeatureFlags } from '@caseloom/contract/identity/identity'

/** What identity must know of accounts and tenants, which lie above it: tenancy answers, services.ts connects them. */
export interface Places {
  /** The account of an existing, active tenant; null when there is none. */
  accountOf(tenantId: string): Promise<string | null>
  /** Names of these accounts, and their active tenants. */
  directory(accountIds: readonly string[]): Promise<{
    accounts: { id: string; name: string }[]
    tenants: { id: string; accountId: string; name: string }[]
  }>
  /** The flags as they hold for an account, or for the installation. */
  flags(accountId: string | null): Promise<FeatureFlags>
}
