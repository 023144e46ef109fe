import { z } from 'zod'
import { IdRow } from '../../platform/database/rows.ts'
import { ManagedAccount } from '@caseloom/contract/identity/accounts'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Tx } from '../../platform/database/types.ts'

const AccountIdTenantsRow = z.object({ account_id: z.string(), tenants: z.number() })

export const AccountRow = z.object({
  id: z.string(),
  name: z.string(),
  status: ManagedAccount.shape.status,
  created_at: z.date(),
  delete_at: z.date().nullable(),
})
export type AccountRow = z.infer<typeof AccountRow>

// Once its grace period has ended an account is gone for everyone, whether or not its purge has begun.
const SELECT = `select id, name, status, created_at, delete_at from caseloom.account
  where (delete_at is null or delete_at > $1)`

/** All accounts in whatever state, by name. */
export async function managedAccounts(tx: Tx): Promise<AccountRow[]> {
  return tx.rows(AccountRow, `${SELECT} order by name_key, id`, [tx.now])
}

/** One account, locked against other changes; null when there is none. */
export async function lockManagedAccount(tx: Tx, accountId: string): Promise<AccountRow | null> {
  const rows = await tx.rows(AccountRow, `${SELECT} and id = $2 for update`, [tx.now, accountId])
  return rows[0] ?? null
}

/** Writes what may change of an account. Throws the constraint account_name when the name is in use. */
export async function saveManagedAccount(tx: Tx, row: AccountRow): Promise<void> {
  const name = cleanText(row.name.trim())
  await tx.query(
    'update caseloom.account set name = $2, name_key = $3, status = $4, delete_at = $5 where id = $1',
    [row.id, name, name.toLowerCase().normalize('NFC'), row.status, row.delete_at],
  )
}

/** Closes or reopens the tenants with their account; answers the ids of those that changed. */
export async function moveTenants(tx: Tx, { id, status, delete_at }: AccountRow): Promise<string[]> {
  const reopened = await tx.rows(
    IdRow,
    `update caseloom.tenant set status = status_before, delete_at = null, status_before = null
      where account_id = $1 and status_before is not null and purge_until is null returning id`,
    [id],
  )
  const closed =
    status === 'active'
      ? []
      : await tx.rows(
          IdRow,
          `update caseloom.tenant set status_before = status, status = $2, delete_at = $3
            where account_id = $1 and purge_until is null
              and status = any(case when $2 = 'deleting' then array['active', 'suspended'] else array['active'] end)
            returning id`,
          [id, status, delete_at],
        )
  return [...new Set([...reopened, ...closed].map((tenant) => tenant.id))]
}

/** How many tenants each account has, whatever their state. */
export async function tenantsPerAccount(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    AccountIdTenantsRow,
    `select account_id, count(*)::int as tenants from caseloom.tenant
      where account_id = any($1::uuid[]) and purge_until is null group by account_id`,
    [accountIds],
  )
  return new Map(rows.map((row) => [row.account_id, row.tenants]))
}
