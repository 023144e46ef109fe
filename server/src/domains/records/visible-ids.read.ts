import type { TenantTx } from '../../platform/database/types.ts'
import type { AppTable } from './record-shape.ts'

/** Those of the ids whose records exist and are open or restricted to one of the principals. */
export async function visibleIds(
  tx: TenantTx,
  app: AppTable,
  ids: readonly string[],
  principals: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from ${app.table} where id = any($1::uuid[]) and deleted_at is null
        and (acl is null or acl && $2::uuid[])`,
    [ids, principals],
  )
  return rows.map((row) => row.id)
}
