import type { JsonValue } from '../kernel/json.ts'
import { parseRelativeTime } from '../values/relative-time.ts'
import { targetTraits } from './field-types/filter-rules.ts'
import type { FieldCondition, FilterTarget } from './field-types/plain-filter.ts'
import {
  dayIn,
  dayInstants,
  movedBy,
  movingPoint,
  periodDays,
  periodInstants,
  periodOf,
  spanOf,
} from './relative-dates.ts'

export type RelativeOperator = 'within' | 'withinNext' | 'olderThan'

/** The moment and zone from which a relative condition counts. */
export interface Moment {
  now: Date
  /** IANA name; UTC when absent. */
  zone?: string | undefined
}

/** A relative condition as plain comparisons, on date-times and on days alike; null when the value is no span or period. */
export function relativeFilter(
  target: FilterTarget,
  op: RelativeOperator,
  value: JsonValue,
  { now, zone = 'UTC' }: Moment,
): FieldCondition | null {
  if (typeof value !== 'string') return null
  const period = op === 'within' ? periodOf(value) : null
  if (period !== null) {
    if (targetTraits(target.kind).day) {
      const { first, last } = periodDays(period, zone, now)
      return between(target, first, last)
    }
    const { from, until } = periodInstants(period, zone, now)
    return {
      all: [
        { target, op: 'gte', values: [from] },
        { target, op: 'lt', values: [until] },
      ],
    }
  }
  const span = spanOf(value)
  if (span === null) return null
  const at = (moment: Date) => (targetTraits(target.kind).day ? dayIn(zone, moment) : moment.toISOString())
  const past = at(movedBy({ ...span, amount: -span.amount }, zone, now))
  if (op === 'olderThan') return { target, op: 'lt', values: [past] }
  return op === 'within'
    ? between(target, past, at(now))
    : between(target, at(now), at(movedBy(span, zone, now)))
}

type Comparison = 'gt' | 'gte' | 'lt' | 'lte'

/**
 * Turns a comparison with a relative time (`now-30m`, `today+7d`) into an absolute one; null if the value isn't
 * relative. A day covers its full length: "on or before today" holds until midnight, "after today" from then on.
 */
export function movingFilter(
  target: FilterTarget,
  op: Comparison,
  value: JsonValue,
  { now, zone = 'UTC' }: Moment,
): FieldCondition | null {
  const moving = isTime(target) && typeof value === 'string' ? parseRelativeTime(value) : null
  if (moving === null) return null
  const point = movingPoint(moving, zone, now)
  if (targetTraits(target.kind).day) return { target, op, values: [dayOf(point, zone)] }
  if ('instant' in point) return { target, op, values: [point.instant.toISOString()] }
  const { from, until } = dayInstants(point.day, zone)
  const plain = { gte: ['gte', from], lt: ['lt', from], gt: ['gte', until], lte: ['lt', until] } as const
  const [by, instant] = plain[op]
  return { target, op: by, values: [instant] }
}

/** The day that a moving time falls on; null when the value is none. */
export function movingDay(value: JsonValue, { now, zone = 'UTC' }: Moment): string | null {
  const moving = typeof value === 'string' ? parseRelativeTime(value) : null
  return moving === null ? null : dayOf(movingPoint(moving, zone, now), zone)
}

function isTime({ kind }: FilterTarget): boolean {
  const { day, instant } = targetTraits(kind)
  return day || instant
}

function dayOf(point: { instant: Date } | { day: string }, zone: string): string {
  return 'day' in point ? point.day : dayIn(zone, point.instant)
}

function between(target: FilterTarget, from: string, to: string): FieldCondition {
  return {
    all: [
      { target, op: 'gte', values: [from] },
      { target, op: 'lte', values: [to] },
    ],
  }
}
