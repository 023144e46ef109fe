import type { JsonValue } from '@caseloom/contract/json'
import type { FilterTarget, PlainFilter } from './filter-shape.ts'
import { dayIn, periodDays, periodInstants, periodOf, spanMillis } from './relative-dates.rules.ts'

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
): PlainFilter | null {
  if (typeof value !== 'string') return null
  const period = op === 'within' ? periodOf(value) : null
  if (period !== null) {
    if (target.kind === 'date') {
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
  const span = spanMillis(value)
  if (span === null) return null
  const at = (moment: Date) => (target.kind === 'date' ? dayIn(zone, moment) : moment.toISOString())
  const past = at(new Date(now.getTime() - span))
  if (op === 'olderThan') return { target, op: 'lt', values: [past] }
  return op === 'within'
    ? between(target, past, at(now))
    : between(target, at(now), at(new Date(now.getTime() + span)))
}

function between(target: FilterTarget, from: string, to: string): PlainFilter {
  return {
    all: [
      { target, op: 'gte', values: [from] },
      { target, op: 'lte', values: [to] },
    ],
  }
}
