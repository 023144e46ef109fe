import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'

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
  expires_at: z.date().nullable(),
})
export type RowRow = z.infer<typeof RowRow>

const EXPIRES = `r.written_at + t.expire_days * interval '1 day'`
const LIVE = `(t.expire_days is null or ${EXPIRES} > $2)`
const FROM = `caseloom.reference_row r join caseloom.reference_table t on t.id = r.table_id`
const SELECT = `select r.id, r.match, r.cells, r.revision, r.written_at, r.written_by, r.run_id, u.number as run_number,
       r.touches, ${EXPIRES} as expires_at
  from ${FROM} left join caseloom.run u on u.id = r.run_id and u.tenant_id = r.tenant_id
 where r.tenant_id = $1 and ${LIVE}`

/** Rows by the keys that they are compared by; those that have expired don't exist. */
export function rowsByMatch(tx: TenantTx, tableId: string, matches: readonly string[]): Promise<RowRow[]> {
  return tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3 and r.match = any($4::text[])`,
    [tx.tenantId, tx.now, tableId, matches],
    'automation-table-rows-by-match',
  )
}

/** Rows by the text of one column, as it is compared; at most so many. */
export function rowsByCell(
  tx: TenantTx,
  tableId: string,
  { column, exact, texts }: { column: string; exact: boolean; texts: readonly string[] },
  limit: number,
): Promise<RowRow[]> {
  return tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3
        and case when $5 then ${cellOf('$4')} else lower(${cellOf('$4')}) end = any($6::text[])
      order by r.id desc limit $7`,
    [tx.tenantId, tx.now, tableId, column, exact, texts, limit],
    'automation-table-rows-by-cell',
  )
}

export async function rowById(tx: TenantTx, tableId: string, id: string): Promise<RowRow | null> {
  const rows = await tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3 and r.id = $4`,
    [tx.tenantId, tx.now, tableId, id],
    'automation-table-row-by-id',
  )
  return rows[0] ?? null
}

/** SQL of a cell as it is compared. */
function cellOf(column: string): string {
  return `normalize(btrim(r.cells->>${column}), NFC)`
}

/** Texts that are sought in one column of a table, as they are compared. */
export interface CellsSought {
  table: string
  /** Null for the key column. */
  column: string | null
  /** Texts that differ in case are different. */
  exact: boolean
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
const CELL = cellOf('a."column"')
const FOUND = `bool_or(r.touches is null) as by_people,
       to_jsonb(coalesce((array_agg(r.touches order by r.id desc) filter (where r.touches is not null))[1:${JUDGED}], '{}')) as touches`
const OF_ASKED = `r.table_id = a."table" and r.tenant_id = $1
         and (a.expire_days is null or r.written_at + a.expire_days * interval '1 day' > $2)`

/** Those of the texts that are there, with who wrote their rows: people, or runs of what. */
export async function cellsFound(tx: TenantTx, sought: readonly CellsSought[]): Promise<FoundRow[]> {
  if (sought.length === 0) return []
  return tx.rows(
    FoundRow,
    `with a as materialized (
       select s.*, t.expire_days
         from jsonb_to_recordset($3::jsonb) s ("table" uuid, "column" text, exact boolean, texts jsonb)
         join caseloom.reference_table t on t.id = s."table" and t.tenant_id = $1)
     select a."table", a."column", f.text, f.by_people, f.touches from a cross join lateral (
       select u.text, ${FOUND} from jsonb_array_elements_text(a.texts) u (text)
         join caseloom.reference_row r on ${OF_ASKED} and r.match = u.text group by u.text) f
      where a."column" is null
     union all
     select a."table", a."column", f.text, f.by_people, f.touches from a cross join lateral (
       select u.text, ${FOUND} from jsonb_array_elements_text(a.texts) u (text)
         join caseloom.reference_row r on ${OF_ASKED}
          and case when a.exact then ${CELL} else lower(${CELL}) end = u.text group by u.text) f
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
  limit: number
}

/** Rows that have not expired, newest first. */
export function pageOfRows(tx: TenantTx, { tableId, after, q, limit }: RowPage): Promise<RowRow[]> {
  return tx.rows(
    RowRow,
    `${SELECT} and r.table_id = $3 and ($4::uuid is null or r.id < $4::uuid)
        and ($5::text is null or exists (
          select from jsonb_each_text(r.cells) c where strpos(lower(c.value), lower($5)) > 0))
      order by r.id desc limit $6`,
    [tx.tenantId, tx.now, tableId, after, q, limit],
    'automation-table-rows-page',
  )
}

const CountRow = z.object({ table_id: z.string(), rows: z.string() })

/** How many rows each table has, without those that have expired. */
export async function countRows(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    CountRow,
    `select r.table_id, count(*) as rows from ${FROM} where r.tenant_id = $1 and ${LIVE} group by r.table_id`,
    [tx.tenantId, tx.now],
    'automation-table-row-counts',
  )
  return new Map(rows.map((row) => [row.table_id, Number(row.rows)]))
}

const OneCountRow = z.object({ rows: z.string() })

/** How many rows a table has, without those that have expired. */
export async function rowCount(tx: TenantTx, tableId: string): Promise<number> {
  const [row] = await tx.rows(
    OneCountRow,
    `select count(*) as rows from ${FROM} where r.tenant_id = $1 and ${LIVE} and r.table_id = $3`,
    [tx.tenantId, tx.now, tableId],
    'automation-table-row-count',
  )
  return Number(row?.rows ?? 0)
}

export interface NewRow {
  id: string
  match: string
  cells: Record<string, unknown>
  /** As stored. */
  touches: unknown
}

export interface WrittenBy {
  name: string
  runId: string | null
}

const BATCH = 2_000

/** Writes rows by key, whole. A row that had expired begins again under its own ID. */
export async function putRows(
  tx: TenantTx,
  tableId: string,
  rows: readonly NewRow[],
  by: WrittenBy,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx.query(
      `insert into caseloom.reference_row (id, tenant_id, table_id, match, cells, written_at, written_by, run_id, touches)
       select n.id, $1, $2, n.match, n.cells, $3, $4, $5, nullif(n.touches, 'null'::jsonb)
         from jsonb_to_recordset($6::jsonb) as n (id uuid, match text, cells jsonb, touches jsonb)
       on conflict (table_id, match) do update
         set cells = excluded.cells, revision = reference_row.revision + 1, written_at = excluded.written_at,
             written_by = excluded.written_by, run_id = excluded.run_id, touches = excluded.touches`,
      [tx.tenantId, tableId, tx.now, by.name, by.runId, JSON.stringify(rows.slice(from, from + BATCH))],
      'automation-table-rows-put',
    )
  }
}

export async function deleteRow(tx: TenantTx, tableId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from caseloom.reference_row where tenant_id = $1 and table_id = $2 and id = $3 returning 1',
    [tx.tenantId, tableId, id],
  )
  return rows.length > 0
}

/** Removes the values of columns that a table no longer has. */
export async function dropCells(tx: TenantTx, tableId: string, columns: readonly string[]): Promise<void> {
  await tx.query(
    'update caseloom.reference_row set cells = cells - $3::text[] where tenant_id = $1 and table_id = $2',
    [tx.tenantId, tableId, columns],
  )
}

/** Deletes one batch of rows that have expired; answers how many. */
export async function forgetExpiredRows(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.reference_row where id in (
       select r.id from caseloom.reference_table t
         join caseloom.reference_row r on r.table_id = t.id
        where t.expire_days is not null and ${EXPIRES} <= $1 limit $2)
     returning 1`,
    [tx.now, limit],
  )
  return rows.length
}
