import { z } from 'zod'
import { literal } from '../../../platform/database/names.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { SearchCursor } from './search-cursor.ts'
import type { PlainFilter } from '../filters/filter-shape.ts'
import { filterSql } from '../filters/filter-sql.ts'
import { Parameters } from '../model/parameters.ts'
import { afterSql, orderSql, type Stretch, stretchesAfter } from './keyset.ts'
import { foundRow, selectList, toRecord } from '../model/record-rows.ts'
import { targetTraits } from '@caseloom/contract/filters/field-types/filter-rules'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { type SimilarSearch, similarParts } from './similar.read.ts'
import { visibleSql } from './visible-sql.ts'
import type { SortKey } from './sort.ts'

const ExplainRow = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]),
})

const RevisionedRow = foundRow(z.object({ app_revision: z.number() }))

const CountRow = z.object({ count: z.number() })

/** A search whose every part has been checked. */
export interface CheckedSearch {
  filter: PlainFilter | null
  /** Conditions of the text search; all must hold, each in any of the classes. */
  terms: readonly string[]
  classes: readonly string[]
  /** Principals of the actor; a restricted record must list one of them. */
  principals: readonly string[]
  keys: readonly SortKey[]
  /** Field keys to read; all when absent. */
  columns: ReadonlySet<string> | undefined
  after: SearchCursor | null
  limit: number
  /** Null where nothing is asked of groups. */
  similar: SimilarSearch | null
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
  /** Reindexing is in progress: a text search may miss records until it is done. */
  refilling: boolean
  /** An import made records whose words it still has to write. */
  wordless: boolean
}

/** Text hits beyond this many are not joined: such a word says little, and its records are found by walking. */
const MAX_HITS = 20_000
/** From this many expected hits on, walking the order and looking at each row's words is the shorter way. */
const COMMON = 5_000
/** Rows that a walk reads before it falls back to the index hits. */
const LONGEST_WALK = 20_000
/** A row of a walk costs about four of a scan, so that a walk before one is for a part of the table only. */
const WALKED_SHARE = 20
export const COUNT_CAP = 10_000

/** `scan` reads every record once, for parts of texts that no index covers and that are not among the first rows. */
type TextPlan = 'none' | 'hits' | 'walk' | 'scan'

/** One page of a search; every statement also returns the app's revision. */
export async function findPage(tx: TenantTx, app: AppTable, search: CheckedSearch): Promise<FoundPage> {
  const stretches = stretchesAfter(search.keys, search.after) ?? []
  if (search.terms.length === 0 && !asksForParts(search.filter))
    return readStretches(tx, app, search, { stretches, plan: 'none' })
  if (search.terms.length === 0) {
    // The planner would walk the whole order, a page of the table for each record: seconds, when few have the part.
    const walk = Math.ceil((await expectedRows(tx, `select from ${app.table}`)) / WALKED_SHARE)
    if (walk < search.limit) return readStretches(tx, app, search, { stretches, plan: 'scan' })
    const walked = await readStretches(tx, app, search, { stretches, plan: 'walk', walk })
    if (walked.found.length >= search.limit) return walked
    return readStretches(tx, app, search, { stretches, plan: 'scan' })
  }
  const hits = `select from ${app.searchTable} where tsv @@ $1::tsquery`
  if ((await expectedRows(tx, hits, [search.terms.join(' & ')])) > COMMON) {
    const walked = await readStretches(tx, app, search, { stretches, plan: 'walk' })
    if (walked.found.length >= search.limit) return walked
  }
  return readStretches(tx, app, search, { stretches, plan: 'hits' })
}

/** True when a condition looks for a part of a text that need not be its beginning. */
function asksForParts(filter: PlainFilter | null): boolean {
  if (filter === null) return false
  if ('all' in filter) return filter.all.some(asksForParts)
  if ('any' in filter) return filter.any.some(asksForParts)
  if ('not' in filter || !('op' in filter)) return false
  return (filter.op === 'contains' || filter.op === 'endsWith') && !targetTraits(filter.target.kind).several
}

interface Way {
  stretches: readonly Stretch[]
  plan: TextPlan
  /** Maximum number of rows that a walk reads; 20,000 by default. */
  walk?: number
}

async function readStretches(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  { stretches, plan, walk = LONGEST_WALK }: Way,
): Promise<FoundPage> {
  const found: Found[] = []
  let revision: number | null = app.revision
  let [refilling, wordless] = [false, false]
  for (const [at, stretch] of stretches.entries()) {
    const after = at === 0 ? search.after : null
    const limit = search.limit - found.length
    const page = await readStretch(tx, app, { ...search, after, limit }, { stretch, plan, walk })
    found.push(...page.found)
    revision = page.revision
    refilling = page.refilling
    wordless = page.wordless
    if (found.length >= search.limit || revision !== app.revision) break
  }
  return { revision, found, refilling, wordless }
}

