import { instantOf } from './local-time.ts'

const HOUR = 3_600_000

/** Days (`2026-11-21`) of the reader's zone, both inclusive. */
export interface Days {
  from?: string
  to?: string
}

/** The same, where an open end may be undefined. */
export type SomeDays = { [End in keyof Days]?: Days[End] | undefined }

/** The days as instants: the start of the first, and the start of the day after the last. */
export function dayRange({ from, to }: SomeDays, zone: string): Days {
  return {
    ...(from === undefined ? {} : { from: dayStart(from, zone).toISOString() }),
    ...(to === undefined ? {} : { to: dayStart(daysAfter(to, 1), zone).toISOString() }),
  }
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** So many days of the calendar after a day. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * HOUR).toISOString().slice(0, 10)
}

/** The first instant of a day; where midnight is skipped, the one at which the clocks continue. */
export function dayStart(day: string, zone: string): Date {
  return new Date(instantOf(`${day}T00:00`, zone) ?? Number.NaN)
}
