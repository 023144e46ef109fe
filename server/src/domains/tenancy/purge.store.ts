import { z } from 'zod'
import type { Tx } from '../../platform/database/types.ts'

const IdNameRow = z.object({ id: z.string(), name: z.string() })

export const PurgedTenant = z.object({ id: z.string(), account_id: z.string(), name: z.string() })
export type PurgedTenant = z.infer<typeof PurgedTenant>

/** Takes the next tenant whose time has ended for this process alone, until the lease ends; null when there is none. */
export async function claimPurge(
  tx: Tx,
  leaseMs: number,
  except: readonly string[],
): Promise<PurgedTenant | null> {
  const rows = await tx.rows(
    PurgedTenant,
    `update caseloom.tenant set purge_until = $1::timestamptz + make_interval(secs => $2) where id = (
       select id from caseloom.tenant
        where status = 'deleting' and delete_at <= $1 and (purge_until is null or purge_until <= $1)
          and id <> all($3::uuid[])
        order by delete_at, id limit 1 for update skip locked)
     returning id, account_id, name`,
    [tx.now, leaseMs / 1000, except],
  )
  return rows[0] ?? null
}

export async function renewPurge(tx: Tx, tenantId: string, leaseMs: number): Promise<void> {
  await tx.query(
    'update caseloom.tenant set purge_until = $2::timestamptz + make_interval(secs => $3) where id = $1',
    [tenantId, tx.now, leaseMs / 1000],
  )
}

/** The last row of a tenant; false when another process was faster. */
export async function deleteTenantRow(tx: Tx, tenantId: string): Promise<boolean> {
  const rows = await tx.query('delete from caseloom.tenant where id = $1 returning 1', [tenantId])
  return rows.length > 0
}

/** Takes the next account whose time has ended and that has no tenants left, until the lease ends; null when there is none. */
export async function claimAccountPurge(
  tx: Tx,
  leaseMs: number,
  except: readonly string[],
): Promise<{ id: string; name: string } | null> {
  const rows = await tx.rows(
    IdNameRow,
    `update caseloom.account set purge_until = $1::timestamptz + make_interval(secs => $2) where id = (
       select id from caseloom.account a
        where status = 'deleting' and delete_at <= $1 and (purge_until is null or purge_until <= $1)
          and id <> all($3::uuid[]) and not exists (select from caseloom.tenant t where t.account_id = a.id)
        order by delete_at, id limit 1 for update skip locked)
     returning id, name`,
    [tx.now, leaseMs / 1000, except],
  )
  return rows[0] ?? null
}

export async function renewAccountPurge(tx: Tx, accountId: string, leaseMs: number): Promise<void> {
  await tx.query(
    'update caseloom.account set purge_until = $2::timestamptz + make_interval(secs => $3) where id = $1',
    [accountId, tx.now, leaseMs / 1000],
  )
}

/** The last row of an account; false when another process was faster. */
export async function deleteAccountRow(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.query('delete from caseloom.account where id = $1 returning 1', [accountId])
  return rows.length > 0
}
