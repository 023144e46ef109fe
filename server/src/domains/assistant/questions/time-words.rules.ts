import type { Token } from './tokens.rules.ts'
import { type Amount, amountAt, sayAmount, UNIT_NAMES, words } from './time-amounts.rules.ts'
import { beginOf, dayAt, monthOf, MONTHS, todayOf } from './named-days.rules.ts'
import type { Clock, TimePhrase, TimeTest } from './time-phrase.rules.ts'

const PERIOD_UNITS = new Set(['week', 'month', 'quarter', 'year'])
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
  // "may" is a verb unless a preposition precedes it.
  if (month < 0 || into === 0) return null
  const now = todayOf(clock)
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
