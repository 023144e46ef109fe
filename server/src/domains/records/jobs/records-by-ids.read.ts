import type { TenantTx } from '../../../platform/database/types.ts'
import { type RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'

/** Those of the named records that may be seen, in the order of the names. */
export async function recordsByIds(
  tx: TenantTx,
  app: AppTable,
  principals: readonly string[],
  ids: readonly string[],
): Promise<StoredRecord[]> {
  const rows = await tx.query<RecordRow>(
    `select ${selectList(app)} from ${app.table} t
      where t.id = any($1::uuid[]) and t.deleted_at is null and (t.acl is null or t.acl && $2::uuid[])
      order by array_position($1::uuid[], t.id)`,
    [ids, principals],
  )
  return rows.map((row) => toRecord(app, row))
}
