import { editDistance } from '@caseloom/contract/values/edit-distance'
import type { Subject } from './subject.rules.ts'
import { lemmaOf, type Token } from './tokens.rules.ts'

export interface Correction {
  from: string
  to: string
}

/** Shorter words are near too many others. */
const MIN_LENGTH = 5

const OPERATORS =
  'unassigned assigned yesterday closed opened created updated detected acknowledged average oldest newest latest overdue breached between without severity status assignee month week today many count'.split(
    ' ',
  )

/** Words that a misspelled one may have been meant for. */
function vocabulary(subjects: readonly Subject[]): Set<string> {
  const names = subjects.flatMap(({ names: own, fields }) => [
    ...own,
    ...fields.flatMap((field) => [...field.names, ...field.options.flatMap((option) => option.names)]),
  ])
  return new Set([...OPERATORS, ...names.flat()].filter((word) => /^\p{L}{5,}$/u.test(word)))
}

/**
 * The tokens with misspelled words put right: one letter off from five letters on, two from nine, the first letter as it
 * is, and only where exactly one known word is that near. Names of people are never guessed.
 */
export function corrected(
  tokens: readonly Token[],
  unknown: readonly Token[],
  subjects: readonly Subject[],
): { tokens: Token[]; corrections: Correction[] } {
  const known = vocabulary(subjects)
  const corrections: Correction[] = []
  const better = tokens.map((token) => {
    if (
      token.kind !== 'word' ||
      known.has(token.text) ||
      known.has(token.lemma) ||
      !unknown.some(({ start }) => start === token.start)
    )
      return token
    const word =
      token.text.length < MIN_LENGTH ? null : (nearest(token.text, known) ?? nearest(token.lemma, known))
    if (word === null) return token
    corrections.push({ from: token.text, to: word })
    return { ...token, text: word, lemma: lemmaOf(word) }
  })
  return { tokens: better, corrections }
}

function nearest(word: string, known: ReadonlySet<string>): string | null {
  const most = word.length >= 9 ? 2 : 1
  const near = [...known]
    .filter((other) => other[0] === word[0] && Math.abs(other.length - word.length) <= most)
    // "Close" is no misspelled "closed": another form of a word means something else.
    .filter((other) => !other.startsWith(word) && !word.startsWith(other))
    .map((other) => ({ other, away: editDistance(word, other) }))
    .filter(({ away }) => away > 0 && away <= most)
    .toSorted((one, other) => one.away - other.away)
  const [first, second] = near
  return first === undefined ||
    (second !== undefined && second.away === first.away && lemmaOf(second.other) !== lemmaOf(first.other))
    ? null
    : first.other
}
