import { offsetAt } from '@caseloom/contract/values/business-hours'

const DAY = 24 * 3_600_000
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

/**
 * An instant by the clocks of a zone, as a datetime-local input takes it: `2026-03-01T14:05`, to the second
 * `2026-03-01T14:05:07` where it has some; empty when invalid.
 */
export function localTime(instant: string, zone: string, to: 'minute' | 'second' = 'minute'): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return ''
  const whole = new Date(at + offsetAt(zone, at)).toISOString().slice(0, 19)
  const text = to === 'minute' || whole.endsWith(':00') ? whole.slice(0, 16) : whole
  return LOCAL.test(text) ? text : ''
}

/**
 * What was typed as an instant (RFC 3339 in UTC); null when it is none. Of a time that clocks show twice it is the
 * first; one that they skip is later by what they skip. What an input to the minute had `shown` stays as it was while
 * the text does.
 */
export function instantOf(local: string, zone: string, shown: string | null = null): string | null {
  const wall = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(wall)) return null
  if (shown !== null && localTime(shown, zone) === local) return shown
  const earlier = wall - offsetAt(zone, wall - DAY)
  const later = wall - offsetAt(zone, wall + DAY)
  const found = [earlier, later].filter((at) => at + offsetAt(zone, at) === wall)
  return new Date(found.length === 0 ? earlier : Math.min(...found)).toISOString()
}
