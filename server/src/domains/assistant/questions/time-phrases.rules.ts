import { longestPhrase } from './names.rules.ts'
import type { Token } from './tokens.rules.ts'
import { type Amount, amountAt, sayAmount } from './time-amounts.rules.ts'
import type { Clock, TimePhrase } from './time-phrase.rules.ts'
import { plainTimeAt } from './time-words.rules.ts'
import { beforeYesterdayAt, ofDayAt, pairAt, rangeAt, weekendAt } from './day-ranges.rules.ts'

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
