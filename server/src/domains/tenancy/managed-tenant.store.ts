import { z } from 'zod'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'

export const ManagedRow = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'suspended', 'deleting']),
  created_at: z.date(),
  delete_at: z.date().nullable(),
  private_networks: z.boolean(),
  time_zone: z.string(),
})
export type ManagedRow = z.infer<typeof ManagedRow>

// A tenant whose purge has begun is gone for everyone.
const SELECT = `select id, account_id, name, status, created_at, delete_at, private_networks, time_zone
  from caseloom.tenant where purge_until is null`

/** All tenants of an account in whatever state, by name. */
export async function managedTenants(tx: Tx, accountId: string): Promise<ManagedRow[]> {
  return tx.rows(ManagedRow, `${SELECT} and account_id = $1 order by name_key, id`, [accountId])
}

/** One tenant of the account, locked against other changes; null when there is none. */
export async function lockManaged(tx: Tx, accountId: string, tenantId: string): Promise<ManagedRow | null> {
  const row = await tenantById(tx, tenantId)
  return row?.account_id === accountId ? row : null
}

export async function tenantById(tx: Tx, tenantId: string): Promise<ManagedRow | null> {
  const rows = await tx.rows(ManagedRow, `${SELECT} and id = $1 for update`, [tenantId])
  return rows[0] ?? null
}

/** No one else changes the tenants of this account until the end of the transaction. Throws resource.not_found when it is closed. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  const rows = await tx.query(
    `select 1 from caseloom.account where id = $1 and status = 'active' for update`,
    [accountId],
  )
  if (rows.length === 0) throw fail('resource.not_found')
}

/** Writes what may change of a tenant. Throws the constraint tenant_name when the name is in use. */
export async function saveManaged(tx: Tx, row: ManagedRow): Promise<void> {
  const name = cleanText(row.name.trim())
  await tx.query(
    `update caseloom.tenant set name = $2, name_key = $3, status = $4, delete_at = $5, private_networks = $6,
            time_zone = $7
      where id = $1`,
    [
      row.id,
      name,
      name.toLowerCase().normalize('NFC'),
      row.status,
      row.delete_at,
      row.private_networks,
      row.time_zone,
    ],
  )
}
