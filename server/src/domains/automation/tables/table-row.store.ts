import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

const RowRow = z.object({
  id: z.string(),
  match: z.string(),
  cells: JsonObjectColumn,
  revision: z.number(),
  written_at: z.date(),
  written_by: z.string(),
  run_id: z.string().nullable(),
  run_number: z.string().nullable(),
  touches: z.unknown(),
  own_expires_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  expired: z.boolean(),
})
export type RowRow = z.infer<typeof RowRow>

/** When a row `r` of the table `t` expires: by its own time, or else by the rule of the table; null for never. */
export const EXPIRES = `coalesce(r.expires_at, r.written_at + t.expire_days * interval '1 day')`
const EXPIRED = `coalesce(${EXPIRES} <= $2, false)`
const LIVE = `not ${EXPIRED}`
const FROM = `caseloom.reference_row r join caseloom.reference_table t on t.id = r.table_id`
const SELECT = `select r.id, r.match, r.cells, r.revision, r.written_at, r.written_by, r.run_id, u.number as run_number,
       r.touches, r.expires_at as own_expires_at, ${EXPIRES} as expires_at, ${EXPIRED} as expired
  from ${FROM} left join caseloom.run u on u.id = r.run_id and u.tenant_id = r.tenant_id
 where r.tenant_id = $1`

/** Rows by the keys that they are compared by; those that have expired don't exist. */
export function rowsByMatch(tx: TenantTx, tableId: string, matches: readonly string[]): Promise<RowRow[]> {
  return tx.rows(
    RowRow,
    `${SELECT} and ${LIVE} and r.table_id = $3 and r.match = any($4::text[])`,
    [tx.tenantId, tx.now, tableId, matches],
    'automation-table-rows-by-match',
  )
}

/** A row, expired or not. */
export async function rowById(tx: TenantTx, tableId: string, id: string): Promise<RowRow | null> {
  const rows = await tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3 and r.id = $4`,
    [tx.tenantId, tx.now, tableId, id],
    'automation-table-row-by-id',
  )
  return rows[0] ?? null
}

/** A row by the key that it is compared by, expired or not. */
export async function rowByKey(tx: TenantTx, tableId: string, match: string): Promise<RowRow | null> {
  const rows = await tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3 and r.match = $4`,
    [tx.tenantId, tx.now, tableId, match],
    'automation-table-row-by-key',
  )
  return rows[0] ?? null
}

export interface MarkedRows {
  tableId: string
  marks: readonly string[]
  /** Column of networks whose narrowest comes first; null for the newest row first. */
  narrowest: string | null
  /** At most so many rows. */
  limit: number
}

/** Rows that have one of these marks and have not expired, the best first. */
export function rowsByMarks(
  tx: TenantTx,
  { tableId, marks, narrowest, limit }: MarkedRows,
): Promise<RowRow[]> {
  return tx.rows(
    RowRow,
    `${SELECT} and ${LIVE} and r.table_id = $3 and r.marks && $4::text[]
      order by case when $5::text is null then 0 else masklen((r.cells->>$5::text)::inet) end desc, r.id desc
      limit $6`,
    [tx.tenantId, tx.now, tableId, marks, narrowest, limit],
    'automation-table-rows-by-marks',
  )
}

/** Texts that are sought in one column of a table, as they are compared. */
export interface CellsSought {
  table: string
  /** Null for the key column. */
  column: string | null
  texts: string[]
}

const FoundRow = z.object({
  table: z.string(),
  column: z.string().nullable(),
  text: z.string(),
  by_people: z.boolean(),
  touches: z.array(z.unknown()),
})
type FoundRow = z.infer<typeof FoundRow>

/** Rows of one text that are judged by what they were made of; of more, the newest. */
const JUDGED = 20
const MARK = `a."column" || ':' ||
         left(encode(sha256(convert_to(a."table"::text || '/' || a."column" || '/' || u.text, 'UTF8')), 'hex'), 24)`
const FOUND = `bool_or(r.touches is null) as by_people,
       to_jsonb(coalesce((array_agg(r.touches order by r.id desc) filter (where r.touches is not null))[1:${JUDGED}], '{}')) as touches`
const OF_ASKED = `r.table_id = a."table" and r.tenant_id = $1
         and coalesce(coalesce(r.expires_at, r.written_at + a.expire_days * interval '1 day') > $2, true)`

