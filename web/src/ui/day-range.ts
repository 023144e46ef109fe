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
    ...(to === undefined ? {} : { to: dayStart(nextDay(to), zone).toISOString() }),
  }
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 24 * HOUR).toISOString().slice(0, 10)
}

export function dayStart(day: string, zone: string): Date {
  const guess = Date.parse(day)
  const first = guess - offsetAt(guess, zone)
  // Where the clocks changed in between, the offset of the guess differs from that of the day's start.
  return new Date(guess - offsetAt(first, zone))
}

function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}
