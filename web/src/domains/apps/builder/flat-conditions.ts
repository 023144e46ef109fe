import type { Condition, Filter } from '@caseloom/contract/filter'

/** The conditions of a filter of which all must hold; null for one with groups inside, which is shown in words only. */
export function flatConditions(filter: Filter | undefined): Condition[] | null {
  if (filter === undefined) return []
  if ('field' in filter) return [filter]
  if ('any' in filter && filter.any.length === 0) return []
  if (!('all' in filter)) return null
  const conditions = filter.all.flatMap((part) => ('field' in part ? [part] : []))
  return conditions.length === filter.all.length ? conditions : null
}
