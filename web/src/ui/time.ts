import { momentText, type TimeLocale, timeLocaleOf } from '@caseloom/contract/values/moment-text'

/** Pure: the zone and the current time are arguments; components take the user's zone from `ZoneContext`. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let locale: TimeLocale = 'en-GB'

export function setTimeLocale(stored: string | null): void {
  locale = timeLocaleOf(stored)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(
  kind: string,
  zone: string,
  options: Intl.DateTimeFormatOptions,
  tag: TimeLocale = 'en-GB',
): Intl.DateTimeFormat {
  const key = `${tag} ${kind} ${zone}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(tag, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

let guessed: string | undefined

/** The browser's zone. */
export function guessZone(): string {
  guessed ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return guessed
}

export function isZone(name: string | null | undefined): name is string {
  if (!name) return false
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** `21 Nov 2026, 03:02`, or in the user's locale; with seconds for runs and logs. */
export function formatDateTime(at: Date, zone: string, seconds = false, tag = locale): string {
  return momentText(at, { zone, locale: tag, seconds })
}

/** A day of the calendar in words: `Sat 21 Nov 2026`, `21 Nov 2026`, or its month, `November 2026`. */
export function formatDay(day: string, as: 'weekday' | 'day' | 'month', tag = locale): string {
  const options: Intl.DateTimeFormatOptions =
    as === 'month'
      ? { month: 'long', year: 'numeric' }
      : {
          ...(as === 'weekday' ? { weekday: 'short' } : {}),
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        }
  return format(`day ${as}`, 'UTC', options, tag).format(new Date(`${day}T00:00:00Z`))
}

/** The day of a moment, short enough for a chart: `21 Nov`, or in the user's locale. */
export function formatShortDay(at: Date, zone: string, tag = locale): string {
  return format('short day', zone, { day: 'numeric', month: 'short' }, tag).format(at)
}

/** The time of a moment without seconds: `03:02`, or in the user's locale. */
export function formatHour(at: Date, zone: string, tag = locale): string {
  return format('hour', zone, { hour: '2-digit', minute: '2-digit' }, tag).format(at)
}

/** A step of a chart's time axis: `03:02`, `21 Nov`, or `Nov 26`, in full where there is room for it. */
export function formatStep(
  at: Date,
  { unit, zone, isLong }: { unit: 'hour' | 'day' | 'week' | 'month'; zone: string; isLong: boolean },
  tag = locale,
): string {
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  const hour: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
  const year = isLong ? 'numeric' : '2-digit'
  const options: Intl.DateTimeFormatOptions =
    unit === 'hour'
      ? { ...hour, ...(isLong ? day : {}) }
      : unit === 'month'
        ? { month: 'short', year }
        : { ...day, ...(isLong ? { year } : {}) }
  return format(`step ${unit} ${isLong}`, zone, options, tag).format(at)
}

/** A day of the calendar, which has no zone: `21 Nov 2026`; as it is where it is none. */
export function calendarDay(day: string): string {
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : formatDay(day, 'day')
}

/** `03:02:15`, the time of a task update. */
export function formatClock(at: Date, zone: string): string {
  return format('clock', zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at)
}

/** Age as lists show it: `now`, `41m`, `7h`, `3d`, `5w`, `2y`. */
export function formatAge(milliseconds: number): string {
  const age = Math.max(0, milliseconds)
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  if (age < 14 * DAY) return `${Math.floor(age / DAY)}d`
  if (age < 365 * DAY) return `${Math.floor(age / (7 * DAY))}w`
  return `${Math.floor(age / (365 * DAY))}y`
}

/** Remaining or used time of a clock: `<1m`, `41m`, `7h 02m`, `3d 04h`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / MINUTE)
  if (minutes < 1) return '<1m'
  if (minutes < 60) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  if (hours < 72) return `${hours}h ${two(minutes % 60)}m`
  return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`
}

/** Duration of a step or run: `4 ms`, `2.9 s`, `1 m 48 s`, `3 h 05 m`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds)
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${Math.floor((ms % MINUTE) / SECOND)} s`
  return `${Math.floor(ms / HOUR)} h ${String(Math.floor((ms % HOUR) / MINUTE)).padStart(2, '0')} m`
}

/** Bytes as people read them: `512 B`, `14 kB`, `1.9 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return unit === 0 ? `${value} B` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

const numbers = new Intl.NumberFormat('en-GB')

export function formatCount(value: number): string {
  return numbers.format(value)
}
