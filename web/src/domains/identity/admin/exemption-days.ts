import { MAX_EXEMPTION_DAYS } from '@caseloom/contract/identity/factor-exemption'
import { dayStart, daysAfter } from '../../../ui/day-range.ts'
import { localTime } from '../../../ui/local-time.ts'

const DAY_MS = 24 * 3600_000

/** The date in the format of date fields, so many days from now in the reader's zone. */
export function dayFrom(now: Date, days: number, zone: string): string {
  return daysAfter(localTime(now.toISOString(), zone).slice(0, 10), days)
}

/** The end of a chosen day; on the last allowed day, the last instant that the server accepts, less a minute. */
export function endOfDay(day: string, now: Date, zone: string): string {
  const end = dayStart(daysAfter(day, 1), zone).getTime() - 1000
  const last = now.getTime() + MAX_EXEMPTION_DAYS * DAY_MS
  const isLastDay = day === dayFrom(now, MAX_EXEMPTION_DAYS, zone)
  return new Date(isLastDay ? Math.min(end, last - 60_000) : end).toISOString()
}
