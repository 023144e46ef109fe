import { z } from 'zod'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { MAX_OPTIONS } from '@caseloom/contract/field-types/selection'
import { isAdditive } from '@caseloom/contract/workspaces/workspaces'
import { kindRules } from '../../../field-types/registry.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type ClockCases, clocksSql, columnOf, techniquesSql } from './aggregate-cases.ts'
import { type AggregateCommand, AggregateRow, type Measured, type Unit } from './aggregate-shape.ts'
import type { PlainFilter } from '../filters/filter-shape.ts'
import { filterSql } from '../filters/filter-sql.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable } from '../model/record-shape.ts'

/** A figure whose every part has been checked. */
export interface CheckedAggregate extends Omit<AggregateCommand, 'filter'> {
  plain: PlainFilter | null
  principals: readonly string[]
  clocks: readonly ClockCases[]
}

/** A trend over years has at most this many steps; what is older falls outside of it. */
const MAX_STEPS = 400

const Row = AggregateRow.extend({
  app_revision: z.number(),
  others: z.number().nullable(),
  kind: z.enum(['row', 'step']).nullable(),
})
export interface FoundAggregate {
  revision: number | null
  rows: AggregateRow[]
  others: number | null
  steps: string[]
}

/** Computes a figure in one statement, which also returns the app's revision. */
export async function findAggregate(
  tx: TenantTx,
  app: AppTable,
  asked: CheckedAggregate,
): Promise<FoundAggregate> {
  const parameters = new Parameters()
  const figure = figureSql(app, asked, parameters)
  const rows = await tx.rows(
    Row,
    `select s.revision as app_revision, q.* from ${app.stateTable} s left join (${figure}) q on true
      where s.app = ${parameters.add(app.id, 'uuid')} order by q.place`,
    parameters.values,
  )
  const found = rows.filter((row) => row.kind === 'row')
  const steps = rows.flatMap((row) => (row.kind === null || row.at === null ? [] : [row.at]))
  return {
    revision: rows[0]?.app_revision ?? null,
    rows: found.map(({ at, key, value }) => ({ at, key, value })),
    others: found[0]?.others ?? null,
    steps: [...new Set(steps)].toSorted(),
  }
}

function figureSql(app: AppTable, asked: CheckedAggregate, parameters: Parameters): string {
  const { by } = asked
  if (by.kind === 'all') {
    const value = measureSql(app, asked.measure)
    return `select 'row' as kind, null::text as at, null::text as key, (${value})::float8 as value,
        null::float8 as others, 1 as place
      from ${visible(app, asked, parameters)} where ${whereSql(app, asked, parameters)}`
  }
  const source = () => ({
    records: visible(app, asked, parameters),
    where: whereSql(app, asked, parameters),
  })
  switch (by.kind) {
    case 'group':
      return groupsSql(app, { ...asked, by }, parameters)
    case 'stages':
      return groupsSql(app, { ...asked, by: { ...by, kind: 'group', limit: MAX_OPTIONS + 1 } }, parameters)
    case 'clocks':
      return clocksSql(app, asked.clocks, source(), parameters)
    case 'techniques':
      return techniquesSql(app, by.field, source())
    case 'matrix':
      return matrixSql(app, { ...asked, by }, parameters)
    case 'time':
      return trendSql(app, asked, parameters)
    default:
      return by satisfies never
  }
}

type Group = CheckedAggregate & { by: { kind: 'group' } }

function groupsSql(app: AppTable, asked: Group, parameters: Parameters): string {
  const { from, key } = keySql(app, asked.by.field, visible(app, asked, parameters))
  const value = measureSql(app, asked.measure)
  return groupedSql({
    groups: `select ${key} as key, ${value} as value from ${from} where ${whereSql(app, asked, parameters)} group by 1`,
    limit: parameters.add(asked.by.limit, 'int'),
    sums: isAdditive(asked.measure),
  })
}

type Matrix = CheckedAggregate & { by: { kind: 'matrix' } }

/** The cells of the rows and columns with the most records. */
function matrixSql(app: AppTable, asked: Matrix, parameters: Parameters): string {
  const { by } = asked
  const rows = keySql(app, by.rows, visible(app, asked, parameters), 'm')
  const columns = keySql(app, by.columns, rows.from, 'n')
  const most = (key: string, limit: number) =>
    `select ${key} from cells group by 1 order by sum(records) desc, 1 nulls last limit ${parameters.add(limit, 'int')}`
  return `with cells as materialized (
      select ${rows.key} as at, ${columns.key} as key, (${measureSql(app, asked.measure)})::float8 as value,
             count(*) as records
        from ${columns.from} where ${whereSql(app, asked, parameters)} group by 1, 2),
    tops as (${most('at', by.limits.rows)}), sides as (${most('key', by.limits.columns)})
    select 'row' as kind, at, key, value, null::float8 as others, 1 as place from cells
     where exists (select from tops where tops.at is not distinct from cells.at)
       and exists (select from sides where sides.key is not distinct from cells.key)`
}

