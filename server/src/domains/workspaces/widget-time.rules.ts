import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { TimeRange } from '@caseloom/contract/workspaces/workspaces'

const HOUR = 3_600_000
const SPANS: Record<Exclude<TimeRange, 'all'>, number> = {
  '24h': 24 * HOUR,
  '7d': 168 * HOUR,
  '30d': 720 * HOUR,
  '90d': 2160 * HOUR,
  '365d': 8760 * HOUR,
}
const UNITS = {
  '24h': 'hour',
  '7d': 'day',
  '30d': 'day',
  '90d': 'week',
  '365d': 'month',
  all: 'month',
} as const

/** How far apart the steps of a trend over this range are. */
export function unitOf(range: TimeRange): 'hour' | 'day' | 'week' | 'month' {
  return UNITS[range]
}

/** The range as it is now; `from` null is since ever. */
export function stretchOf(range: TimeRange, now: Date): { from: Date | null; to: Date } {
  return { from: range === 'all' ? null : new Date(now.getTime() - SPANS[range]), to: now }
}

/** The same time before; null when there is none. */
export function stretchBefore(range: TimeRange, now: Date): { from: Date; to: Date } | null {
  if (range === 'all') return null
  const to = new Date(now.getTime() - SPANS[range])
  return { from: new Date(to.getTime() - SPANS[range]), to }
}

/** The time that a widget filters by, as a condition of its app. */
export function timeCondition(timeField: string | undefined, range: TimeRange): Condition[] {
  if (timeField === undefined || range === 'all') return []
  return [{ field: timeField === 'created' ? 'created_at' : timeField, op: 'within', value: range }]
}

/** All of the parts together; flat where they are, so that a record list can show them as conditions. */
export function together(...parts: readonly (Filter | undefined)[]): Filter | null {
  const flat = parts.flatMap((part) => (part === undefined ? [] : 'all' in part ? part.all : [part]))
  const [only] = flat
  if (only === undefined) return null
  return flat.length === 1 ? only : { all: flat }
}
