import { instantOfWall, offsetAt } from '@caseloom/contract/values/business-hours'
import { localTime } from '../../../ui/local-time.ts'
import { formatDay, formatShortDay } from '../../../ui/time.ts'

const DAY = 86_400_000

export type Show = 'week' | 'month'

/** A day of the schedule's calendar; it has 23 or 25 hours where clocks change. */
export interface CalendarDay {
  /** `2026-11-23`. */
  date: string
  from: number
  to: number
}

/** The day at an instant by the clocks of a zone. */
export function dateAt(at: number, zone: string): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 10)
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Monday is 1. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** The weeks of a period, each from Monday to Sunday: one, or all that the month of the day touches. */
export function weeksOf(date: string, show: Show, zone: string): CalendarDay[][] {
  const first = show === 'week' ? date : `${date.slice(0, 7)}-01`
  const start = addDays(first, 1 - weekdayOf(first))
  const count = show === 'week' ? 1 : Math.ceil((weekdayOf(first) - 1 + daysInMonth(first)) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => dayOf(addDays(start, week * 7 + at), zone)),
  )
}

/** A day of the period before or after. */
export function moved(date: string, show: Show, by: 1 | -1): string {
  if (show === 'week') return addDays(date, 7 * by)
  const first = `${date.slice(0, 7)}-01`
  return by === 1 ? addDays(first, daysInMonth(first)) : `${addDays(first, -1).slice(0, 7)}-01`
}

function daysInMonth(first: string): number {
  const [year = 1970, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function dayOf(date: string, zone: string): CalendarDay {
  const begin = (day: string) => instantOfWall(zone, Date.parse(`${day}T00:00:00Z`))
  return { date, from: begin(date), to: begin(addDays(date, 1)) }
}

/** Where an instant is among days, from 0 to 100; every day is equally wide. */
export function placeOf(days: readonly CalendarDay[], at: number): number {
  const index = days.findIndex((day) => at < day.to)
  const day = days[index]
  if (day === undefined) return 100
  const within = Math.max(0, at - day.from) / (day.to - day.from)
  return ((index + within) / days.length) * 100
}

interface Stretch {
  from: string
  to: string
}

/** `Tue 24 Nov, 14:00 to 22:00`; with the day of the end when that is another one. */
export function stretchText({ from, to }: Stretch, zone: string, words: { to: string }): string {
  const [start, end] = [localTime(from, zone), localTime(to, zone)]
  const days = new Date(to).getTime() - new Date(from).getTime() >= DAY
  const last = days ? `${dayText(end.slice(0, 10))}, ${end.slice(11)}` : end.slice(11)
  return `${dayText(start.slice(0, 10))}, ${start.slice(11)} ${words.to} ${last}`
}

/** `06:00`, with the day unless it is the given one. */
export function timeText(at: string, zone: string, today: string): string {
  const local = localTime(at, zone)
  const date = local.slice(0, 10)
  return date === today ? local.slice(11) : `${dayText(date)}, ${local.slice(11)}`
}

/** `Tue 24 Nov`. */
export function dayText(date: string): string {
  const at = new Date(`${date}T12:00:00Z`)
  const weekday = formatDay(date, 'weekday').split(/[\s,]/)[0] ?? ''
  return `${weekday} ${formatShortDay(at, 'UTC')}`
}

/** What of these stretches lies within a period. */
export function clipped<One extends Stretch>(
  stretches: readonly One[],
  window: { from: number; to: number },
): One[] {
  const iso = (at: number) => new Date(at).toISOString()
  return stretches.flatMap((one) => {
    const from = Math.max(Date.parse(one.from), window.from)
    const to = Math.min(Date.parse(one.to), window.to)
    return from < to ? [{ ...one, from: iso(from), to: iso(to) }] : []
  })
}

/** Hours that each person is on call within a period, most first. */
export function hoursOf(
  spans: readonly (Stretch & { person: { id: string; name: string } | null })[],
): { id: string; name: string; hours: number }[] {
  const sums = new Map<string, { id: string; name: string; hours: number }>()
  for (const { from, to, person } of spans) {
    if (person === null) continue
    const before = sums.get(person.id) ?? { id: person.id, name: person.name, hours: 0 }
    sums.set(person.id, { ...before, hours: before.hours + (Date.parse(to) - Date.parse(from)) / 3_600_000 })
  }
  return [...sums.values()].sort((a, b) => b.hours - a.hours || a.name.localeCompare(b.name))
}