function groupedSql({ groups, limit, sums }: { groups: string; limit: string; sums: boolean }): string {
  const rest = sums ? `(select sum(value)::float8 from ranked where place > ${limit})` : 'null::float8'
  return `with ranked as materialized (
      select key, value, row_number() over (order by value desc nulls last, key nulls last) as place
        from (${groups}) g)
    select 'row' as kind, null::text as at, key, value::float8 as value, ${rest} as others, place::int as place
      from ranked where place <= ${limit}`
}

/** Steps begin where the reader's clock says so: midnight of their zone, whatever the zone did that night. */
function trendSql(app: AppTable, asked: CheckedAggregate, parameters: Parameters): string {
  const { by, time } = asked
  if (by.kind !== 'time' || time === undefined) throw new Error('A trend has a time')
  const column = timeSql(app, time.field)
  const zone = parameters.add(by.zone, 'text')
  const to = parameters.add(time.to, 'timestamptz')
  const where = whereSql(app, { ...asked, time: undefined }, parameters)
  const records = visible(app, asked, parameters)
  const earliest = `greatest(${to} - interval '${MAX_STEPS} ${by.unit}', coalesce((select min(${column}) from ${records} where ${where}), ${to}))`
  const since = time.from === null ? earliest : parameters.add(time.from, 'timestamptz')
  const begin = `date_trunc('${by.unit}', ${since}, ${zone})`
  const split = by.splitBy === undefined ? null : keySql(app, by.splitBy, records)
  return `with bounds as materialized (select ${begin} as begin),
    data as (
      select date_trunc('${by.unit}', ${column}, ${zone}) as at, ${split?.key ?? 'null::text'} as key,
             (${measureSql(app, asked.measure)})::float8 as value
        from ${split?.from ?? records}
       where ${where} and ${column} >= (select begin from bounds) and ${column} <= ${to} group by 1, 2)
    select kind, ${isoSql('at')} as at, key, value, null::float8 as others, 1 as place from (
      select 'row' as kind, at, key, value from data
      union all select 'step', at, null, null from bounds, lateral (${stepsSql(by.unit, zone, to)}) steps) u`
}

/** Hours are counted by the clock of the world, days and longer by the calendar of the zone. */
function stepsSql(unit: Unit, zone: string, to: string): string {
  if (unit === 'hour') return `select generate_series(begin, ${to}, interval '1 hour') as at`
  return `select local at time zone ${zone} as at from generate_series(
      begin at time zone ${zone}, ${to} at time zone ${zone}, interval '1 ${unit}') as g(local)`
}

function isoSql(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * Limits a figure to records that the reader may see. While no record is restricted, as an index shows, the query reads
 * only the figure's own columns, so an index on them answers it without the table. Otherwise open and restricted
 * records are read separately, as for totals, because each half has a partial index.
 */
function visible({ table }: AppTable, { principals }: CheckedAggregate, parameters: Parameters): string {
  const mine = parameters.add(principals, 'uuid[]')
  const restricted = `exists (select from ${table} where deleted_at is null and acl is not null)`
  return `(select * from ${table} where not ${restricted}
      union all select * from ${table} where acl is null and ${restricted}
      union all select * from ${table} where acl && ${mine}) t`
}

function whereSql(app: AppTable, asked: CheckedAggregate, parameters: Parameters): string {
  const { plain, time } = asked
  const parts = ['t.deleted_at is null']
  if (plain !== null) parts.push(filterSql(plain, app, parameters))
  if (time !== undefined) {
    const column = timeSql(app, time.field)
    if (time.from !== null) parts.push(`${column} >= ${parameters.add(time.from, 'timestamptz')}`)
    if (time.from !== null) parts.push(`${column} <= ${parameters.add(time.to, 'timestamptz')}`)
  }
  return parts.join(' and ')
}

function timeSql(app: AppTable, field: string): string {
  if (field === 'created' || field === 'created_at') return 't.created_at'
  return field === 'updated_at' ? 't.updated_at' : `t.${columnOf(app, field).column}`
}

const FUNCTIONS = {
  sum: (value: string) => `sum(${value})`,
  average: (value: string) => `avg(${value})`,
  median: (value: string) => `percentile_cont(0.5) within group (order by ${value})`,
  p95: (value: string) => `percentile_cont(0.95) within group (order by ${value})`,
  min: (value: string) => `min(${value})`,
  max: (value: string) => `max(${value})`,
} as const

function measureSql(app: AppTable, { of, field }: Measured): string {
  if (of === 'count' || field === undefined) return 'count(*)'
  const { column, kind } = columnOf(app, field)
  const measured = kindRules(kind).measure?.(`t.${column}`) ?? `t.${column}`
  return FUNCTIONS[of](measured)
}

/** A record with several values counts for each of them; one without any for the empty one. */
function keySql(app: AppTable, key: string, plain: string, alias = 'm'): { from: string; key: string } {
  const field = columnOf(app, key)
  const column = `t.${field.column}`
  const from = kindTraits(field.kind).several
    ? `${plain} left join lateral unnest(${column}) as ${alias}(one) on true`
    : plain
  return from === plain
    ? { from, key: kindRules(field.kind).groupKey?.(column) ?? `${column}::text` }
    : { from, key: `${alias}.one::text` }
}
