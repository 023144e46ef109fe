import type { Filter } from '@caseloom/contract/values/filter'
import { parseRelativeTime } from '@caseloom/contract/values/relative-time'
import type { Clock, TimeTest } from './time-phrase.rules.ts'

/** From when until when; null is without an end. */
export interface Range {
  from: Date | null
  until: Date | null
}

const OPEN: Range = { from: null, until: null }

/** The tests of a filter that are on one field. */
export function testsOn(filters: readonly Filter[], field: string): TimeTest[] {
  return filters.flatMap((filter): TimeTest[] => {
    if ('all' in filter) return testsOn(filter.all, field)
    if (!('op' in filter) || filter.field !== field) return []
    const { op, value } = filter
    if (typeof value === 'string') return [{ op, value }]
    return Array.isArray(value) ? [{ op, value: value.map(String) }] : []
  })
}

/** The time range in which all tests hold, evaluated now in the asker's time zone. */
export function rangeOf(tests: readonly TimeTest[], clock: Clock): Range {
  return tests.map((test) => rangeOfTest(test, clock)).reduce(within, OPEN)
}

function within(one: Range, other: Range): Range {
  const from = [one.from, other.from]
    .filter((date) => date !== null)
    .sort((a, b) => b.getTime() - a.getTime())[0]
  const until = [one.until, other.until]
    .filter((date) => date !== null)
    .sort((a, b) => a.getTime() - b.getTime())[0]
  return { from: from ?? null, until: until ?? null }
}

function rangeOfTest({ op, value }: TimeTest, clock: Clock): Range {
  const { now } = clock
  if (Array.isArray(value)) {
    const [from = '', until = ''] = value
    return op === 'between' ? { from: instant(from, clock), until: instant(until, clock) } : OPEN
  }
  switch (op) {
    case 'within':
      return periodRange(value, clock) ?? { from: shifted(now, value, -1), until: null }
    case 'withinNext':
      return { from: now, until: shifted(now, value, 1) }
    case 'olderThan':
      return { from: null, until: shifted(now, value, -1) }
    case 'gt':
    case 'gte':
      return { from: instant(value, clock), until: null }
    case 'lt':
    case 'lte':
      return { from: null, until: instant(value, clock) }
    default:
      return OPEN
  }
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

function shifted(now: Date, span: string, direction: 1 | -1): Date {
  const [, amount = '0', unit = 'd'] = /^(\d+)([mhdw])$/.exec(span) ?? []
  return new Date(now.getTime() + direction * Number(amount) * (UNITS[unit] ?? 0))
}

function dayOf({ now, zone }: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
}

function midnight(date: Temporal.PlainDate, { zone }: Clock): Date {
  return new Date(date.toZonedDateTime(zone).epochMilliseconds)
}

/** Where the periods of the calendar begin, and how long each is. */
function startOf(
  unit: string,
  today: Temporal.PlainDate,
): { start: Temporal.PlainDate; length: Temporal.DurationLike } | null {
  switch (unit) {
    case 'day':
      return { start: today, length: { days: 1 } }
    case 'week':
      return { start: today.subtract({ days: today.dayOfWeek - 1 }), length: { weeks: 1 } }
    case 'month':
      return { start: today.with({ day: 1 }), length: { months: 1 } }
    case 'quarter':
      return {
        start: today.with({ day: 1, month: today.month - ((today.month - 1) % 3) }),
        length: { months: 3 },
      }
    case 'year':
      return { start: today.with({ day: 1, month: 1 }), length: { years: 1 } }
    default:
      return null
  }
}

const DAYS: Readonly<Record<string, string>> = {
  today: 'this_day',
  yesterday: 'last_day',
  tomorrow: 'next_day',
}

function periodRange(value: string, clock: Clock): Range | null {
  const [which = '', unit = ''] = (DAYS[value] ?? value).split('_')
  const found = startOf(unit, dayOf(clock))
  if (found === null) return null
  const { start, length } = found
  const from = which === 'last' ? start.subtract(length) : which === 'next' ? start.add(length) : start
  return { from: midnight(from, clock), until: midnight(from.add(length), clock) }
}

function instant(value: string, clock: Clock): Date | null {
  const moving = parseRelativeTime(value)
  if (moving === null) {
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? null : date
  }
  const { base, amount, unit } = moving
  if (base === 'now' && unit !== 'mo') return new Date(clock.now.getTime() + amount * (UNITS[unit] ?? 0))
  const start =
    base === 'now' || base === 'today'
      ? dayOf(clock)
      : (startOf(base.replace('start_of_', ''), dayOf(clock))?.start ?? dayOf(clock))
  const by = unit === 'mo' ? { months: amount } : unit === 'w' ? { weeks: amount } : { days: amount }
  return midnight(start.add(by), clock)
}
