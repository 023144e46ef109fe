import { instantAt, midnightBefore } from '@caseloom/contract/values/on-call-turns'

const DAY = 86_400_000

export const VIEWS = ['day', 'week', 'month'] as const
export type CalendarView = (typeof VIEWS)[number]

/** A day of the calendar, and where it begins and ends in the zone. */
export interface CalendarDay {
  date: string
  from: number
  to: number
  isWeekend: boolean
}

/** The date that the clocks of a zone show at an instant. */
export function dateAt(zone: string, instant: number): string {
  return dateOf(midnightBefore(zone, instant))
}

/** The days that a view shows around a date: the day, its week from Monday, or its month. */
export function daysOf(view: CalendarView, date: string, zone: string): CalendarDay[] {
  const at = Date.parse(`${date}T00:00:00Z`)
  const { first, count } = spanOf(view, at)
  return Array.from({ length: count }, (_, index) => {
    const wall = first + index * DAY
    const weekday = new Date(wall).getUTCDay()
    return {
      date: dateOf(wall),
      from: instantAt(zone, wall),
      to: instantAt(zone, wall + DAY),
      isWeekend: weekday === 0 || weekday === 6,
    }
  })
}

function spanOf(view: CalendarView, at: number): { first: number; count: number } {
  if (view === 'day') return { first: at, count: 1 }
  const date = new Date(at)
  if (view === 'week') return { first: at - ((date.getUTCDay() + 6) % 7) * DAY, count: 7 }
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return { first, count: Math.round((next - first) / DAY) }
}

/** The date that the view before or after shows. */
export function moved(view: CalendarView, date: string, by: 1 | -1): string {
  const at = new Date(`${date}T00:00:00Z`)
  if (view === 'month') return dateOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 1))
  return dateOf(at.getTime() + by * (view === 'day' ? 1 : 7) * DAY)
}

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}

/** Where a span lies in the days, in percent of their width; null outside. Days of 23 and 25 hours are as wide as others. */
export function placeIn(
  days: readonly CalendarDay[],
  { from, to }: { from: number; to: number },
): { start: number; width: number } | null {
  const start = positionOf(days, from)
  const end = positionOf(days, to)
  return end <= start ? null : { start: start * 100, width: (end - start) * 100 }
}

/** 0 at the first day’s midnight, 1 at the end of the last. */
export function positionOf(days: readonly CalendarDay[], instant: number): number {
  const index = days.findIndex(({ to }) => instant < to)
  const day = days[index]
  if (day === undefined) return 1
  const within = Math.max(0, (instant - day.from) / (day.to - day.from))
  return (index + within) / days.length
}

/** Which days, as the bar above the grid names them: `Nov 23 – 29, 2026`. */
export function spanText(days: readonly CalendarDay[]): string {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return ''
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: days.length > 7 ? 'long' : 'short',
    year: 'numeric',
    ...(days.length > 7 ? {} : { day: 'numeric' }),
    ...(days.length === 1 ? { weekday: 'short' } : {}),
  })
  const at = (date: string) => new Date(`${date}T00:00:00Z`)
  return days.length === 7 ? format.formatRange(at(first.date), at(last.date)) : format.format(at(first.date))
}

/** The heading of a day’s column: `Mon 23`. */
export function dayText({ date }: CalendarDay): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' })
  return `${format.format(new Date(`${date}T00:00:00Z`))} ${Number(date.slice(8))}`
}
