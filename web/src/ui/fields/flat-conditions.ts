import type { Condition, Filter } from '@caseloom/contract/filter'

/** The conditions of a filter that must all hold; null when it says more than that. */
export function flatConditions(filter: Filter | null | undefined): Condition[] | null {
  if (filter === null || filter === undefined) return []
  if ('field' in filter) return [filter]
  if (!('all' in filter)) return null
  const conditions = filter.all.flatMap((part) => ('field' in part ? [part] : []))
  return conditions.length === filter.all.length ? conditions : null
}
