import type { FilterOperator } from '@caseloom/contract/filter'
import type { Token } from './tokens.rules.ts'

/** A condition on a date-time field, without the field. */
export interface TimeTest {
  op: FilterOperator
  value: string | string[]
}

/** A stretch of time as it was written. */
export interface TimePhrase {
  length: number
  tests: TimeTest[]
  /** Reads after the name of a field: `in the last 24 hours`. */
  label: string
}

export interface Clock {
  now: Date
  zone: string
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .split(' ')
    .map((word, at): [string, number] => [word, at]),
)
const UNIT_NAMES: Readonly<Record<string, string>> = {
  minute: 'm',
  min: 'm',
  mins: 'm',
  hour: 'h',
  hr: 'h',
  hrs: 'h',
  h: 'h',
  day: 'd',
  d: 'd',
  week: 'w',
  wk: 'w',
  w: 'w',
  month: 'mo',
  mo: 'mo',
  mth: 'mo',
}
const UNIT_LABELS: Readonly<Record<string, string>> = {
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
}
const PERIOD_UNITS = new Set(['week', 'month', 'quarter', 'year'])
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SHORT_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** The number that a token says; null when it says none. */
export function numberOf(token: Token | undefined): number | null {
  if (token === undefined) return null
  if (token.kind === 'number' && token.unit === undefined) {
    const value = Number(token.text)
    return Number.isFinite(value) ? value : null
  }
  return token.kind === 'word' ? (NUMBERS.get(token.text) ?? null) : null
}

export interface Amount {
  length: number
  amount: number
  unit: string
}

/** An amount of time such as `24h`, `3 days` or `a week`. */
export function amountAt(tokens: readonly Token[], at: number): Amount | null {
  const token = tokens[at]
  if (token === undefined) return null
  if (token.kind === 'number' && token.unit !== undefined) {
    const unit = UNIT_NAMES[token.unit] ?? UNIT_NAMES[token.unit.replace(/s$/, '')]
    const amount = Number(token.text)
    return unit === undefined || !Number.isInteger(amount) ? null : { length: 1, amount, unit }
  }
  if (words(tokens, at, 'half', 'a|an', 'hour')) return { length: 3, amount: 30, unit: 'm' }
  const isOne = token.text === 'a' || token.text === 'an' || token.text === 'one'
  if (isOne && words(tokens, at + 1, 'fortnight')) return { length: 2, amount: 2, unit: 'w' }
  const amount = isOne ? 1 : numberOf(token)
  const unit = UNIT_NAMES[tokens[at + 1]?.lemma ?? '']
  if (amount === null || amount < 1 || !Number.isInteger(amount) || unit === undefined) return null
  return { length: 2, amount, unit }
}

export function sayAmount({ amount, unit }: Pick<Amount, 'amount' | 'unit'>): string {
  return `${amount} ${UNIT_LABELS[unit] ?? unit}${amount === 1 ? '' : 's'}`
}

function words(tokens: readonly Token[], at: number, ...expected: readonly string[]): boolean {
  return expected.every((word, index) => {
    const token = tokens[at + index]
    return token?.kind === 'word' && word.split('|').includes(token.text)
  })
}

/** Reads a time at a place of the question; the longest reading counts. */
export function plainTimeAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const readings = [
    periodAt(tokens, at),
    lastAmountAt(tokens, at),
    ageAt(tokens, at),
    sinceAt(tokens, at, clock),
    betweenAt(tokens, at, clock),
    onDayAt(tokens, at, clock),
  ].filter((one) => one !== null)
  return readings.toSorted((one, other) => other.length - one.length)[0] ?? null
}

const LEADS = ['in|over|during|within|for|from', 'the']

/** Prepositions before a time, none of which changes it. */
function leadAt(tokens: readonly Token[], at: number): number {
  let length = 0
  if (words(tokens, at, LEADS[0] ?? '')) length += 1
  if (words(tokens, at + length, LEADS[1] ?? '')) length += 1
  return length
}

/** `today`, `this week`, `last month`. */
function periodAt(tokens: readonly Token[], at: number): TimePhrase | null {
  const lead = words(tokens, at, 'in|during|within|from|on|for') ? 1 : 0
  const first = tokens[at + lead]
  if (first?.kind !== 'word') return null
  const own = first.text
  if (own === 'today' || own === 'yesterday' || own === 'tomorrow')
    return period(lead + 1 + possessive(tokens, at + lead + 1), own, own)
  const article = words(tokens, at + lead, 'the') ? 1 : 0
  const which = tokens[at + lead + article]?.text
  const unit = tokens[at + lead + article + 1]
  if (unit?.kind !== 'word' || !PERIOD_UNITS.has(unit.text)) return null
  const length = lead + article + 2 + possessive(tokens, at + lead + article + 2)
  if (which === 'this' || which === 'current') return period(length, `this_${unit.text}`, `this ${unit.text}`)
  if (which === 'last' || which === 'previous') {
    if (article === 1 && which === 'last') return null
    return period(length, `last_${unit.text}`, `last ${unit.text}`)
  }
  if (which === 'next' && (unit.text === 'week' || unit.text === 'month'))
    return period(length, `next_${unit.text}`, `next ${unit.text}`)
  return null
}

