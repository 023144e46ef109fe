import { PERIODS, type Period } from '../values/filter.ts'
import type { RelativeBase, RelativeTime, RelativeUnit } from '../values/relative-time.ts'

/** A stretch of days: the first one, and the one after the last. */
interface Days {
  from: Temporal.PlainDate
  until: Temporal.PlainDate
}

type SpanUnit = Exclude<RelativeUnit, 'mo'>
const UNITS: Record<SpanUnit, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** A stretch of time from now: minutes and hours by the world's clock, days, weeks and months by the calendar. */
interface Span {
  amount: number
  unit: RelativeUnit
}

/** A span such as 30m, 12h, 7d or 4w; null when it is none or over ten years. */
export function spanOf(text: string): Span | null {
  const match = /^(\d{1,6})([mhdw])$/.exec(text)
  if (!match) return null
  // The expression allows these four letters only.
  const unit = match[2] as SpanUnit
  const amount = Number(match[1])
  return amount > 0 && amount * UNITS[unit] <= 3_660 * UNITS.d ? { amount, unit } : null
}

/** The instant at a distance from another: a day away it is the same time of day, whatever the zone's clocks did. */
export function movedBy({ amount, unit }: Span, zone: string, at: Date): Date {
  return new Date(zoned(zone, at).add(durationOf(amount, unit)).epochMilliseconds)
}

/** Resolves a relative time to an instant, or to a day (`2026-11-21`) in the zone's calendar. */
export function movingPoint(
  { base, amount, unit }: RelativeTime,
  zone: string,
  now: Date,
): { instant: Date } | { day: string } {
  if (base === 'now') return { instant: amount === 0 ? now : movedBy({ amount, unit }, zone, now) }
  const day = startOf(base, zoned(zone, now).toPlainDate())
  return { day: day.add(durationOf(amount, unit)).toString() }
}

/** The instants at which a day begins in a zone, and at which the next one does. */
export function dayInstants(day: string, zone: string): { from: string; until: string } {
  const from = Temporal.PlainDate.from(day)
  return { from: midnight(from, zone), until: midnight(from.add({ days: 1 }), zone) }
}

function startOf(base: Exclude<RelativeBase, 'now'>, today: Temporal.PlainDate): Temporal.PlainDate {
  switch (base) {
    case 'today':
      return today
    case 'start_of_week':
      return monday(today)
    case 'start_of_month':
      return today.with({ day: 1 })
    case 'start_of_quarter':
      return quarter(today)
    case 'start_of_year':
      return today.with({ month: 1, day: 1 })
    default:
      return base satisfies never
  }
}

function durationOf(amount: number, unit: RelativeUnit): Temporal.DurationLike {
  switch (unit) {
    case 'm':
      return { minutes: amount }
    case 'h':
      return { hours: amount }
    case 'd':
      return { days: amount }
    case 'w':
      return { weeks: amount }
    case 'mo':
      return { months: amount }
    default:
      return unit satisfies never
  }
}

function midnight(day: Temporal.PlainDate, zone: string): string {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()
}

/** The period of this name, or null. */
export function periodOf(text: string): Period | null {
  return PERIODS.find((period) => period === text) ?? null
}

/** The day that an instant falls on by the clocks of a zone, such as 2026-11-21. */
export function dayIn(zone: string, at: Date): string {
  return zoned(zone, at).toPlainDate().toString()
}

/** The first and last day of a period, as of now in a zone. */
export function periodDays(period: Period, zone: string, now: Date): { first: string; last: string } {
  const { from, until } = daysOf(period, zoned(zone, now).toPlainDate())
  return { first: from.toString(), last: until.subtract({ days: 1 }).toString() }
}

/** The instants between which a period lies in a zone; `until` belongs to what follows. */
export function periodInstants(period: Period, zone: string, now: Date): { from: string; until: string } {
  const days = daysOf(period, zoned(zone, now).toPlainDate())
  return { from: midnight(days.from, zone), until: midnight(days.until, zone) }
}

function zoned(zone: string, at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}

function daysOf(period: Period, today: Temporal.PlainDate): Days {
  switch (period) {
    case 'today':
      return stretch(today, { days: 1 })
    case 'yesterday':
      return stretch(today.subtract({ days: 1 }), { days: 1 })
    case 'tomorrow':
      return stretch(today.add({ days: 1 }), { days: 1 })
    case 'this_week':
      return stretch(monday(today), { weeks: 1 })
    case 'last_week':
      return stretch(monday(today).subtract({ weeks: 1 }), { weeks: 1 })
    case 'next_week':
      return stretch(monday(today).add({ weeks: 1 }), { weeks: 1 })
    case 'this_month':
      return stretch(today.with({ day: 1 }), { months: 1 })
    case 'last_month':
      return stretch(today.with({ day: 1 }).subtract({ months: 1 }), { months: 1 })
    case 'next_month':
      return stretch(today.with({ day: 1 }).add({ months: 1 }), { months: 1 })
    case 'this_quarter':
      return stretch(quarter(today), { months: 3 })
    case 'last_quarter':
      return stretch(quarter(today).subtract({ months: 3 }), { months: 3 })
    case 'this_year':
      return stretch(today.with({ month: 1, day: 1 }), { years: 1 })
    case 'last_year':
      return stretch(today.with({ month: 1, day: 1 }).subtract({ years: 1 }), { years: 1 })
    default:
      return period satisfies never
  }
}

function stretch(from: Temporal.PlainDate, length: Temporal.DurationLike): Days {
  return { from, until: from.add(length) }
}

function monday(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 })
}

function quarter(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ month: Math.floor((day.month - 1) / 3) * 3 + 1, day: 1 })
}
