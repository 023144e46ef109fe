import { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { allowInAccount } from '../../platform/rights.ts'
import { managedTenants, type ManagedRow } from './managed-tenant.store.ts'
import type { TenancyAdminDeps } from './tenancy-admin-deps.ts'

type Deps = Pick<TenancyAdminDeps, 'database' | 'counts'>

/** All tenants of an account with how much is in them, suspended and deleted ones too. */
export async function listManagedTenants(
  deps: Deps,
  actor: Actor,
  accountId: string,
): Promise<ManagedTenant[]> {
  allowInAccount(actor, accountId)
  const rows = await deps.database.system.read((tx) => managedTenants(tx, accountId))
  return viewManaged(deps, rows)
}

/** Rows of one account as the administration shows them. */
export async function viewManaged(
  deps: Pick<Deps, 'counts'>,
  rows: readonly ManagedRow[],
): Promise<ManagedTenant[]> {
  const accountId = rows[0]?.account_id
  if (accountId === undefined) return []
  const counts = await deps.counts(
    accountId,
    rows.map((row) => row.id),
  )
  return rows.map((row) =>
    ManagedTenant.parse({
      id: row.id,
      accountId: row.account_id,
      name: row.name,
      status: row.status,
      createdAt: row.created_at.toISOString(),
      deleteAt: row.delete_at?.toISOString() ?? null,
      privateNetworks: row.private_networks,
      timeZone: row.time_zone,
      apps: counts.get(row.id)?.apps ?? 0,
      users: counts.get(row.id)?.users ?? 0,
    }),
  )
}
