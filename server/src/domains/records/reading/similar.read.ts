// Records that repeat each other by a correlation rule: one row for all of them in a list.
import { z } from 'zod'
import type { Similar } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { filterSql } from '../filters/filter-sql.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { PlainFilter } from '../filters/filter-shape.ts'
import { visibleSql } from './visible-sql.ts'

/** What a search asks of the groups of records. */
export interface SimilarSearch {
  /** Keys of the rules that compare only fields that the actor may read: others group no list for them. */
  rules: readonly string[]
  /** The newest of each group alone. */
  isCollapsed: boolean
  /** The others of the group of this record. */
  to: string | null
}

/** What of a search decides whether a record is in its list. */
interface Searched {
  filter: PlainFilter | null
  terms: readonly string[]
  classes: readonly string[]
  principals: readonly string[]
  similar: SimilarSearch | null
}

/** Conditions on rows t of a search that collapses groups, or opens one. */
export function similarParts(app: AppTable, search: Searched, parameters: Parameters): string[] {
  const { similar } = search
  if (similar === null) return []
  const tenant = parameters.add(app.tenantId, 'uuid')
  const mine = `mine.tenant_id = ${tenant} and mine.rule = any(${parameters.add(similar.rules, 'text[]')})`
  const other =
    'join caseloom.record_correlation other on other.tenant_id = mine.tenant_id and other.group_id = mine.group_id'
  const parts = similar.isCollapsed
    ? [
        `not exists (select from caseloom.record_correlation mine ${other} and other.record_id > mine.record_id
          where ${mine} and mine.record_id = t.id and ${matchesSql(app, search, parameters)})`,
      ]
    : []
  if (similar.to === null) return parts
  const to = parameters.add(similar.to, 'uuid')
  return [
    ...parts,
    `t.id <> ${to} and t.id in (select other.record_id from caseloom.record_correlation mine ${other}
      where ${mine} and mine.record_id = ${to}
        and exists (select from ${app.table} t where t.id = mine.record_id and ${visibleSql(search, parameters)}))`,
  ]
}

/** Whether the other record would be in the list as well. */
function matchesSql(app: AppTable, search: Searched, parameters: Parameters): string {
  const { filter, terms, classes } = search
  const words = terms.map(
    (term) => `exists (select from ${app.searchTable} w where w.record = t.id
      and w.read_class = any(${parameters.add(classes, 'text[]')}) and w.tsv @@ ${parameters.add(term, 'tsquery')})`,
  )
  const parts = [
    't.id = other.record_id',
    visibleSql(search, parameters),
    ...(filter === null ? [] : [filterSql(filter, app, parameters)]),
    ...words,
  ]
  return `exists (select from ${app.table} t where ${parts.join(' and ')})`
}

const SimilarRow = z.object({
  record_id: z.string(),
  folded: z.number(),
  others: z.number(),
  seen_at: z.date(),
})

/** What was folded into records, and in a list with one row per group, how many others each of them represents. */
export async function similarOf(
  tx: TenantTx,
  app: AppTable,
  { ids, search }: { ids: readonly string[]; search: Searched | null },
): Promise<Map<string, Similar>> {
  if (ids.length === 0) return new Map()
  const parameters = new Parameters()
  const similar = search?.similar ?? null
  const others =
    search === null || similar === null || !similar.isCollapsed
      ? '0'
      : `(select count(*)::int from caseloom.record_correlation other
          where other.tenant_id = mine.tenant_id and other.group_id = mine.group_id
            and other.record_id <> mine.record_id
            and mine.rule = any(${parameters.add(similar.rules, 'text[]')})
            and ${matchesSql(app, search, parameters)})`
  const rows = await tx.rows(
    SimilarRow,
    `select mine.record_id, mine.folded, mine.seen_at, ${others} as others from caseloom.record_correlation mine
      where mine.tenant_id = ${parameters.add(app.tenantId, 'uuid')}
        and mine.record_id = any(${parameters.add(ids, 'uuid[]')})`,
    parameters.values,
  )
  return new Map(
    rows.flatMap(({ record_id, folded, others: more, seen_at }) =>
      folded === 0 && more === 0
        ? []
        : [[record_id, { folded, others: more, lastSeen: seen_at.toISOString() }] as const],
    ),
  )
}

/** Items with what is known of their groups. */
export function withSimilar<Item extends { id: string }>(
  items: readonly Item[],
  known: ReadonlyMap<string, Similar>,
): (Item & { similar?: Similar })[] {
  return items.map((item) => {
    const similar = known.get(item.id)
    return similar === undefined ? item : { ...item, similar }
  })
}
