import { GROUP_COUNT_CAP, MAX_GROUPS } from '@caseloom/contract/records/search'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { filterSql } from '../filters/filter-sql.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable } from '../model/record-shape.ts'
import { type CheckedSearch } from '../reading/search.read.ts'
import { visibleSql } from '../reading/visible-sql.ts'
import type { DateSource, GroupSource } from './group-source.rules.ts'

/** The source with its zone as a parameter of the statement. */
type DatesSql = Omit<DateSource, 'by'>

const GroupRow = z.object({ value: z.string().nullable(), count: z.number() })
/** A group with the number of its records; one more than the cap means that there are more. */
export type GroupRow = z.infer<typeof GroupRow>

const Revised = z.object({ revision: z.number(), value: z.string().nullable(), count: z.number().nullable() })

interface Counting {
  app: AppTable
  search: CheckedSearch
  parameters: Parameters
}

/** Above this cost a step to the date before isn't one of an index. */
const MOST_EXPENSIVE_STEP = 500

/**
 * Counts group by group, each up to the cap, so that a million records cost as much as the groups that are shown. Null
 * when an index doesn't lead from group to group: all records have to be read then.
 */
export async function countGroups(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  source: GroupSource,
): Promise<{ revision: number | null; rows: GroupRow[]; more: boolean } | null> {
  if (source.by === 'dates' && !(await isIndexed(tx, app, search, source))) return null
  const parameters = new Parameters()
  const counting = { app, search, parameters }
  const { ctes, groups } = groupsSql(counting, source)
  const rows = await tx.rows(
    Revised,
    `with recursive flags as materialized (
       select exists (select from ${app.table} t where t.deleted_at is null and t.acl is not null) as restricted),
     ${ctes} counted as (${groups})
     select s.revision, c.value, c.count from ${app.stateTable} s left join counted c on true
      where s.app = ${parameters.add(app.id, 'uuid')} order by c.place nulls last`,
    parameters.values,
  )
  const found = rows.flatMap(({ value, count }) => (count === null ? [] : [{ value, count }]))
  const isCut = source.by === 'dates' && found.filter(({ value }) => value !== null).length > MAX_GROUPS
  const revision = rows[0]?.revision ?? null
  const shown = found.filter(({ count }) => count > 0)
  return { revision, rows: isCut ? withoutLast(shown) : shown, more: isCut }
}

/** The last group is one too many; that of no value stays. */
function withoutLast(rows: readonly GroupRow[]): GroupRow[] {
  const filled = rows.filter(({ value }) => value !== null)
  return [...filled.slice(0, MAX_GROUPS), ...rows.filter(({ value }) => value === null)]
}

async function isIndexed(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  source: DateSource,
): Promise<boolean> {
  const parameters = new Parameters()
  const step = stepSql({ app, search, parameters }, source, source.isDay ? 'current_date' : 'now()')
  const rows = await tx.rows(PlanRow, `explain (format json) ${step}`, parameters.values)
  const cost = rows[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? Infinity
  return cost <= MOST_EXPENSIVE_STEP
}

const PlanRow = z.object({
  'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Total Cost': z.number() }) })),
})

/** The last date before one, or of all. */
function stepSql(
  { app, search, parameters }: Counting,
  { column }: DateSource,
  before: string | null,
): string {
  const where = [
    visibleSql(search, parameters),
    ...(search.filter === null ? [] : [filterSql(search.filter, app, parameters)]),
    `${column} is not null`,
    ...(before === null ? [] : [`${column} < ${before}`]),
  ]
  return `select ${column} from ${app.table} t where ${where.join(' and ')} order by ${column} desc limit 1`
}

