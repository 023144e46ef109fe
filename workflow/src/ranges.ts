import type { FieldTest } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FilterOperator } from '@caseloom/contract/values/filter'

/** Comparisons by order. */
export const ORDERS: ReadonlySet<FilterOperator> = new Set([
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'within',
  'withinNext',
  'olderThan',
])

/** One end of a range. */
export interface End {
  at: number
  /** The end itself is part of the range. */
  isIn: boolean
}

/** Where a value can be; open where there's no end. */
export interface Range {
  from?: End | undefined
  to?: End | undefined
}

/** Between which values a comparison that holds, or doesn't, leaves a value; null when it doesn't say. */
export function rangeOf({ test, holds }: { test: FieldTest; holds: boolean }): Range | null {
  const { op, value = null } = test
  if (op === 'eq' || op === 'between')
    return holds ? between(Array.isArray(value) ? value : [value, value]) : null
  const end = endOf(value)
  if (end === null) return null
  const isIn = op === 'gte' || op === 'lte'
  if (op === 'gt' || op === 'gte')
    return holds ? { from: { at: end, isIn } } : { to: { at: end, isIn: !isIn } }
  if (op === 'lt' || op === 'lte')
    return holds ? { to: { at: end, isIn } } : { from: { at: end, isIn: !isIn } }
  return null
}

function between([first, last]: readonly (JsonValue | undefined)[]): Range | null {
  const [from, to] = [endOf(first), endOf(last)]
  return from === null || to === null ? null : { from: { at: from, isIn: true }, to: { at: to, isIn: true } }
}

/** Numbers alone: days and instants are `calendarRange`, and other texts have an order of their own. */
function endOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** No value is in both. */
export function areApart(a: Range | null, b: Range | null): boolean {
  return a !== null && b !== null && (isBelow(a.to, b.from) || isBelow(b.to, a.from))
}

function isBelow(end: End | undefined, start: End | undefined): boolean {
  if (end === undefined || start === undefined) return false
  return end.at < start.at || (end.at === start.at && !(end.isIn && start.isIn))
}
