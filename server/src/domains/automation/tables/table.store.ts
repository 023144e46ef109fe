import { TableColumn } from '@caseloom/contract/automation/table-columns'
import { ObservableListing } from '@caseloom/contract/automation/tables'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const TableRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  columns: z.array(TableColumn),
  case_sensitive: z.boolean(),
  expire_days: z.number().nullable(),
  /** Set for block and allow lists of observables. */
  listing: ObservableListing.nullable(),
  revision: z.number(),
  updated_at: z.date(),
})
export type TableRow = z.infer<typeof TableRow>

const COLUMNS =
  'id, key, name, description, columns, case_sensitive, expire_days, listing, revision, updated_at'

export function allTables(tx: TenantTx): Promise<TableRow[]> {
  return tx.rows(
    TableRow,
    `select ${COLUMNS} from caseloom.reference_table where tenant_id = $1 order by lower(name), id`,
    [tx.tenantId],
    'automation-tables',
  )
}

export async function tableById(tx: TenantTx, id: string): Promise<TableRow | null> {
  const rows = await tx.rows(
    TableRow,
    `select ${COLUMNS} from caseloom.reference_table where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'automation-table-by-id',
  )
  return rows[0] ?? null
}

export async function tableByKey(tx: TenantTx, key: string): Promise<TableRow | null> {
  const rows = await tx.rows(
    TableRow,
    `select ${COLUMNS} from caseloom.reference_table where tenant_id = $1 and key = $2`,
    [tx.tenantId, key],
    'automation-table-by-key',
  )
  return rows[0] ?? null
}

/** Changes of one table and its rows go one after the other until the transaction ends. */
export async function lockTable(tx: TenantTx, id: string): Promise<TableRow | null> {
  const rows = await tx.rows(
    TableRow,
    `select ${COLUMNS} from caseloom.reference_table where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
    'automation-table-lock',
  )
  return rows[0] ?? null
}

/** Writes a table, new or changed; false when another one has its key. */
export async function putTable(tx: TenantTx, row: TableRow): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 7266191))', [tx.tenantId])
  const other = await tableByKey(tx, row.key)
  if (other !== null && other.id !== row.id) return false
  await tx.query(
    `insert into caseloom.reference_table
       (id, tenant_id, key, name, description, columns, case_sensitive, expire_days, revision, updated_at, listing)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (id) do update set key = excluded.key, name = excluded.name, description = excluded.description,
       columns = excluded.columns, case_sensitive = excluded.case_sensitive, expire_days = excluded.expire_days,
       revision = excluded.revision, updated_at = excluded.updated_at, listing = excluded.listing`,
    [
      row.id,
      tx.tenantId,
      row.key,
      row.name,
      row.description,
      JSON.stringify(row.columns),
      row.case_sensitive,
      row.expire_days,
      row.revision,
      row.updated_at,
      row.listing === null ? null : JSON.stringify(row.listing),
    ],
  )
  return true
}

export async function deleteTableRow(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.reference_table where tenant_id = $1 and id = $2', [tx.tenantId, id])
}
