import { z } from 'zod'
import { quoted } from '../../../platform/database/names.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable } from '../model/record-shape.ts'

/** One app in a search across apps. */
export interface AppLook {
  app: AppTable
  /** Read classes whose words the actor may find. */
  classes: readonly string[]
  /** Column of the folded title, when the actor may read it. */
  titleColumn: string | null
  /** The tracking number that the text names, or null. */
  number: string | null
}

export interface Everywhere {
  looks: readonly AppLook[]
  terms: readonly string[]
  /** Folded words that a title must hold to rank before others. */
  titleWords: readonly string[]
  principals: readonly string[]
  /** Narrows the page, not the counts. */
  only: string | null
  after: { rank: number; id: string } | null
  limit: number
}

export interface Place {
  appId: string
  id: string
  rank: number
}

export interface FoundEverywhere {
  places: Place[]
  /** Hits by app id, to one beyond the cap. */
  counts: ReadonlyMap<string, number>
  /** Revisions by app id, as the database has them. */
  revisions: ReadonlyMap<string, number>
  /** Apps that are being reindexed. */
  refilling: readonly string[]
}

export const APP_COUNT_CAP = 1_000
/** Text hits of one app beyond this many are not joined. */
const MAX_HITS = 20_000
/** From this many expected hits on, walking the newest rows is the shorter way. */
const COMMON = 5_000
const LONGEST_WALK = 20_000

/**
 * One page over all apps: the exact tracking id first, then hits in titles, then the newest. A word that is common in
 * an app is looked for in its newest records; where those hold too few, in all.
 */
export async function findEverywhere(tx: TenantTx, asked: Everywhere): Promise<FoundEverywhere> {
  const common = asked.terms.length === 0 ? new Set<string>() : await commonIn(tx, asked)
  const found = await look(tx, asked, common)
  const short = [...common].filter((id) => (found.counts.get(id) ?? 0) <= APP_COUNT_CAP)
  if (short.length === 0) return found
  return look(tx, asked, new Set([...common].filter((id) => !short.includes(id))))
}

/** Apps in which the planner expects many hits, from its statistics alone. */
async function commonIn(tx: TenantTx, { looks, terms }: Everywhere): Promise<Set<string>> {
  const rows = await tx.rows(
    ExplainRow,
    `explain (format json) select from ${quoted(tx.schema)}.search where tsv @@ $1::tsquery`,
    [terms.join(' & ')],
  )
  const expected = new Map<string, number>()
  const walk = (node: PlanNode) => {
    const table = node['Relation Name']
    if (table !== undefined) expected.set(table, node['Plan Rows'])
    for (const child of node.Plans ?? []) walk(child)
  }
  const root = rows[0]?.['QUERY PLAN'][0].Plan
  if (root !== undefined) walk(root)
  const isCommon = ({ app }: AppLook) => (expected.get(bareName(app.searchTable)) ?? 0) > COMMON
  return new Set(looks.filter(isCommon).map(({ app }) => app.id))
}

const PlanNode = z.object({
  'Plan Rows': z.number(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(PlanNode).optional()
  },
})
type PlanNode = z.infer<typeof PlanNode>

const ExplainRow = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })

/** The last part of a quoted, qualified name. */
function bareName(qualified: string): string {
  return qualified.split('.').at(-1)?.slice(1, -1) ?? ''
}

const Row = z.object({
  kind: z.enum(['app', 'item']),
  app: z.string(),
  id: z.string().nullable(),
  rank: z.number().nullable(),
  count: z.number().nullable(),
  revision: z.number().nullable(),
  refilling: z.boolean().nullable(),
})
type Row = z.infer<typeof Row>

