import type { Token } from './tokens.rules.ts'
import { amountAt, sayAmount, words } from './time-amounts.rules.ts'
import type { Clock } from './time-phrase.rules.ts'

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SHORT_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** A day that a question names: its place among tokens and its date. */
export interface Day {
  length: number
  date: Temporal.PlainDate
  label: string
}

export function todayOf({ now, zone }: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
}

/** `2026-11-20`, `monday`, `last friday`, `3 days ago`, `20 november`, `november 20`, `yesterday`. */
export function dayAt(tokens: readonly Token[], at: number, clock: Clock): Day | null {
  const token = tokens[at]
  if (token === undefined) return null
  if (token.kind === 'date') {
    const date = plainDate(token.text)
    return date === null ? null : { length: 1, date, label: token.text }
  }
  const now = todayOf(clock)
  if (token.text === 'today') return { length: 1, date: now, label: 'today' }
  if (token.text === 'yesterday') return { length: 1, date: now.subtract({ days: 1 }), label: 'yesterday' }
  const lead = words(tokens, at, 'last|this|past') ? 1 : 0
  const weekday = WEEKDAYS.indexOf(tokens[at + lead]?.text ?? '')
  if (weekday >= 0) return weekdayOf(weekday, { now, length: lead + 1, strict: token.text === 'last' })
  const amount = amountAt(tokens, at)
  if (
    amount !== null &&
    (amount.unit === 'd' || amount.unit === 'w') &&
    words(tokens, at + amount.length, 'ago')
  ) {
    const back = amount.unit === 'd' ? { days: amount.amount } : { weeks: amount.amount }
    return { length: amount.length + 1, date: now.subtract(back), label: `${sayAmount(amount)} ago` }
  }
  return monthDayAt(tokens, at, now)
}

function plainDate(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    // Not a date: the words are read as something else.
    return null
  }
}

function weekdayOf(
  weekday: number,
  { now, length, strict }: { now: Temporal.PlainDate; length: number; strict: boolean },
): Day {
  const back = (now.dayOfWeek - (weekday + 1) + 7) % 7
  const date = now.subtract({ days: back === 0 && strict ? 7 : back })
  const name = WEEKDAYS[weekday] ?? ''
  return { length, date, label: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` }
}

function monthDayAt(tokens: readonly Token[], at: number, now: Temporal.PlainDate): Day | null {
  const of = words(tokens, at + 1, 'of') ? 1 : 0
  const [first, second] = [tokens[at], tokens[at + 1 + of]]
  const ordinal = (token: Token | undefined) =>
    token?.kind === 'number' && (token.unit === undefined || /^(?:st|nd|rd|th)$/.test(token.unit))
      ? Number(token.text)
      : null
  const found = [
    { month: monthOf(first), day: ordinal(second) },
    { month: monthOf(second), day: ordinal(first) },
  ].find(({ month, day }) => month >= 0 && day !== null && day >= 1 && day <= 31)
  if (found === undefined || found.day === null) return null
  const date = plainDate(`${now.year}-${pad(found.month + 1)}-${pad(found.day)}`)
  if (date === null) return null
  const past = Temporal.PlainDate.compare(date, now) > 0 ? date.subtract({ years: 1 }) : date
  return { length: 2 + of, date: past, label: past.toString() }
}

export function monthOf(token: Token | undefined): number {
  const text = token?.text ?? ''
  const at = MONTHS.indexOf(text)
  return at >= 0 ? at : SHORT_MONTHS.indexOf(text === 'sept' ? 'sep' : text)
}

const pad = (value: number) => String(value).padStart(2, '0')

/** Midnight at which a day of the asker's zone begins. */
export function beginOf(date: Temporal.PlainDate, { zone }: Pick<Clock, 'zone'>): string {
  return new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString()
}