function groupsSql(counting: Counting, source: GroupSource): { ctes: string; groups: string } {
  const { parameters } = counting
  const { column } = source
  // An unused parameter is an error: the statement says only what it needs.
  const empty = () =>
    `union all select null::text as value, ${countSql(counting, `${column} is null`)} as count, null::int as place`
  if (source.by === 'known') {
    const { type } = source
    const is = source.isList ? `${column} @> array[g.value::${type}]` : `${column} = g.value::${type}`
    const values = `unnest(${parameters.add(source.values, 'text[]')}) with ordinality g(value, place)`
    return {
      ctes: '',
      groups: `select g.value, ${countSql(counting, is)} as count, g.place::int from ${values} ${empty()}`,
    }
  }
  const dates = inSql(source, parameters)
  const next = (from: string | null) => bucketSql(dates, `(${stepSql(counting, source, from)})`)
  const within = `${column} >= g.start and ${column} < ${endSql(dates, 'g.start')}`
  return {
    ctes: `g as (select 1 as place, ${next(null)} as start union all
      select g.place + 1, ${next('g.start')} from g where g.start is not null and g.place <= ${MAX_GROUPS}),`,
    groups: `select ${daySql(dates, 'g.start')} as value, ${countSql(counting, within)} as count, g.place from g
      where g.start is not null ${source.mayBeEmpty ? empty() : ''}`,
  }
}

/**
 * Counts the records of one group up to one beyond the cap. Without a restricted record in the app, an index of the
 * column alone can answer; otherwise open and restricted ones are counted apart, as for totals.
 */
function countSql({ app, search, parameters }: Counting, group: string): string {
  const where = [
    't.deleted_at is null',
    group,
    ...(search.filter === null ? [] : [filterSql(search.filter, app, parameters)]),
  ].join(' and ')
  const some = '(select restricted from flags)'
  const part = (rows: string) =>
    `(select from ${app.table} t where ${where} and ${rows} limit ${GROUP_COUNT_CAP + 1})`
  const mine = `t.acl && ${parameters.add(search.principals, 'uuid[]')} and ${some}`
  return `(select count(*)::int from (
    ${part(`not ${some}`)} union all ${part(`t.acl is null and ${some}`)} union all ${part(mine)}) n)`
}

function inSql(source: DateSource, parameters: Parameters): DatesSql {
  return source.isDay ? source : { ...source, zone: parameters.add(source.zone, 'text') }
}

/** The beginning of the day, week, or month that a date is in. */
function bucketSql({ isDay, unit, zone }: DatesSql, at: string): string {
  if (isDay) return `(date_trunc('${unit}', ${at}::timestamp))::date`
  const begin = (of: string) => `date_trunc('${unit}', ${of}, ${zone})`
  // Where clocks go back over midnight, its second occurrence begins the day: what is before belongs to the day before.
  return `(select case when ${begin('b.at')} > b.at then ${begin("b.at - interval '3 hours'")} else ${begin('b.at')} end
    from (select ${at} as at) b)`
}

/** The same end as in `boundsOfGroups`. PostgreSQL 15 has no `date_add`. */
function endSql({ isDay, unit, zone }: DatesSql, start: string): string {
  const end = (day: string) => `(${day} + interval '1 ${unit}')`
  return isDay
    ? `${end(start)}::date`
    : `(${end(`(${start} at time zone ${zone})::date`)} at time zone ${zone})`
}

/** The first day of a group as people write it. */
function daySql({ isDay, zone }: DatesSql, start: string): string {
  return isDay ? `to_char(${start}, 'YYYY-MM-DD')` : `to_char(${start} at time zone ${zone}, 'YYYY-MM-DD')`
}

/** The days of groups where all records are read: as a value to count. */
export function dayOfGroupSql(source: DateSource, parameters: Parameters): string {
  const dates = inSql(source, parameters)
  return `case when ${source.column} is not null then ${daySql(dates, bucketSql(dates, source.column))} end`
}

const Bounds = z.object({ day: z.string(), from: z.string(), to: z.string() })

/** Where the days, weeks, or months with these first days begin and end, by first day. */
export async function boundsOfGroups(
  tx: TenantTx,
  { isDay, unit, zone }: DateSource,
  days: readonly string[],
): Promise<ReadonlyMap<string, z.infer<typeof Bounds>>> {
  const [begin, end] = ['d.day::date::timestamp', `(d.day::date + interval '1 ${unit}')`]
  const at = (local: string) =>
    isDay
      ? `to_char(${local}, 'YYYY-MM-DD')`
      : `to_char(${local} at time zone $2 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const rows = await tx.rows(
    Bounds,
    `select d.day, ${at(begin)} as from, ${at(end)} as to from unnest($1::text[]) d(day)
      where $2::text is not null`,
    [days, zone],
  )
  return new Map(rows.map((row) => [row.day, row]))
}
