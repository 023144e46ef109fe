import type { TenantTx } from '../../platform/database/types.ts'
import type { Cursor } from './cursor.rules.ts'
import type { PlainFilter } from './filter-shape.ts'
import { filterSql, Parameters } from './filter-sql.ts'
import { afterSql, orderSql } from './keyset.ts'
import { type RecordRow, selectList, toRecord } from './record-rows.ts'
import type { AppTable, StoredRecord } from './record-shape.ts'
import type { SortKey } from './sort.ts'

/** A search whose every part has been checked. */
export interface CheckedSearch {
  filter: PlainFilter | null
  /** Conditions of the text search; all must hold, each in any of the classes. */
  terms: readonly string[]
  classes: readonly string[]
  /** Ids of which one must stand on a restricted record's list. */
  principals: readonly string[]
  keys: readonly SortKey[]
  /** Field keys to read; all when absent. */
  columns: ReadonlySet<string> | undefined
  after: Cursor | null
  limit: number
}

/** One record of a page with the values that it was sorted by. */
export interface Found {
  record: StoredRecord
  sortedBy: (string | null)[]
}

export interface FoundPage {
  /** Revision of the app by the database; null when there is no such app. */
  revision: number | null
  found: Found[]
}

/** Text hits beyond this many are not looked at: such words say nothing. */
const MOST_HITS = 20_000
export const COUNT_CAP = 10_000

interface Conditions {
  hits: string
  where: string
}

/** Everything but paging: filter, restriction and text, with the hits first and capped (a flat query may take seconds). */
function conditions(app: AppTable, search: CheckedSearch, parameters: Parameters): Conditions {
  const parts = [
    't.deleted_at is null',
    `(t.acl is null or t.acl && ${parameters.add(search.principals, 'uuid[]')})`,
  ]
  if (search.filter !== null) parts.push(filterSql(search.filter, app, parameters))
  if (search.terms.length === 0) return { hits: '', where: parts.join(' and ') }
  parts.push('t.id in (select record from hits)')
  return { hits: hitsSql(app, search, parameters), where: parts.join(' and ') }
}

function hitsSql(app: AppTable, search: CheckedSearch, parameters: Parameters): string {
  const classes = parameters.add(search.classes, 'text[]')
  const of = (term: string) =>
    `select record from ${app.searchTable} where read_class = any(${classes})
       and tsv @@ ${parameters.add(term, 'tsquery')}`
  // Words of one query may stand in fields of different readers: then each is looked for by itself.
  const wanted =
    search.classes.length === 1 ? of(search.terms.join(' & ')) : search.terms.map(of).join(' intersect ')
  return `hits as materialized (${wanted} limit ${MOST_HITS})`
}

/** One page of a search, in one statement with the revision of the app. */
export async function findPage(tx: TenantTx, app: AppTable, search: CheckedSearch): Promise<FoundPage> {
  const parameters = new Parameters()
  const { hits, where } = conditions(app, search, parameters)
  const after = search.after === null ? '' : ` and ${afterSql(search.keys, search.after, parameters)}`
  const sorted = search.keys.map((key, at) => `(${key.sql})::text as s${at}`).join(', ')
  const order = orderSql(search.keys)
  const text = `with ${hits === '' ? '' : `${hits},`} page as (
      select ${selectList(app, search.columns)}, ${sorted}, row_number() over (order by ${order}) as place
        from ${app.table} t where ${where}${after} order by ${order} limit ${search.limit})
    select s.revision as app_revision, p.* from ${app.stateTable} s left join page p on true
     where s.app = ${parameters.add(app.id, 'uuid')} order by p.place`
  const rows = await tx.query<RecordRow & { app_revision: number; [sort: `s${number}`]: string | null }>(
    text,
    parameters.values,
  )
  const found = rows.flatMap((row): Found[] =>
    row.id === null
      ? []
      : [{ record: toRecord(app, row), sortedBy: search.keys.map((_key, at) => row[`s${at}`] ?? null) }],
  )
  return { revision: rows[0]?.app_revision ?? null, found }
}

/** How many records a search finds; counting stops one beyond the cap. */
export async function countFound(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  cap: number | null,
): Promise<number> {
  const parameters = new Parameters()
  const { hits, where } = conditions(app, search, parameters)
  const limit = cap === null ? '' : ` limit ${cap + 1}`
  const rows = await tx.query<{ count: number }>(
    `${hits === '' ? '' : `with ${hits} `}select count(*)::int as count
       from (select from ${app.table} t where ${where}${limit}) c`,
    parameters.values,
  )
  return rows[0]?.count ?? 0
}

/** One record by id, or null; in one statement with the revision of the app. */
export async function findRecord(
  tx: TenantTx,
  app: AppTable,
  id: string,
): Promise<{ revision: number | null; record: StoredRecord | null }> {
  const rows = await tx.query<RecordRow & { app_revision: number }>(
    `select s.revision as app_revision, ${selectList(app)} from ${app.stateTable} s
       left join ${app.table} t on t.id = $2 and t.deleted_at is null where s.app = $1`,
    [app.id, id],
  )
  const row = rows[0]
  if (row === undefined) return { revision: null, record: null }
  return { revision: row.app_revision, record: row.id === null ? null : toRecord(app, row) }
}
