import { longestPhrase } from './names.rules.ts'
import type { Token } from './tokens.rules.ts'
import { beginOf, dayAt, todayOf, WEEKDAYS } from './named-days.rules.ts'
import type { Clock, TimePhrase, TimeTest } from './time-phrase.rules.ts'

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

/** Saturday and Sunday: the running ones, or those before. */
export function weekendAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
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

export function beforeYesterdayAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
  const length = longestPhrase(tokens, at, [
    'on|from? the day before yesterday',
    'on|from? day before yesterday',
  ])
  if (length === 0) return null
  const date = todayOf(clock).subtract({ days: 2 })
  return days(length, { from: date, until: date }, { clock, label: 'the day before yesterday' })
}

/** `today and yesterday`, `yesterday or today`: both days. */
export function pairAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
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
export function rangeAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
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
export function ofDayAt(tokens: readonly Token[], at: number, clock: Clock): TimePhrase | null {
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
