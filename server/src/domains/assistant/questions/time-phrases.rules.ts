import {
  type Amount,
  amountAt,
  beginOf,
  type Clock,
  dayAt,
  plainTimeAt,
  sayAmount,
  type TimePhrase,
  type TimeTest,
  WEEKDAYS,
} from './time-words.rules.ts'
import { longestPhrase } from './names.rules.ts'
import type { Token } from './tokens.rules.ts'

/** Reads a time at a place of the question; the longest reading counts. */
export function timeAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const readings = [
    plainTimeAt(tokens, at, clock),
    spokenPeriodAt(tokens, at),
    weekendAt(tokens, at, clock),
    beforeYesterdayAt(tokens, at, clock),
    pairAt(tokens, at, clock),
    rangeAt(tokens, at, clock),
    agedAt(tokens, at),
    ofDayAt(tokens, at, clock),
    leadAt(tokens, at, clock),
  ].filter((one) => one !== null)
  return readings.toSorted((one, other) => other.length - one.length)[0] ?? null
}

const SPOKEN: readonly [string, readonly string[]][] = [
  [
    'today',
    [
      'earlier|later today',
      'so far today',
      'today so far',
      'since midnight',
      'since this morning',
      'since the start|beginning of the day',
      'in the course of today',
      'of today',
      'over the day',
      'this|the current day',
    ],
  ],
  ['yesterday', ['of yesterday', 'the day before', 'during yesterday']],
  [
    'this_week',
    [
      'so far this week',
      'this week so far',
      'week to date',
      'wtd',
      'since the start|beginning of the|this week',
      'in the current week',
      'of|in|for this week',
      'over this week',
      'over the current week',
    ],
  ],
  [
    'last_week',
    ['of|in|for|over|during last week', 'the week before', 'the previous week', 'in the previous week'],
  ],
  [
    'this_month',
    [
      'so far this month',
      'this month so far',
      'month to date',
      'mtd',
      'since the start|beginning of the|this month',
      'since the first of the month',
      'in the current month',
      'of|over this month',
    ],
  ],
  ['last_month', ['of|over|during last month', 'the month before', 'in the previous month']],
  [
    'this_quarter',
    [
      'so far this quarter',
      'this quarter so far',
      'quarter to date',
      'qtd',
      'since the start|beginning of the|this quarter',
    ],
  ],
  [
    'this_year',
    [
      'so far this year',
      'this year so far',
      'year to date',
      'ytd',
      'since the start|beginning of the|this year',
      'since new year',
    ],
  ],
]

/** Periods of the calendar in other words: `so far this week`, `month to date`. */
function spokenPeriodAt(tokens: readonly Token[], at: number): TimePhrase | null {
  const found = SPOKEN.map(([value, phrases]) => ({ value, length: longestPhrase(tokens, at, phrases) }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => other.length - one.length)[0]
  if (found === undefined) return null
  const { value, length } = found
  return { length, tests: [{ op: 'within', value }], label: value.replace('_', ' ') }
}

function days(
  length: number,
  { from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate },
  { clock, label }: { clock: Clock; label: string },
): TimePhrase {
  const tests: TimeTest[] = [
    { op: 'gte', value: beginOf(from, clock) },
    { op: 'lt', value: beginOf(until.add({ days: 1 }), clock) },
  ]
  return { length, tests, label }
}

function todayOf({ now, zone }: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
}

/** Saturday and Sunday: the running ones, or those before. */
function weekendAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const length = longestPhrase(tokens, at, [
    'in|on|at|over|during|from|for? the? weekend',
    'in|on|at|over|during|from|for? the? last|past|previous weekend',
    'in|on|at|over|during|from|for? this? weekend',
  ])
  if (length === 0) return null
  const today = todayOf(clock)
  const isLast = tokens.slice(at, at + length).some(({ text }) => /^(?:last|past|previous)$/.test(text))
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const saturday = today.dayOfWeek >= 6 && !isLast ? monday.add({ days: 5 }) : monday.subtract({ days: 2 })
  return days(
    length,
    { from: saturday, until: saturday.add({ days: 1 }) },
    { clock, label: 'on the weekend' },
  )
}

function beforeYesterdayAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const length = longestPhrase(tokens, at, [
    'on|from? the day before yesterday',
    'on|from? day before yesterday',
  ])
  if (length === 0) return null
  const date = todayOf(clock).subtract({ days: 2 })
  return days(length, { from: date, until: date }, { clock, label: 'the day before yesterday' })
}

/** `today and yesterday`, `yesterday or today`: both days. */
function pairAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const length = longestPhrase(tokens, at, [
    'from|on|of|in? yesterday and|or|to today',
    'from|on|of|in? today and|or yesterday',
    'from yesterday until|till today',
  ])
  if (length === 0) return null
  const today = todayOf(clock)
  return days(
    length,
    { from: today.subtract({ days: 1 }), until: today },
    { clock, label: 'yesterday and today' },
  )
}

