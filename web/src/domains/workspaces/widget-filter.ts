import type { Condition, Filter } from '@caseloom/contract/filter'

/** The conditions of a filter that are all to hold; null when it says more than that. */
export function conditionsOf(filter: Filter | null | undefined): Condition[] | null {
  if (filter === null || filter === undefined) return []
  if ('field' in filter) return [filter]
  if (!('all' in filter)) return null
  const parts = filter.all.map(conditionsOf)
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
}

/** What the address of a record list carries to show what the filter finds; null when a list cannot. */
export function listSearch(...filters: (Filter | null | undefined)[]): { filter?: string } | null {
  const parts = filters.map(conditionsOf)
  if (parts.some((part) => part === null)) return null
  const conditions = parts.flatMap((part) => part ?? [])
  if (conditions.length > 20) return null
  return conditions.length === 0 ? {} : { filter: JSON.stringify(conditions) }
}
