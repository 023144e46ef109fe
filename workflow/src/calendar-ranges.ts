import type { FieldTest } from '@caseloom/contract/apps/workflow'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { FieldCondition, PlainCondition } from '@caseloom/contract/filters/field-types/plain-filter'
import { canonicalInstant } from '@caseloom/contract/values/calendar-value'
import { isRelative } from '@caseloom/contract/values/relative-time'
import type { End, Range } from './ranges.ts'
import { plainCondition } from './tests.ts'

const HOUR_MS = 3_600_000
/** How far apart the same day can begin in two time zones. */
const ZONES_MS = 26 * HOUR_MS
/** Days of moving times change with the hour, and months are 28 to 31 days long. */
const MOVING_MS = 48 * HOUR_MS
const MOVING_SHARE = 0.1

/** Between which milliseconds since 1970 a comparison leaves a value. */
export interface CalendarRange extends Range {
  /** Counted from the moment of evaluation, as if that were 1970. */
  isMoving: boolean
  /** How far the ends may be off. */
  slackMs: number
}

/** The days or instants that a comparison leaves; null for other fields, and where it isn't one range. */
export function calendarRange(test: FieldTest, holds: boolean, field: FieldInput): CalendarRange | null {
  const { day, instant } = fieldTraits(field)
  if (!day && !instant) return null
  const plain = plainCondition(test, field)
  const range = plain === null ? null : rangeOfPlain(holds ? plain : { not: plain })
  if (range === null) return null
  const isMoving = isRelative(test)
  return { ...range, isMoving, slackMs: isMoving ? movingSlack(range) : day || isExact(test) ? 0 : ZONES_MS }
}

/** No value is in both, whatever the time and the zone. */
export function areCalendarApart(a: CalendarRange, b: CalendarRange): boolean {
  if (a.isMoving !== b.isMoving) return false
  const slackMs = a.slackMs + b.slackMs
  return isBefore(a.to, b.from, slackMs) || isBefore(b.to, a.from, slackMs)
}

function isBefore(end: End | undefined, start: End | undefined, slackMs: number): boolean {
  if (end === undefined || start === undefined) return false
  const gap = start.at - end.at
  return gap > slackMs || (gap === 0 && slackMs === 0 && !(end.isIn && start.isIn))
}

function movingSlack({ from, to }: Range): number {
  return MOVING_MS + Math.max(Math.abs(from?.at ?? 0), Math.abs(to?.at ?? 0)) * MOVING_SHARE
}

function isExact({ value = null }: FieldTest): boolean {
  return (Array.isArray(value) ? value : [value]).every((one) => canonicalInstant(one) !== null)
}

function rangeOfPlain(condition: FieldCondition): Range | null {
  if ('any' in condition) return null
  if ('not' in condition) return 'op' in condition.not ? ofComparison(condition.not, false) : null
  if ('op' in condition) return ofComparison(condition, true)
  const parts = condition.all.map(rangeOfPlain)
  return parts.reduce<Range | null>(
    (whole, part) => (whole === null || part === null ? null : { ...whole, ...part }),
    {},
  )
}

function ofComparison({ op, values }: PlainCondition, holds: boolean): Range | null {
  const at = Date.parse(values[0] ?? '')
  if (Number.isNaN(at) || values.length !== 1) return null
  if (op === 'eq') return holds ? { from: { at, isIn: true }, to: { at, isIn: true } } : null
  if (op !== 'gt' && op !== 'gte' && op !== 'lt' && op !== 'lte') return null
  const end = { at, isIn: (op === 'gte' || op === 'lte') === holds }
  return (op === 'gt' || op === 'gte') === holds ? { from: end } : { to: end }
}