function possessive(tokens: readonly Token[], at: number): number {
  return tokens[at]?.text === "'s" ? 1 : 0
}

function period(length: number, value: string, label: string): TimePhrase {
  return { length, tests: [{ op: 'within', value }], label }
}

/** `in the last 24 hours`, `past week`, `within the next 3 days`. */
function lastAmountAt(tokens: readonly Token[], at: number): TimePhrase | null {
  const lead = leadAt(tokens, at)
  const which = tokens[at + lead]?.text ?? ''
  if (!['last', 'past', 'previous', 'next', 'coming'].includes(which)) return null
  const next = which === 'next' || which === 'coming'
  const counted = amountAt(tokens, at + lead + 1)
  const bare = UNIT_NAMES[tokens[at + lead + 1]?.text ?? '']
  // "last week" is the calendar's; "the past week" and "the last day" are so long back from now.
  const isSpan =
    bare !== undefined &&
    (which !== 'last' || bare === 'h' || bare === 'd' || (lead > 0 && words(tokens, at + lead - 1, 'the')))
  const amount =
    counted ?? (isSpan && which !== 'previous' && !next ? { length: 1, amount: 1, unit: bare } : null)
  if (amount === null) return null
  const length = lead + 1 + amount.length
  const label = `in the ${next ? 'next' : 'last'} ${sayAmount(amount)}`
  return { length, tests: [spanTest(next ? 'withinNext' : 'within', amount)], label }
}

function spanTest(
  op: 'within' | 'withinNext' | 'olderThan',
  { amount, unit }: Pick<Amount, 'amount' | 'unit'>,
): TimeTest {
  if (unit !== 'mo') return { op, value: `${amount}${unit}` }
  // Spans know no months; moving times do.
  if (op === 'olderThan') return { op: 'lt', value: `now-${amount}mo` }
  return op === 'within'
    ? { op: 'between', value: [`now-${amount}mo`, 'now'] }
    : { op: 'between', value: ['now', `now+${amount}mo`] }
}

/** `older than 3 days`, `for more than a week`, `newer than 2 hours`, `more than 3 days ago`. */
function ageAt(tokens: readonly Token[], at: number): TimePhrase | null {
  const lead = words(tokens, at, 'for') ? 1 : 0
  const compare = comparisonAt(tokens, at + lead)
  if (compare === null) return null
  const amount = amountAt(tokens, at + lead + compare.length)
  if (amount === null) return null
  const end = at + lead + compare.length + amount.length
  const tail = words(tokens, end, 'old|ago') ? 1 : 0
  if (compare.needsTail && tail === 0 && lead === 0) return null
  const length = end + tail - at
  return compare.older
    ? { length, tests: [spanTest('olderThan', amount)], label: `more than ${sayAmount(amount)} ago` }
    : { length, tests: [spanTest('within', amount)], label: `in the last ${sayAmount(amount)}` }
}

function comparisonAt(
  tokens: readonly Token[],
  at: number,
): { length: number; older: boolean; needsTail: boolean } | null {
  if (words(tokens, at, 'older', 'than')) return { length: 2, older: true, needsTail: false }
  if (words(tokens, at, 'newer|younger', 'than')) return { length: 2, older: false, needsTail: false }
  if (words(tokens, at, 'more|longer', 'than')) return { length: 2, older: true, needsTail: true }
  if (words(tokens, at, 'less', 'than')) return { length: 2, older: false, needsTail: true }
  if (words(tokens, at, 'over')) return { length: 1, older: true, needsTail: true }
  return words(tokens, at, 'at', 'least') ? { length: 2, older: true, needsTail: true } : null
}

/** A day that a question names: its place among tokens and its date. */
interface Day {
  length: number
  date: Temporal.PlainDate
  label: string
}