async function readStretch(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  { stretch, plan, walk }: { stretch: Stretch; plan: TextPlan; walk: number },
): Promise<FoundPage> {
  const parameters = new Parameters()
  const parts = [visibleSql(search, parameters), ...similarParts(app, search, parameters)]
  if (stretch.where !== null) parts.push(stretch.where)
  if (search.after !== null) parts.push(afterSql(stretch, search.after, parameters))
  if ((plan === 'none' || plan === 'hits') && search.filter !== null)
    parts.push(filterSql(search.filter, app, parameters))
  const byId = plan === 'hits' || plan === 'scan'
  const wanted = () =>
    plan === 'hits' ? hitsSql(app, search, parameters) : scanSql(app, search, stretch, parameters)
  const hits = byId ? `${wanted()},` : ''
  if (byId) parts.push('t.id in (select record from hits)')
  const order = orderSql(stretch.keys)
  const where = parts.join(' and ')
  const from =
    plan === 'walk'
      ? walkSql(app, search, { where, order, walk, parameters })
      : `${app.table} t where ${where}`
  const sorted = search.keys.map((key, at) => `(${key.sql})::text as s${at}`).join(', ')
  const marks = `s.revision as app_revision, s.refill is not null as refilling${search.terms.length > 0 ? wordlessSql(tx) : ''}`
  const text = `with ${hits} page as (
      select ${selectList(app, search.columns)}, ${sorted}, row_number() over (order by ${order}) as place
        from ${from} order by ${order} limit ${search.limit})
    select ${marks}, p.* from ${app.stateTable} s left join page p on true
     where s.app = ${parameters.add(app.id, 'uuid')} order by p.place`
  return toPage(app, search, await tx.rows(PageRow, text, parameters.values))
}

/** Imports at work are few, and have an index of their own. */
function wordlessSql({ tenantId }: TenantTx): string {
  return `, exists (select from caseloom.record_job j where j.tenant_id = ${literal(tenantId)} and j.app_id = s.app
      and j.state in ('queued', 'running') and (j.place->>'wordless')::int > 0) as wordless`
}

const PageRow = foundRow(
  z.object({ app_revision: z.number(), refilling: z.boolean(), wordless: z.boolean().optional() }),
)
type PageRow = z.infer<typeof PageRow>

function toPage(app: AppTable, search: CheckedSearch, rows: readonly PageRow[]): FoundPage {
  const found = rows.flatMap((row): Found[] =>
    row.id === null
      ? []
      : [{ record: toRecord(app, row), sortedBy: search.keys.map((_key, at) => sortText(row[`s${at}`])) }],
  )
  const { app_revision: revision = null, refilling = false, wordless = false } = rows[0] ?? {}
  return { revision, refilling, wordless, found }
}

function sortText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Hits first and capped: text search, order and limit in one flat query may take seconds. */
export function hitsSql(app: AppTable, search: CheckedSearch, parameters: Parameters): string {
  const classes = parameters.add(search.classes, 'text[]')
  const of = (term: string) =>
    `select record from ${app.searchTable} where read_class = any(${classes})
       and tsv @@ ${parameters.add(term, 'tsquery')}`
  // Words of one query may be in fields with different readers, so each word is searched separately.
  const wanted =
    search.classes.length === 1 ? of(search.terms.join(' & ')) : search.terms.map(of).join(' intersect ')
  return `hits as materialized (${wanted} limit ${MAX_HITS})`
}

/** All records with what the filter asks for; materialized, so that the order is not walked for it. */
function scanSql(
  app: AppTable,
  { filter }: CheckedSearch,
  { where }: Stretch,
  parameters: Parameters,
): string {
  const parts = ['t.deleted_at is null', ...(where === null ? [] : [where])]
  if (filter !== null) parts.push(filterSql(filter, app, parameters))
  return `hits as materialized (select t.id as record from ${app.table} t where ${parts.join(' and ')})`
}

interface Walk {
  where: string
  order: string
  walk: number
  parameters: Parameters
}

/** Reads the first rows of the order and returns those that match the words and the filter. */
function walkSql(app: AppTable, search: CheckedSearch, { where, order, walk, parameters }: Walk): string {
  const classes = search.terms.length === 0 ? '' : parameters.add(search.classes, 'text[]')
  const words = search.terms.map(
    (term) => `exists (select from ${app.searchTable} w where w.record = t.id
        and w.read_class = any(${classes}) and w.tsv @@ ${parameters.add(term, 'tsquery')})`,
  )
  const filter = search.filter === null ? [] : [filterSql(search.filter, app, parameters)]
  return `(select t.* from ${app.table} t where ${where} order by ${order} limit ${Math.min(walk, LONGEST_WALK)}) t
       where ${[...words, ...filter].join(' and ')}`
}

/** How many rows the planner expects of a statement, from its statistics; the table is not read. */
async function expectedRows(tx: TenantTx, text: string, values: readonly unknown[] = []): Promise<number> {
  const rows = await tx.rows(ExplainRow, `explain (format json) ${text}`, values)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** How many records a search finds; counting stops one beyond the cap. */
export async function countFound(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  cap: number | null,
): Promise<number> {
  const parameters = new Parameters()
  const hits = search.terms.length === 0 ? '' : `with ${hitsSql(app, search, parameters)} `
  const parts = [
    ...(search.filter === null ? [] : [filterSql(search.filter, app, parameters)]),
    ...(search.terms.length === 0 ? [] : ['t.id in (select record from hits)']),
    ...similarParts(app, search, parameters),
  ]
  const limit = cap === null ? '' : ` limit ${cap + 1}`
  // Open and restricted records apart: each half has a partial index that need not look at the table.
  const count = (half: string) =>
    `(select count(*) from (select from ${app.table} t where ${['t.deleted_at is null', half, ...parts].join(' and ')}${limit}) c)`
  const restricted = `t.acl && ${parameters.add(search.principals, 'uuid[]')}`
  const rows = await tx.rows(
    CountRow,
    `${hits}select (${count('t.acl is null')} + ${count(restricted)})::int as count`,
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
  const rows = await tx.rows(
    RevisionedRow,
    `select s.revision as app_revision, ${selectList(app)} from ${app.stateTable} s
       left join ${app.table} t on t.id = $2 and t.deleted_at is null where s.app = $1`,
    [app.id, id],
  )
  const row = rows[0]
  if (row === undefined) return { revision: null, record: null }
  return { revision: row.app_revision, record: row.id === null ? null : toRecord(app, row) }
}
