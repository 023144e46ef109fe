import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { SlaWord } from '@caseloom/contract/workspaces/security-widgets'
import type { PlainFilter } from '../filters/filter-shape.ts'
import { filterSql } from '../filters/filter-sql.ts'
import type { Parameters } from '../model/parameters.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'

/** What distinguishes what a clock does. */
export interface ClockCases {
  field: string
  words: readonly { word: SlaWord; filter: PlainFilter }[]
}

/** The records of a figure, as `t`, and the condition on them. */
interface Source {
  records: string
  where: string
}

/** Only a running clock with a target is due, so that its index leads to the open ones of a table full of closed ones. */
export function clocksSql(
  app: AppTable,
  clocks: readonly ClockCases[],
  { records, where }: Source,
  parameters: Parameters,
): string {
  const parts = clocks.map(({ field, words }) => {
    const due = columnOf(app, field).sortColumn
    const cases = words.map(({ word, filter }) => `when ${filterSql(filter, app, parameters)} then '${word}'`)
    return `select ${parameters.add(field, 'text')} as at, case ${cases.join(' ')} end as key
        from ${records} where ${where} and t.${due} is not null`
  })
  return `select 'row' as kind, at, key, count(*)::float8 as value, null::float8 as others, 1 as place
    from (${parts.join(' union all ')}) c where key is not null group by at, key`
}

/** The first five characters of an ID name the technique that a sub-technique belongs to. */
export function techniquesSql(app: AppTable, field: string, { records, where }: Source): string {
  const { column, kind } = columnOf(app, field)
  const [from, id] = kindTraits(kind).several
    ? [`${records} cross join lateral unnest(t.${column}) as m(one)`, 'm.one']
    : [records, `t.${column}`]
  return `select 'row' as kind, null::text as at, left(${id}, 5) as key, count(distinct t.id)::float8 as value,
      null::float8 as others, 1 as place
    from ${from} where ${where} and ${id} is not null group by left(${id}, 5)`
}

/** The place of a field of a checked figure. */
export function columnOf(app: AppTable, key: string): FieldColumn {
  const field = app.byKey.get(key)
  if (field === undefined) throw new Error('A checked figure names no unknown field')
  return field
}