function today({ now, zone }: Clock): Temporal.PlainDate {
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
  const now = today(clock)
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

function monthOf(token: Token | undefined): number {
  const text = token?.text ?? ''
  const at = MONTHS.indexOf(text)
  return at >= 0 ? at : SHORT_MONTHS.indexOf(text === 'sept' ? 'sep' : text)
}

const pad = (value: number) => String(value).padStart(2, '0')

/** Midnight at which a day of the asker's zone begins. */
export function beginOf(date: Temporal.PlainDate, { zone }: Pick<Clock, 'zone'>): string {
  return new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString()
}

/** `since monday`, `before yesterday`, `after 2026-11-20`, `until friday`. */
function sinceAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const word = tokens[at]?.text ?? ''
  if (tokens[at]?.kind !== 'word' || !['since', 'before', 'after', 'until', 'till'].includes(word))
    return null
  const start = startAt(tokens, at + 1)
  if (start !== null && word === 'since')
    return {
      length: 1 + start.length,
      tests: [{ op: 'gte', value: start.value }],
      label: `since ${start.label}`,
    }
  if (start !== null && word === 'before')
    return {
      length: 1 + start.length,
      tests: [{ op: 'lt', value: start.value }],
      label: `before ${start.label}`,
    }
  const day = dayAt(tokens, at + 1, clock)
  if (day === null) return null
  const [begin, end] = [beginOf(day.date, clock), beginOf(day.date.add({ days: 1 }), clock)]
  const length = 1 + day.length
  if (word === 'since') return { length, tests: [{ op: 'gte', value: begin }], label: `since ${day.label}` }
  if (word === 'after') return { length, tests: [{ op: 'gte', value: end }], label: `after ${day.label}` }
  if (word === 'before') return { length, tests: [{ op: 'lt', value: begin }], label: `before ${day.label}` }
  return { length, tests: [{ op: 'lt', value: end }], label: `until ${day.label}` }
}

/** `last week`, `the start of the month`: where a stretch begins. */
function startAt(
  tokens: readonly Token[],
  at: number,
): { length: number; value: string; label: string } | null {
  for (const [unit, short] of [
    ['week', 'w'],
    ['month', 'mo'],
  ] as const) {
    if (words(tokens, at, 'last', unit))
      return { length: 2, value: `start_of_${unit}-1${short}`, label: `last ${unit}` }
    if (words(tokens, at, 'this', unit))
      return { length: 2, value: `start_of_${unit}`, label: `this ${unit}` }
    if (words(tokens, at, 'the', 'start|beginning', 'of', 'the|this', unit))
      return { length: 5, value: `start_of_${unit}`, label: `the start of the ${unit}` }
  }
  return null
}

/** `between monday and wednesday`, `from 2026-11-01 to 2026-11-15`. */
function betweenAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const isBetween = words(tokens, at, 'between')
  if (!isBetween && !words(tokens, at, 'from')) return null
  const first = dayAt(tokens, at + 1, clock)
  if (first === null || !words(tokens, at + 1 + first.length, isBetween ? 'and' : 'to|until|till|through'))
    return null
  const second = dayAt(tokens, at + 2 + first.length, clock)
  if (second === null || Temporal.PlainDate.compare(first.date, second.date) > 0) return null
  const tests: TimeTest[] = [
    { op: 'gte', value: beginOf(first.date, clock) },
    { op: 'lt', value: beginOf(second.date.add({ days: 1 }), clock) },
  ]
  return { length: 2 + first.length + second.length, tests, label: `from ${first.label} to ${second.label}` }
}

/** `on monday`, `2026-11-20`, `3 days ago`, `in october`. */
function onDayAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const lead = words(tokens, at, 'on|from|for') ? 1 : 0
  const day = dayAt(tokens, at + lead, clock)
  if (day !== null)
    return {
      length: lead + day.length,
      tests: [
        { op: 'gte', value: beginOf(day.date, clock) },
        { op: 'lt', value: beginOf(day.date.add({ days: 1 }), clock) },
      ],
      label: `on ${day.label}`,
    }
  const into = words(tokens, at, 'in|during|for') ? 1 : 0
  const month = monthOf(tokens[at + into])
  // "may" is a verb unless a preposition stands before it.
  if (month < 0 || into === 0) return null
  const now = today(clock)
  const year = tokens[at + into + 1]?.kind === 'number' && /^20\d\d$/.test(tokens[at + into + 1]?.text ?? '')
  const own = year ? Number(tokens[at + into + 1]?.text) : now.month <= month ? now.year - 1 : now.year
  const first = Temporal.PlainDate.from({ year: own, month: month + 1, day: 1 })
  const name = MONTHS[month] ?? ''
  return {
    length: into + (year ? 2 : 1),
    tests: [
      { op: 'gte', value: beginOf(first, clock) },
      { op: 'lt', value: beginOf(first.add({ months: 1 }), clock) },
    ],
    label: `in ${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${own}`,
  }
}
