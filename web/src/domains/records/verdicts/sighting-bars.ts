const DAY = 24 * 3_600_000

/** Heights in pixels, the most of a day being the whole; a day with any is seen. */
export function barHeights(days: readonly number[], height: number): number[] {
  const most = Math.max(1, ...days)
  return days.map((count) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * height))))
}

/** The place of the day in which an instant lies, where the last of the days ends now; 0 for earlier ones. */
export function firstDayOf(since: string, days: number, now: number): number {
  const ago = Math.floor((now - Date.parse(since)) / DAY)
  return Math.min(days - 1, Math.max(0, days - 1 - ago))
}
