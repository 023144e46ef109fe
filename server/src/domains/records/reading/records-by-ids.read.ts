import type { TenantTx } from '../../../platform/database/types.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'

/** Those of the named records that may be seen, in the order of the names. */
export async function visibleRecordsByIds(
  tx: TenantTx,
  app: AppTable,
  principals: readonly string[],
  ids: readonly string[],
): Promise<StoredRecord[]> {
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app)} from ${app.table} t
      where t.id = any($1::uuid[]) and t.deleted_at is null and (t.acl is null or t.acl && $2::uuid[])
      order by array_position($1::uuid[], t.id)`,
    [ids, principals],
  )
  return rows.map((row) => toRecord(app, row))
}

/** Reads records of an app by ID, with the given fields; the caller has checked visibility. */
export async function recordsById(
  tx: TenantTx,
  app: AppTable,
  { ids, columns }: { ids: readonly string[]; columns: ReadonlySet<string> },
): Promise<Map<string, StoredRecord>> {
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app, columns)} from ${app.table} t where t.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, toRecord(app, row)]))
}
