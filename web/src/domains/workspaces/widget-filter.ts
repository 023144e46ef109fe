import type { Condition, Filter } from '@caseloom/contract/values/filter'

/** Conditions of a conjunction; null for any other filter. */
export function conditionsOf(filter: Filter | null | undefined): Condition[] | null {
  if (filter === null || filter === undefined) return []
  if ('field' in filter) return [filter]
  if (!('all' in filter)) return null
  const parts = filter.all.map(conditionsOf)
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
}

/** URL parameters for a record list with these filters; null if a list can't show them. */
export function listSearch(...filters: (Filter | null | undefined)[]): { filter?: string } | null {
  const parts = filters.map(conditionsOf)
  if (parts.some((part) => part === null)) return null
  const conditions = parts.flatMap((part) => part ?? [])
  if (conditions.length > 20) return null
  return conditions.length === 0 ? {} : { filter: JSON.stringify(conditions) }
}
