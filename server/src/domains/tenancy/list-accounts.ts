import { ManagedAccount } from '@caseloom/contract/identity/accounts'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Tx } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { type AccountRow, managedAccounts, tenantsPerAccount } from './managed-account.store.ts'

type Deps = Pick<AccountsDeps, 'database' | 'people'>

/** All accounts of the installation with who looks after them, by name. */
export async function listAccounts(deps: Deps, actor: Actor): Promise<ManagedAccount[]> {
  allow(actor, 'installation:super')
  return deps.database.system.read(async (tx) => viewAccounts(deps, tx, await managedAccounts(tx)))
}

/** Rows as super administrators see them. */
export async function viewAccounts(
  { people }: Pick<Deps, 'people'>,
  tx: Tx,
  rows: readonly AccountRow[],
): Promise<ManagedAccount[]> {
  const ids = rows.map((row) => row.id)
  const known = await people.of(tx, ids)
  const tenants = await tenantsPerAccount(tx, ids)
  return rows.map((row) =>
    ManagedAccount.parse({
      id: row.id,
      name: row.name,
      status: row.status,
      createdAt: row.created_at.toISOString(),
      deleteAt: row.delete_at?.toISOString() ?? null,
      tenants: tenants.get(row.id) ?? 0,
      users: known.get(row.id)?.users ?? 0,
      administrators: known.get(row.id)?.administrators ?? [],
    }),
  )
}
