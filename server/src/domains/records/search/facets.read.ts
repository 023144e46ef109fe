import type { TenantTx } from '../../../platform/database/types.ts'
import { filterSql } from '../filter-sql.ts'
import { Parameters } from '../parameters.ts'
import type { AppTable, FieldColumn } from '../record-shape.ts'
import type { CheckedSearch } from '../search.read.ts'
import { hitsSql, visibleSql } from '../search.read.ts'

/** A field whose values are counted: one of the app's, or who made or changed a record. */
export type FacetField = FieldColumn | 'created_by' | 'updated_by'

export interface FacetRow {
  field: number
  value: string | null
  /** Name of a person as it stood at the change, for created_by and updated_by. */
  name: string | null
  count: number
  /** Records with this value and all less frequent ones of the field. */
  rest: number
}

/** The most frequent values of each field among the records that a search finds, in one statement. */
export async function countFacets(
  tx: TenantTx,
  app: AppTable,
  { search, fields, limit }: { search: CheckedSearch; fields: readonly FacetField[]; limit: number },
): Promise<{ revision: number | null; rows: FacetRow[] }> {
  const parameters = new Parameters()
  const hits = search.terms.length === 0 ? '' : `${hitsSql(app, search, parameters)},`
  const where = [
    visibleSql(search, parameters),
    ...(search.filter === null ? [] : [filterSql(search.filter, app, parameters)]),
    ...(search.terms.length === 0 ? [] : ['t.id in (select record from hits)']),
  ]
  const columns = fields.flatMap((field, at) => valueColumns(field, at))
  const most = parameters.add(limit, 'int')
  const facets = fields.map((field, at) => facetSql(field, at, most))
  const rows = await tx.query<FacetRow & { revision: number; field: number | null }>(
    `with ${hits} found as materialized (select ${columns.join(', ')} from ${app.table} t where ${where.join(' and ')}),
      counted as (${facets.join(' union all ')})
    select s.revision, c.* from ${app.stateTable} s left join counted c on true
     where s.app = ${parameters.add(app.id, 'uuid')} order by c.field, c.place`,
    parameters.values,
  )
  return {
    revision: rows[0]?.revision ?? null,
    rows: rows.filter((row) => row.field !== null),
  }
}

function valueColumns(field: FacetField, at: number): string[] {
  if (typeof field === 'string') return [`t.${field}->>'id' as v${at}`, `t.${field}->>'name' as n${at}`]
  return [`t.${field.column} as v${at}`]
}

/** A record with several values counts for each; one without any for the empty value. */
function facetSql(field: FacetField, at: number, limit: string): string {
  const isList = typeof field !== 'string' && field.sqlType.endsWith('[]')
  const from = isList ? `found left join lateral unnest(found.v${at}) as u(value) on true` : 'found'
  const value = isList ? 'u.value::text' : `v${at}::text`
  const name = typeof field === 'string' ? `max(n${at})` : 'null::text'
  return `select * from (
      select ${at} as field, value, name, count, (sum(count) over (order by place desc))::int as rest, place::int
        from (select ${value} as value, ${name} as name, count(*)::int as count,
                     row_number() over (order by count(*) desc, ${value} nulls last) as place
                from ${from} group by ${value}) g) r
     where place <= ${limit} + 1`
}
