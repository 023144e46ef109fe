const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The form of a duration in documents: `500ms`, `30s`, `1m`, `2h`, `1d`. */
export const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/

/** The longest duration that a document may name. */
export const LONGEST_DURATION_MS = 366 * UNITS.d

/** Reads a duration such as `30s` as milliseconds; undefined when it is not one or longer than 366 days. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (!match) return undefined
  const unit = match[2]
  const ms =
    Number(match[1]) * (unit === 'ms' || unit === 's' || unit === 'm' || unit === 'h' ? UNITS[unit] : UNITS.d)
  return ms <= LONGEST_DURATION_MS ? ms : undefined
}

/** Milliseconds of a duration that the validator has already accepted. */
export function durationMs(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined)
    throw new RangeError(`"${text}" isn’t a duration. Use a value such as 30s, 5m, or 1d.`)
  return ms
}
