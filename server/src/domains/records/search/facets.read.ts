import { z } from 'zod'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { PlainCondition } from '@caseloom/contract/filters/field-types/plain-filter'
import type { PlainFilter } from '../filters/filter-shape.ts'
import { targetTraits } from '@caseloom/contract/filters/field-types/filter-rules'
import { filterSql } from '../filters/filter-sql.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'
import type { CheckedSearch } from '../reading/search.read.ts'
import { hitsSql } from '../reading/search.read.ts'
import { visibleSql } from '../reading/visible-sql.ts'

/** Something that each record has one text of, worked out by the statement. */
export interface FacetExpression {
  sql(parameters: Parameters): string
}
/** What is counted: values of one of the app's fields, who made or changed a record, or an expression. */
export type FacetField = FieldColumn | 'created_by' | 'updated_by' | FacetExpression

export const FacetRow = z.object({
  field: z.number(),
  value: z.string().nullable(),
  /** The person's name at the time of the change, for created_by and updated_by. */
  name: z.string().nullable(),
  count: z.number(),
  /** Records with this value and all less frequent ones of the field. */
  rest: z.number(),
})
export type FacetRow = z.infer<typeof FacetRow>

/** An app without records has one row, with its revision alone. */
const CountedRow = z.union([
  FacetRow.extend({ revision: z.number() }),
  z.object({ revision: z.number(), field: z.null() }),
])

interface CountedFacets {
  search: CheckedSearch
  fields: readonly FacetField[]
  /** Number of values returned for each field. */
  limit: number
}

/**
 * The most frequent values of each field among the records that a search finds, in one statement. Fields that an index
 * answers alone are counted there: at a million records a tenth of a second, where reading all of them takes seconds
 * from memory and half a minute from a disk. The others share one reading of what was found.
 */
export async function countFacets(
  tx: TenantTx,
  app: AppTable,
  { search, fields, limit }: CountedFacets,
): Promise<{ revision: number | null; rows: FacetRow[] }> {
  const parameters = new Parameters()
  const most = parameters.add(limit, 'int')
  const facets = fields.map((field, at) => {
    const found = isIndexed(search, field) ? indexSql(app, search, { field, at, parameters }) : 'found'
    return facetSql(field, at, { found, most })
  })
  const columns = fields.flatMap((field, at) =>
    isIndexed(search, field) ? [] : valueColumns(field, at, parameters),
  )
  const found = columns.length === 0 ? '' : foundSql(app, search, { columns, parameters })
  const rows = await tx.rows(
    CountedRow,
    `with ${found} counted as (${facets.join(' union all ')})
    select s.revision, c.* from ${app.stateTable} s left join counted c on true
     where s.app = ${parameters.add(app.id, 'uuid')} order by c.field, c.place`,
    parameters.values,
  )
  return {
    revision: rows[0]?.revision ?? null,
    rows: rows.flatMap((row) => (row.field === null ? [] : [row])),
  }
}

/** The records that are found, read once for the fields of these columns. */
function foundSql(
  app: AppTable,
  search: CheckedSearch,
  { columns, parameters }: { columns: readonly string[]; parameters: Parameters },
): string {
  const hits = search.terms.length === 0 ? '' : `${hitsSql(app, search, parameters)},`
  const where = [
    visibleSql(search, parameters),
    ...(search.filter === null ? [] : [filterSql(search.filter, app, parameters)]),
    ...(search.terms.length === 0 ? [] : ['t.id in (select record from hits)']),
  ]
  return `${hits} found as materialized (select ${columns.join(', ')} from ${app.table} t where ${where.join(' and ')}),`
}

/** States are counted with conditions of states alone, people without any: what their indexes hold. */
function isIndexed({ terms, filter }: CheckedSearch, field: FacetField): field is FieldColumn {
  if (terms.length > 0 || typeof field === 'string' || 'sql' in field) return false
  const { groups, several, users } = kindTraits(field.kind)
  if ((users || groups) && !several) return filter === null
  return isState(field.kind) && (filter === null || asksStatesAlone(filter))
}

function asksStatesAlone(filter: PlainFilter): boolean {
  if ('all' in filter) return filter.all.every(asksStatesAlone)
  if ('any' in filter) return filter.any.every(asksStatesAlone)
  if ('not' in filter) return asksStatesAlone(filter.not)
  return !('has' in filter) && isState(filter.target.kind)
}

/** One of the options of a field. */
function isState(kind: PlainCondition['target']['kind']): boolean {
  const { options, several } = targetTraits(kind)
  return options && !several
}

/**
 * Open and restricted records apart, so that an index answers without the table: that of states knows open records, one
 * of people does not, and is asked while no record is restricted.
 */
function indexSql(
  app: AppTable,
  { filter, principals }: CheckedSearch,
  { field, at, parameters }: { field: FieldColumn; at: number; parameters: Parameters },
): string {
  const asked = ['t.deleted_at is null', ...(filter === null ? [] : [filterSql(filter, app, parameters)])]
  const half = (rows: string) =>
    `select t.${field.column} as v${at} from ${app.table} t where ${asked.join(' and ')} and ${rows}`
  const some = `exists (select from ${app.table} r where r.deleted_at is null and r.acl is not null)`
  const open = isState(field.kind)
    ? [half('t.acl is null')]
    : [half(`not ${some}`), half(`t.acl is null and ${some}`)]
  const mine = half(`t.acl && ${parameters.add(principals, 'uuid[]')}`)
  return `(${[...open, mine].join(' union all ')}) found`
}

function valueColumns(field: FacetField, at: number, parameters: Parameters): string[] {
  if (typeof field === 'string') return [`t.${field}->>'id' as v${at}`, `t.${field}->>'name' as n${at}`]
  return [`${'sql' in field ? field.sql(parameters) : `t.${field.column}`} as v${at}`]
}

/** A record with several values counts for each; one without any for the empty value. */
function facetSql(field: FacetField, at: number, { found, most }: { found: string; most: string }): string {
  const isList = typeof field !== 'string' && 'sqlType' in field && field.sqlType.endsWith('[]')
  const from = isList ? `${found} left join lateral unnest(found.v${at}) as u(value) on true` : found
  const value = isList ? 'u.value::text' : `v${at}::text`
  const name = typeof field === 'string' ? `max(n${at})` : 'null::text'
  return `select * from (
      select ${at} as field, value, name, count, (sum(count) over (order by place desc))::int as rest, place::int
        from (select ${value} as value, ${name} as name, count(*)::int as count,
                     row_number() over (order by count(*) desc, ${value} nulls last) as place
                from ${from} group by ${value}) g) r
     where place <= ${most} + 1`
}
