import { MAX_EXEMPTION_DAYS } from '@caseloom/contract/identity/factor-exemption'

const DAY_MS = 24 * 3600_000

/** The date in the format of date fields, so many days from now in the browser's zone. */
export function dayFrom(now: Date, days: number): string {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The end of a chosen day; on the last allowed day, the last instant that the server accepts, less a minute. */
export function endOfDay(day: string, now: Date): string {
  const end = new Date(`${day}T23:59:59`)
  const last = now.getTime() + MAX_EXEMPTION_DAYS * DAY_MS
  const isLastDay = day === dayFrom(now, MAX_EXEMPTION_DAYS)
  return new Date(isLastDay ? Math.min(end.getTime(), last - 60_000) : end.getTime()).toISOString()
}
