// Every write of rows, each with its entry in the history of the table.
import { TABLE_LIMITS, type RowValues } from '@caseloom/contract/automation/tables'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { marksOf } from './cell-marks.ts'
import { EXPIRES } from './table-row.store.ts'
import type { TableRow } from './table.store.ts'

export interface NewRow {
  id: string
  match: string
  cells: RowValues
  /** As stored. */
  touches: unknown
  /** Its own expiry; null leaves it to the table. */
  expires: Date | null
}

export interface WrittenBy {
  name: string
  runId: string | null
}

interface Written {
  by: WrittenBy
  /** What the history calls it, of rows that may have expired; else, an expired row counts as one that is added. */
  as?: 'changed' | 'restored'
}

/** So many are written by one statement. */
export const ROW_BATCH = 2_000

/**
 * Writes at most 2,000 rows of a locked table by key, whole. A row that had expired begins again under its own ID. The
 * history has what differs from before: writing the same values again is no change.
 */
export async function putRows(
  tx: TenantTx,
  table: TableRow,
  rows: readonly NewRow[],
  { by, as }: Written,
): Promise<void> {
  const before = await rowsBefore(
    tx,
    table.id,
    rows.map(({ match }) => match),
  )
  const changes = rows.flatMap((row) => changeOf(row, before.get(row.match), as))
  const written = rows.map((row) => ({ ...row, marks: marksOf(table, row.cells) }))
  // No joins between the lists: the planner takes them for short and would compare each with each.
  await tx.query(
    `with put as (
       insert into caseloom.reference_row
           (id, tenant_id, table_id, match, cells, written_at, written_by, run_id, touches, expires_at, marks)
         select n.id, $1, $2, n.match, n.cells, $3, $4, $5, nullif(n.touches, 'null'::jsonb), n.expires, n.marks
           from jsonb_to_recordset($6::jsonb) as n
                (id uuid, match text, cells jsonb, touches jsonb, expires timestamptz, marks text[])
       on conflict (table_id, match) do update
         set cells = excluded.cells, revision = reference_row.revision + 1, written_at = excluded.written_at,
             written_by = excluded.written_by, run_id = excluded.run_id, touches = excluded.touches,
             expires_at = excluded.expires_at, marks = excluded.marks
     )
     insert into caseloom.reference_change
         (id, tenant_id, table_id, row_id, kind, at, by_name, run_id, before, after, expires_before, expires_after, touches)
       select c.id, $1, $2, c.row_id, c.kind, $3, $4, $5, nullif(c.before, 'null'::jsonb), c.after, c.expires_before,
              c.expires_after, nullif(c.touches, 'null'::jsonb)
         from jsonb_to_recordset($7::jsonb) as c
              (id uuid, row_id uuid, kind text, before jsonb, after jsonb, expires_before timestamptz,
               expires_after timestamptz, touches jsonb)`,
    [tx.tenantId, table.id, tx.now, by.name, by.runId, JSON.stringify(written), JSON.stringify(changes)],
    'automation-table-rows-put',
  )
}

const BeforeRow = z.object({
  id: z.string(),
  match: z.string(),
  cells: JsonObjectColumn,
  expires_at: z.date().nullable(),
  live: z.boolean(),
})
type BeforeRow = z.infer<typeof BeforeRow>

async function rowsBefore(
  tx: TenantTx,
  tableId: string,
  matches: readonly string[],
): Promise<ReadonlyMap<string, BeforeRow>> {
  const rows = await tx.rows(
    BeforeRow,
    `select r.id, r.match, r.cells, r.expires_at, coalesce(${EXPIRES} > $3, true) as live
       from caseloom.reference_row r join caseloom.reference_table t on t.id = r.table_id
      where r.tenant_id = $1 and r.table_id = $2 and r.match = any($4::text[])`,
    [tx.tenantId, tableId, tx.now, matches],
    'automation-table-rows-before',
  )
  return new Map(rows.map((row) => [row.match, row]))
}

/** The entry of the history, or none. */
function changeOf(row: NewRow, stored: BeforeRow | undefined, as: Written['as']) {
  const old = stored !== undefined && (stored.live || as !== undefined) ? stored : null
  if (old !== null && isSameRow(row, { cells: old.cells, expires: old.expires_at })) return []
  return [
    {
      id: newId(),
      row_id: stored?.id ?? row.id,
      kind: as ?? (old === null ? 'added' : 'changed'),
      before: old?.cells ?? null,
      after: row.cells,
      expires_before: old?.expires_at ?? null,
      expires_after: row.expires,
      touches: row.touches,
    },
  ]
}

type Content = Pick<NewRow, 'cells' | 'expires'>

/** Whether two rows say the same: an empty cell is as good as none. */
export function isSameRow(one: Content, other: Content): boolean {
  return (
    isDeepStrictEqual(filled(one.cells), filled(other.cells)) &&
    one.expires?.getTime() === other.expires?.getTime()
  )
}

function filled(cells: RowValues): RowValues {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null))
}

/** Deletes a row; false when there is none. */
export async function deleteRow(tx: TenantTx, tableId: string, id: string, by: WrittenBy): Promise<boolean> {
  const rows = await tx.query(
    `with gone as (
       delete from caseloom.reference_row where tenant_id = $1 and table_id = $2 and id = $3
       returning id, cells, expires_at, touches
     )
     insert into caseloom.reference_change
         (id, tenant_id, table_id, row_id, kind, at, by_name, run_id, before, expires_before, touches)
       select $4, $1, $2, id, 'deleted', $5, $6, $7, cells, expires_at, touches from gone returning 1`,
    [tx.tenantId, tableId, id, newId(), tx.now, by.name, by.runId],
  )
  return rows.length > 0
}

const ExpiredRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  table_id: z.string(),
  cells: JsonObjectColumn,
  expires_at: z.date().nullable(),
  touches: z.unknown(),
})

/** Deletes one batch of rows that expired before the time of grace, or of which a table has too many; answers how many. */
export async function forgetExpiredRows(
  tx: Tx,
  limit: number,
  most: number = TABLE_LIMITS.rows,
): Promise<number> {
  const before = new Date(tx.now.getTime() - TABLE_LIMITS.graceDays * 86_400_000)
  const rows = await tx.rows(
    ExpiredRow,
    `delete from caseloom.reference_row where id in (
       select x.id from (
         select r.id, ${EXPIRES} as expires, row_number() over (partition by r.table_id order by ${EXPIRES} desc) as place
           from caseloom.reference_table t join caseloom.reference_row r on r.table_id = t.id
          where (t.expire_days is not null or r.expires_at is not null) and ${EXPIRES} <= $3) x
        where x.expires <= $1 or x.place > $4 limit $2)
     returning id, tenant_id, table_id, cells, expires_at, touches`,
    [before, limit, tx.now, most],
  )
  const changes = rows.map((row) => ({ ...row, change: newId() }))
  await tx.query(
    `insert into caseloom.reference_change
         (id, tenant_id, table_id, row_id, kind, at, by_name, before, expires_before, touches)
       select n.change, n.tenant_id, n.table_id, n.id, 'expired', $2, '', n.cells, n.expires_at,
              nullif(n.touches, 'null'::jsonb)
         from jsonb_to_recordset($1::jsonb) as n
              (change uuid, tenant_id uuid, table_id uuid, id uuid, cells jsonb, expires_at timestamptz, touches jsonb)`,
    [JSON.stringify(changes), tx.now],
  )
  return rows.length
}