/** `from monday to wednesday`, `between the 18th and the 20th of november`, `november 18 to 20`. */
function rangeAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const isBetween = tokens[at]?.text === 'between'
  const lead = isBetween || tokens[at]?.text === 'from' ? 1 : 0
  const article = tokens[at + lead]?.text === 'the' ? 1 : 0
  const start = at + lead + article
  const whole = dayAt(tokens, start, clock)
  const number = whole === null ? ordinalAt(tokens, start) : null
  const first = whole ?? (number === null ? null : { length: 1, date: null })
  if (first === null) return null
  const joint = start + first.length
  const words = isBetween ? ['and'] : ['to', 'until', 'till', 'through']
  if (tokens[joint]?.kind !== 'word' || !words.includes(tokens[joint]?.text ?? '')) return null
  if (lead === 0 && tokens[joint]?.text === 'to' && whole === null) return null
  const end = joint + 1 + (tokens[joint + 1]?.text === 'the' ? 1 : 0)
  const second = dayAt(tokens, end, clock)
  const bare = second === null && whole !== null ? ordinalAt(tokens, end) : null
  const until = second?.date ?? (bare === null || whole === null ? null : withDay(whole.date, bare))
  const from = whole?.date ?? (number === null || until === null ? null : withDay(until, number))
  return from === null || until === null
    ? null
    : rangeOf({ from, until }, { tokens, at, start, end, second, clock })
}

interface Ranged {
  tokens: readonly Token[]
  at: number
  start: number
  end: number
  second: { length: number } | null
  clock: Clock
}

/** "Between monday and wednesday" on a tuesday: the monday before that wednesday. */
function rangeOf(
  asked: { from: Temporal.PlainDate; until: Temporal.PlainDate },
  { tokens, at, start, end, second, clock }: Ranged,
): TimePhrase | null {
  const isWeekday = WEEKDAYS.includes(tokens[start]?.text ?? '')
  const { until } = asked
  const isBack = Temporal.PlainDate.compare(asked.from, until) > 0
  const from = isBack && isWeekday ? asked.from.subtract({ days: 7 }) : asked.from
  if (Temporal.PlainDate.compare(from, until) > 0) return null
  const length = end + (second?.length ?? 1) - at
  return days(length, { from, until }, { clock, label: `from ${from.toString()} to ${until.toString()}` })
}

function ordinalAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const fits = token?.kind === 'number' && (token.unit === undefined || /^(?:st|nd|rd|th)$/.test(token.unit))
  const value = fits ? Number(token.text) : 0
  return Number.isInteger(value) && value >= 1 && value <= 31 ? value : null
}

function withDay(date: Temporal.PlainDate, day: number): Temporal.PlainDate | null {
  return day > date.daysInMonth ? null : date.with({ day })
}

/** `on the 20th`: the latest day of that number. */
function ofDayAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const lead = longestPhrase(tokens, at, ['on|from|of|for the'])
  const token = tokens[at + lead]
  const day = lead === 0 || token?.unit === undefined ? null : ordinalAt(tokens, at + lead)
  if (day === null || dayAt(tokens, at + lead, clock) !== null) return null
  const today = todayOf(clock)
  const own = withDay(today, day)
  const date =
    own !== null && Temporal.PlainDate.compare(own, today) <= 0
      ? own
      : withDay(today.subtract({ months: 1 }), day)
  return date === null
    ? null
    : days(lead + 1, { from: date, until: date }, { clock, label: `on ${date.toString()}` })
}

/** `from before yesterday`, `up to friday`: a word before a time that says nothing more. */
function leadAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const from = longestPhrase(tokens, at, ['from|of|dating|dated|made|up'])
  const next = tokens[at + from]?.text ?? ''
  if (from === 0 || !/^(?:before|after|since|until|till)$/.test(next)) return null
  const inner = plainTimeAt(tokens, at + from, clock)
  return inner === null ? null : { ...inner, length: inner.length + from }
}

const OLDER = [
  'aged over|above',
  'aged more than',
  'not newer|younger than',
  'no newer|younger than',
  'not from|in the last|past',
  'not within the last|past',
]
const YOUNGER = [
  'not older than',
  'no older than',
  'aged under|below',
  'aged less than',
  'not more than',
  'no more than',
  'at most',
  'less than',
  'not over',
]

/** `aged over 3 days`, `not older than a week`, `a week or older`, `at most 2 days old`. */
function agedAt(tokens: readonly Token[], at: number): TimePhrase | null {
  const older = longestPhrase(tokens, at, OLDER)
  const younger = longestPhrase(tokens, at, YOUNGER)
  const lead = Math.max(older, younger)
  const amount = amountAt(tokens, at + lead)
  if (amount === null) return null
  const end = at + lead + amount.length
  if (lead === 0) {
    const tail = longestPhrase(tokens, end, [
      'old or older|more',
      'or older',
      'or more old',
      'plus old',
      'or longer ago',
      'ago or longer|more',
    ])
    return tail === 0 ? null : aged(amount, end + tail - at, true)
  }
  const said = tokens[at + lead - 1]?.text ?? ''
  const tail = longestPhrase(tokens, end, ['old', 'ago', 'of age'])
  if (!/^(?:than|over|under|below|above|past|last)$/.test(said) && tail === 0) return null
  const isPlain = ['not more than', 'no more than', 'less than', 'not over', 'at most']
  if (longestPhrase(tokens, at, isPlain) === lead && tail === 0) return null
  return aged(amount, end + tail - at, older >= younger && older > 0)
}

function aged(amount: Pick<Amount, 'amount' | 'unit'>, length: number, isOlder: boolean): TimePhrase | null {
  const said = sayAmount(amount)
  if (amount.unit === 'mo')
    return isOlder
      ? { length, tests: [{ op: 'lt', value: `now-${amount.amount}mo` }], label: `more than ${said} ago` }
      : { length, tests: [{ op: 'gte', value: `now-${amount.amount}mo` }], label: `in the last ${said}` }
  const value = `${amount.amount}${amount.unit}`
  return isOlder
    ? { length, tests: [{ op: 'olderThan', value }], label: `more than ${said} ago` }
    : { length, tests: [{ op: 'within', value }], label: `in the last ${said}` }
}
