import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { packedField } from '../model/bulk-columns.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, FieldColumn, StoredRecord } from '../model/record-shape.ts'

const CountRow = z.object({ count: z.number() })

const RevisionRow = z.object({ revision: z.number() })

/** The next records by id, deleted ones too: they may come back. */
export async function recordsAfter(
  tx: TenantTx,
  app: AppTable,
  after: string,
  limit: number,
): Promise<StoredRecord[]> {
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app)} from ${app.table} t where t.id > $1 order by t.id limit $2`,
    [after, limit],
  )
  return rows.map((row) => toRecord(app, row))
}

/** The next records by id that have a value of the field; no other value is read. */
export async function valuesAfter(
  tx: TenantTx,
  app: AppTable,
  field: FieldColumn,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ revision: number | null; records: StoredRecord[] }> {
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app, new Set([field.key]))} from ${app.table} t
      where t.id > $1 and t.deleted_at is null and t.${field.column} is not null order by t.id limit $2`,
    [after ?? '00000000-0000-0000-0000-000000000000', limit],
  )
  return { revision: await revisionOf(tx, app), records: rows.map((row) => toRecord(app, row)) }
}

export async function countAll(tx: TenantTx, app: AppTable): Promise<number> {
  const rows = await tx.rows(CountRow, `select count(*)::int as count from ${app.table}`)
  return rows[0]?.count ?? 0
}

/** The revision of the app by the database. */
export async function revisionOf(tx: TenantTx, app: AppTable): Promise<number | null> {
  const rows = await tx.rows(RevisionRow, `select revision from ${app.stateTable} where app = $1`, [app.id])
  return rows[0]?.revision ?? null
}

/**
 * Writes computed columns without creating a new version. Skips records that changed since they were read: that change
 * already filled these columns.
 */
export async function writeColumns(
  tx: TenantTx,
  app: AppTable,
  fields: readonly FieldColumn[],
  records: readonly StoredRecord[],
): Promise<void> {
  if (records.length === 0 || fields.length === 0) return
  const columns = fields.flatMap((field) => packedField(field, records))
  const picked = columns.map(({ name, from }, at) => `${from(`$${at + 3}`)} as ${name}`)
  await tx.query(
    `update ${app.table} t set ${columns.map(({ name }) => `${name} = i.${name}`).join(', ')}
       from (select unnest($1::uuid[]) as id, unnest($2::int[]) as version, ${picked.join(', ')}) i
      where t.id = i.id and t.version = i.version`,
    [
      records.map((record) => record.id),
      records.map((record) => record.version),
      ...columns.map((column) => column.value),
    ],
  )
}
