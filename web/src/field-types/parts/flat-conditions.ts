import type { Condition, Filter } from '@caseloom/contract/values/filter'

/** Null when the filter is more complex than a list that must all match. */
export function flatConditions(filter: Filter | null | undefined): Condition[] | null {
  if (filter === null || filter === undefined) return []
  if ('field' in filter) return [filter]
  if (!('all' in filter)) return null
  const conditions = filter.all.flatMap((part) => ('field' in part ? [part] : []))
  return conditions.length === filter.all.length ? conditions : null
}