/** Those of the texts that are there, with who wrote their rows: people, or runs of what. */
export async function cellsFound(tx: TenantTx, sought: readonly CellsSought[]): Promise<FoundRow[]> {
  if (sought.length === 0) return []
  return tx.rows(
    FoundRow,
    `with a as materialized (
       select s.*, t.expire_days
         from jsonb_to_recordset($3::jsonb) s ("table" uuid, "column" text, texts jsonb)
         join caseloom.reference_table t on t.id = s."table" and t.tenant_id = $1)
     select a."table", a."column", f.text, f.by_people, f.touches from a cross join lateral (
       select u.text, ${FOUND} from jsonb_array_elements_text(a.texts) u (text)
         join caseloom.reference_row r on ${OF_ASKED} and r.match = u.text group by u.text) f
      where a."column" is null
     union all
     select a."table", a."column", f.text, f.by_people, f.touches from a cross join lateral (
       select u.text, ${FOUND} from jsonb_array_elements_text(a.texts) u (text)
         join caseloom.reference_row r on ${OF_ASKED} and r.marks @> array[${MARK}] group by u.text) f
      where a."column" is not null`,
    [tx.tenantId, tx.now, JSON.stringify(sought)],
    'automation-table-cells-found',
  )
}

export interface RowPage {
  tableId: string
  /** Rows after this one in the list; null for the first. */
  after: string | null
  /** Text that a value contains; null for all rows. */
  q: string | null
  /** Values that count as the text, such as IDs of people of this name. */
  meant: readonly string[]
  state: 'live' | 'expired' | null
  limit: number
}

/** Rows of a table, newest first. */
export function pageOfRows(tx: TenantTx, page: RowPage): Promise<RowRow[]> {
  const { tableId, after, q, meant, state, limit } = page
  return tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3 and ($4::uuid is null or r.id < $4::uuid)
        and ($5::text is null or exists (
          select from jsonb_each_text(r.cells) c
           where strpos(lower(c.value), lower($5)) > 0 or c.value = any($6::text[])))
        and ($7::boolean is null or ${EXPIRED} = $7)
      order by r.id desc limit $8`,
    [tx.tenantId, tx.now, tableId, after, q, meant, state === null ? null : state === 'expired', limit],
    'automation-table-rows-page',
  )
}

export interface RowCounts {
  live: number
  expired: number
}

const CountRow = z.object({ table_id: z.string(), live: z.string(), expired: z.string() })
const COUNTS = `select r.table_id, count(*) filter (where ${LIVE}) as live, count(*) filter (where ${EXPIRED}) as expired
   from ${FROM} where r.tenant_id = $1`

/** How many rows each table has. */
export async function countRows(tx: TenantTx): Promise<ReadonlyMap<string, RowCounts>> {
  const rows = await tx.rows(
    CountRow,
    `${COUNTS} group by r.table_id`,
    [tx.tenantId, tx.now],
    'automation-table-row-counts',
  )
  return new Map(rows.map((row) => [row.table_id, countsOf(row)]))
}

/** How many rows a table has. */
export async function rowCounts(tx: TenantTx, tableId: string): Promise<RowCounts> {
  const [row] = await tx.rows(
    CountRow,
    `${COUNTS} and r.table_id = $3 group by r.table_id`,
    [tx.tenantId, tx.now, tableId],
    'automation-table-row-count',
  )
  return countsOf(row)
}

function countsOf(row: z.infer<typeof CountRow> | undefined): RowCounts {
  return { live: Number(row?.live ?? 0), expired: Number(row?.expired ?? 0) }
}

/** Removes the values of columns that a table no longer has, also from what can be restored. */
export async function dropCells(tx: TenantTx, tableId: string, columns: readonly string[]): Promise<void> {
  await tx.query(
    `update caseloom.reference_row set cells = cells - $3::text[],
            marks = array(select m from unnest(marks) m where split_part(m, ':', 1) <> all($3::text[]))
      where tenant_id = $1 and table_id = $2`,
    [tx.tenantId, tableId, columns],
  )
  await tx.query(
    `update caseloom.reference_change set before = before - $3::text[], after = after - $3::text[]
      where tenant_id = $1 and table_id = $2`,
    [tx.tenantId, tableId, columns],
  )
}