async function look(tx: TenantTx, asked: Everywhere, walked: ReadonlySet<string>): Promise<FoundEverywhere> {
  const parameters = new Parameters()
  const principals = parameters.add(asked.principals, 'uuid[]')
  const words = asked.titleWords.map((word) => parameters.add(`%${escaped(word)}%`, 'text'))
  const terms = asked.terms.map((term) => parameters.add(term, 'tsquery'))
  const parts = asked.looks.flatMap((one, at) =>
    appParts({ one, at, principals, words, terms, walks: walked.has(one.app.id) }, parameters),
  )
  const union = asked.looks.map((_one, at) => `select * from f${at}`).join(' union all ')
  const narrowed = asked.only === null ? 'true' : `app = ${parameters.add(asked.only, 'uuid')}`
  const after = asked.after === null ? 'true' : afterSql(asked.after, parameters)
  const apps = parameters.add(
    asked.looks.map(({ app }) => app.id),
    'uuid[]',
  )
  const rows = await tx.rows(
    Row,
    `with ${parts.join(',\n')},
      found as materialized (${union}),
      page as (select app, id, rank, row_number() over (order by rank, id desc) as place from found
        where ${narrowed} and ${after} order by rank, id desc limit ${parameters.add(asked.limit, 'int')})
    select 'app' as kind, s.app, null::uuid as id, null::int as rank,
           (select count(*)::int from found where found.app = s.app) as count, s.revision,
           s.refill is not null as refilling, 0 as place
      from ${quoted(tx.schema)}.app_state s where s.app = any(${apps})
    union all
    select 'item', app, id, rank, null, null, null, place from page order by place`,
    parameters.values,
  )
  return toFound(rows)
}

interface Part {
  one: AppLook
  at: number
  principals: string
  words: readonly string[]
  terms: readonly string[]
  walks: boolean
}

/** The common table expressions of one app: what holds the words, and of it what the actor may see, with its rank. */
function appParts({ one, at, principals, words, terms, walks }: Part, parameters: Parameters): string[] {
  const { app, titleColumn, number } = one
  const visible = `t.deleted_at is null and (t.acl is null or t.acl && ${principals})`
  const seq = number === null ? null : parameters.add(number, 'bigint')
  const numbered = seq === null ? [] : [`select id as record from ${app.table} where seq = ${seq}`]
  const hits =
    terms.length === 0
      ? []
      : [walks ? walkSql(one, visible, terms, parameters) : hitsSql(one, terms, parameters)]
  const title =
    titleColumn === null || words.length === 0
      ? ''
      : `when ${words.map((word) => `t.${titleColumn} like ${word}`).join(' and ')} then 1`
  const exact = seq === null ? '' : `when t.seq = ${seq} then 0`
  const rank = exact === '' && title === '' ? '2' : `case ${exact} ${title} else 2 end`
  return [
    `h${at} as materialized (${[...hits, ...numbered].map((sql) => `(${sql})`).join(' union ')})`,
    `f${at} as (select ${parameters.add(app.id, 'uuid')} as app, t.id, ${rank} as rank
        from ${app.table} t where ${visible} and t.id in (select record from h${at}))`,
  ]
}

function hitsSql({ app, classes }: AppLook, terms: readonly string[], parameters: Parameters): string {
  const names = parameters.add(classes, 'text[]')
  const of = (term: string) =>
    `select record from ${app.searchTable} where read_class = any(${names}) and tsv @@ ${term}`
  // Words of one query may be in fields with different readers, so each word is searched separately.
  const wanted =
    classes.length === 1 ? of(`(${terms.join(' && ')})`) : terms.map((term) => of(term)).join(' intersect ')
  return `${wanted} limit ${MAX_HITS}`
}

function walkSql(
  { app, classes }: AppLook,
  visible: string,
  terms: readonly string[],
  parameters: Parameters,
): string {
  const names = parameters.add(classes, 'text[]')
  const holds = terms.map(
    (term) => `exists (select from ${app.searchTable} w where w.record = t.id
        and w.read_class = any(${names}) and w.tsv @@ ${term})`,
  )
  return `select t.id as record from (select t.id from ${app.table} t where ${visible}
        order by t.created_at desc, t.id desc limit ${LONGEST_WALK}) t
       where ${holds.join(' and ')} limit ${APP_COUNT_CAP + 1}`
}

function afterSql({ rank, id }: { rank: number; id: string }, parameters: Parameters): string {
  const r = parameters.add(rank, 'int')
  return `(rank > ${r} or (rank = ${r} and id < ${parameters.add(id, 'uuid')}))`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function toFound(rows: readonly Row[]): FoundEverywhere {
  const apps = rows.filter((row) => row.kind === 'app')
  return {
    places: rows.flatMap(({ app, id, rank }) =>
      id === null || rank === null ? [] : [{ appId: app, id, rank }],
    ),
    counts: new Map(apps.map((row) => [row.app, row.count ?? 0])),
    revisions: new Map(apps.map((row) => [row.app, row.revision ?? 0])),
    refilling: apps.flatMap((row) => (row.refilling === true ? [row.app] : [])),
  }
}
