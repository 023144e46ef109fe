import { LineKey } from '@caseloom/contract/content/catalog'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

/** What a tenant has decided of a product line. */
const StoredLine = z.object({
  key: LineKey,
  name: z.string(),
  /** Null: those that the product says. */
  packages: z.array(z.string()).nullable(),
  /** A built-in line that the tenant doesn’t want. */
  deleted: z.boolean(),
})
export type StoredLine = z.infer<typeof StoredLine>

/** All of the tenant, in the order in which they were added. */
export function storedLines(tx: TenantTx): Promise<StoredLine[]> {
  return tx.rows(
    StoredLine,
    `select key, name, packages, deleted from caseloom.content_line where tenant_id = $1
      order by created_at, key`,
    [tx.tenantId],
  )
}

/** Holds the lines of the tenant until the end of the transaction, also those that aren’t there yet. */
export async function holdLines(tx: TenantTx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`content-lines/${tx.tenantId}`])
}

export async function putLine(tx: TenantTx, line: StoredLine): Promise<void> {
  await tx.query(
    `insert into caseloom.content_line (tenant_id, key, name, packages, deleted, created_at)
     values ($1, $2, $3, $4, $5, clock_timestamp())
     on conflict (tenant_id, key) do update
       set name = excluded.name, packages = excluded.packages, deleted = excluded.deleted`,
    [tx.tenantId, line.key, line.name, line.packages, line.deleted],
  )
}

export async function removeLine(tx: TenantTx, key: string): Promise<void> {
  await tx.query('delete from caseloom.content_line where tenant_id = $1 and key = $2', [tx.tenantId, key])
}
