import { PERIODS, type Period } from '@caseloom/contract/filter'

/** A stretch of days: the first one, and the one after the last. */
interface Days {
  from: Temporal.PlainDate
  until: Temporal.PlainDate
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Milliseconds of a span such as 30m, 12h, 7d or 4w; null when it is none or over ten years. */
export function spanMillis(text: string): number | null {
  const match = /^(\d{1,6})([mhdw])$/.exec(text)
  if (!match) return null
  // The expression allows these four letters only.
  const millis = Number(match[1]) * UNITS[match[2] as keyof typeof UNITS]
  return millis > 0 && millis <= 3_660 * UNITS.d ? millis : null
}

/** The period of this name, or null. */
export function periodOf(text: string): Period | null {
  return PERIODS.find((period) => period === text) ?? null
}

/** The day that an instant falls on by the clocks of a zone, such as 2026-11-21. */
export function dayIn(zone: string, at: Date): string {
  return zoned(zone, at).toPlainDate().toString()
}

/** The first and the last day of a period, as it stands now in a zone. */
export function periodDays(period: Period, zone: string, now: Date): { first: string; last: string } {
  const { from, until } = daysOf(period, zoned(zone, now).toPlainDate())
  return { first: from.toString(), last: until.subtract({ days: 1 }).toString() }
}

/** The instants between which a period lies in a zone; `until` belongs to what follows. */
export function periodInstants(period: Period, zone: string, now: Date): { from: string; until: string } {
  const days = daysOf(period, zoned(zone, now).toPlainDate())
  const midnight = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()
  return { from: midnight(days.from), until: midnight(days.until) }
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
