import { isSorting } from './context-words.rules.ts'
import type { Match, Parse, Rule } from './grammar.rules.ts'
import { best, say } from './matches.rules.ts'
import { longestName, longestPhrase, phraseLength } from './names.rules.ts'
import { numberOf } from './time-amounts.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'

/** `top 5 open alerts by severity`: the first so many in that order. */
function isToppedBefore(tokens: Parse['tokens'], at: number): boolean {
  return tokens.some(
    ({ text }, place) => place < at && COUNTED.has(text) && numberOf(tokens[place + 1]) !== null,
  )
}

function isRankedBy(field: SubjectField): boolean {
  const { decimal, instant } = valueTraits(field)
  return field.display === 'severity' || decimal || instant
}

const LARGEST =
  'largest|biggest|highest|longest|most|busiest|worst|slowest|greatest|newest|latest|noisiest|top|loudest|severest'
const SMALLEST = 'smallest|lowest|shortest|fewest|least|fastest|oldest|earliest|mildest|quietest|quickest'
const ON_TOP = [
  'first',
  'ones? first',
  'one first',
  'on top',
  'ones? on top',
  'at the top',
  'to the top',
  'common|frequent|often first',
]

/** `longest on top`, `biggest first`: which end of the order comes first. */
export const turnRule: Rule = ({ tokens }, at) => {
  for (const [words, direction] of [
    [LARGEST, 'desc'],
    [SMALLEST, 'asc'],
  ] as const) {
    const length = longestPhrase(
      tokens,
      at,
      ON_TOP.map((phrase) => `the? ${words} ${phrase}`),
    )
    if (length > 0) return { length, items: [{ kind: 'turn', direction }] }
  }
  return null
}

/** The number in `top 5 alerts`, if a sort order follows. */
export const topRule: Rule = ({ tokens, subject }, at) => {
  const lead = longestPhrase(tokens, at, ['the? top|first|last|latest'])
  const count = lead === 0 ? null : numberOf(tokens[at + lead])
  if (count === null || !Number.isInteger(count) || count < 1) return null
  const isOrdered = subject.fields
    .filter(isRankedBy)
    .some(({ names }) =>
      tokens.some((token, place) => token.text === 'by' && longestName(tokens, place + 1, names) > 0),
    )
  return isOrdered ? { length: lead + 1, items: [{ kind: 'limit', count }] } : null
}

/** What says how many before the order is said. */
const COUNTED = new Set(['top', 'first', 'last', 'latest'])

const SORTS = [
  'sorted by',
  'ordered by',
  'order by',
  'sort by',
  'in order of',
  'sort them by',
  'order them by',
  'sorted on',
  'by order of',
  'arranged by',
  'ranked by',
  'sort those by',
  'sort that by',
]

/** `sorted by severity descending`, `newest first`. */
export const sortRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const isTop = isToppedBefore(tokens, at)
  const by = isTop || isSorting(parse, at) ? longestPhrase(tokens, at, ['by', 'on', 'by order of']) : 0
  const lead = Math.max(by, longestPhrase(tokens, at, SORTS))
  if (lead === 0) return null
  return best(
    subject.fields.map((field): Match | null => {
      if (isTop && !isRankedBy(field)) return null
      const article = phraseLength(tokens, at + lead, 'the|their')
      const named = longestName(tokens, at + lead + article, field.names)
      if (named === 0) return null
      const end = at + lead + article + named
      const down = longestPhrase(tokens, end, [
        'in descending order',
        'from high to low',
        'from highest to lowest',
        'from newest to oldest',
        'from worst to mildest|least',
        'newest on top',
        'most severe first',
        'largest|biggest first',
        'last first',
        'descending',
        'desc',
        'down',
        'newest first',
        'highest first',
        'latest first',
        'worst first',
        'high to low',
        'most recent first',
        'longest first',
      ])
      const up = longestPhrase(tokens, end, [
        'in ascending order',
        'from low to high',
        'from lowest to highest',
        'from oldest to newest',
        'oldest on top',
        'smallest first',
        'ascending',
        'asc',
        'up',
        'oldest first',
        'lowest first',
        'earliest first',
        'low to high',
        'shortest first',
      ])
      // Severities and times are wanted from the top unless it is said.
      const isDown = down > 0 || (up === 0 && isRankedBy(field))
      return say(lead + article + named + Math.max(down, up), {
        kind: 'sort',
        field,
        direction: isDown ? 'desc' : 'asc',
      })
    }),
  )
}
