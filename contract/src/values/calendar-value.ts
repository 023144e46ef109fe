import { LONGEST_DURATION, readDuration } from './duration.ts'
import type { JsonValue } from '../kernel/json.ts'

/** A day of the calendar as `YYYY-MM-DD`; null when it is none, or a day that does not exist. */
export function canonicalDate(raw: JsonValue): string | null {
  const match = typeof raw === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(raw.trim()) : null
  if (match === null) return null
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  if (year < 1 || month < 1 || month > 12 || day < 1) return null
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day > days ? null : match[0]
}

/** A time of day as `HH:MM:SS`; null when it is none. */
export function canonicalTime(raw: JsonValue): string | null {
  const match = typeof raw === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(raw.trim()) : null
  return match === null ? null : `${match[1] ?? ''}:${match[2] ?? ''}:${match[3] ?? '00'}`
}

/** Whole seconds of a duration, given as such or as text; null when it is none. */
export function canonicalDuration(raw: JsonValue): number | null {
  if (typeof raw === 'string') {
    const seconds = /^\d{1,12}$/.test(raw.trim()) ? Number(raw) : readDuration(raw)
    return seconds !== null && seconds <= LONGEST_DURATION ? seconds : null
  }
  return typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= LONGEST_DURATION
    ? raw + 0
    : null
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** An instant with a zone as UTC with milliseconds; null when it is none, or a day that does not exist. */
export function canonicalInstant(raw: JsonValue): string | null {
  if (typeof raw !== 'string' || !INSTANT.test(raw)) return null
  const date = new Date(raw)
  if (Number.isNaN(date.getTime())) return null
  const day = Number(raw.slice(8, 10))
  const daysOfMonth = new Date(Date.UTC(Number(raw.slice(0, 4)), Number(raw.slice(5, 7)), 0)).getUTCDate()
  const iso = date.toISOString()
  return day > daysOfMonth || !/^\d{4}-/.test(iso) || iso.startsWith('0000') ? null : iso
}
