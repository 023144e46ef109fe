import { CHANGE_KINDS, TABLE_LIMITS } from '@caseloom/contract/automation/tables'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'

const ChangeRow = z.object({
  id: z.string(),
  row_id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  at: z.date(),
  by_name: z.string(),
  run_id: z.string().nullable(),
  run_number: z.string().nullable(),
  before: JsonObjectColumn.nullable(),
  after: JsonObjectColumn.nullable(),
  expires_before: z.date().nullable(),
  expires_after: z.date().nullable(),
  touches: z.unknown(),
  gone: z.boolean(),
})
export type ChangeRow = z.infer<typeof ChangeRow>

const SELECT = `select c.id, c.row_id, c.kind, c.at, c.by_name, c.run_id, u.number as run_number, c.before, c.after,
       c.expires_before, c.expires_after, c.touches,
       not exists (select from caseloom.reference_row r where r.id = c.row_id and r.tenant_id = $1) as gone
  from caseloom.reference_change c left join caseloom.run u on u.id = c.run_id and u.tenant_id = c.tenant_id
 where c.tenant_id = $1 and c.table_id = $2`

interface ChangePage {
  tableId: string
  /** Null for all rows of the table. */
  rowId: string | null
  /** Changes before this one; null for the newest. */
  after: string | null
  limit: number
}

/** Changes of rows, newest first. */
export function pageOfChanges(
  tx: TenantTx,
  { tableId, rowId, after, limit }: ChangePage,
): Promise<ChangeRow[]> {
  return tx.rows(
    ChangeRow,
    `${SELECT} and ($3::uuid is null or c.row_id = $3::uuid) and ($4::uuid is null or c.id < $4::uuid)
      order by c.id desc limit $5`,
    [tx.tenantId, tableId, rowId, after, limit],
    'automation-table-changes-page',
  )
}

export async function changeById(tx: TenantTx, tableId: string, id: string): Promise<ChangeRow | null> {
  const rows = await tx.rows(
    ChangeRow,
    `${SELECT} and c.id = $3`,
    [tx.tenantId, tableId, id],
    'automation-table-change-by-id',
  )
  return rows[0] ?? null
}

/** Deletes one batch of changes that are older than their retention; answers how many. */
export async function forgetOldChanges(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.reference_change where id in (
       select id from caseloom.reference_change where id < $1::uuid order by id limit $2)
     returning 1`,
    [firstIdAt(tx.now.getTime() - TABLE_LIMITS.historyDays * 86_400_000), limit],
  )
  return rows.length
}
