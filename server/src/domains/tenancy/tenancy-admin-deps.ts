import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Database } from '../../platform/database/database.ts'
import type { TenantRef } from '../../platform/database/types.ts'
import type { IdentityDoor } from '../identity/identity.door.ts'
import type { ExportBytes, ExportFile, TenantExporter } from '../../platform/database/tenant-purge.ts'
import type { Quotas } from '../../platform/quotas/quotas.ts'
import type { TenancyDoor } from './tenancy.door.ts'

export interface TenantCounts {
  apps: number
  users: number
}

/** What the administration of tenants works with; services.ts takes parts of it from domains that lie above. */
export interface TenancyAdminDeps {
  database: Pick<Database, 'system' | 'roles' | 'tenant'>
  tenancy: TenancyDoor
  identity: Pick<IdentityDoor, 'assignRole'>
  /** How much is in each of these tenants of an account; one that is missing has nothing. */
  counts(accountId: string, tenantIds: readonly string[]): Promise<ReadonlyMap<string, TenantCounts>>
  /** Fills a new tenant in the name of its first user. */
  addStarterContent(place: TenantRef, userId: string): Promise<void>
  /** A user as Tenant administrator of a tenant in whatever state; null when they are not. */
  tenantAdministrator(place: TenantRef, userId: string): Promise<Actor | null>
  exportParts: readonly TenantExporter<ExportFile | ExportBytes>[]
  quotas: Quotas
  /** Text of the product's version. */
  version: string
}

/** Who does it, from where. */
export interface Hand {
  actor: Actor
  ip: string
}
