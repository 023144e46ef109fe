import type { Parse } from './grammar.rules.ts'
import { longestPhrase } from './names.rules.ts'

const NEGATIONS = [
  'not yet? been?',
  'no longer',
  'not any? longer|more',
  'never',
  'never got?',
  'never been?',
  'without any?',
  'with no',
  'has|have|had no',
  'except for?',
  'excluding',
  'exclude',
  'other than',
  'but not',
  'but no',
  'apart from',
  'aside from',
  'not including',
  'no',
  'non',
  'minus',
  'anything but',
  'everything but|except',
  'all but',
  'but none of',
  'leaving|leave out',
  'ignoring|ignore',
  'skipping|skip',
  'minus',
  'rather than',
  'instead of',
  'different from',
  'that|which is|are no',
  'is|are no',
  'has|have|had not',
  'has|have|had not yet? been?',
  'is|are|was|were not',
  'do|does|did not',
  'do|does|did not have an?|any?',
  'can not',
  'lacking',
  'outside of?',
  'neither',
  'nor',
]
const BETWEEN = [
  'the',
  'a',
  'an',
  'any',
  'of',
  'currently',
  'yet',
  'been',
  'in',
  'marked',
  'as',
  'set',
  'to',
  'being',
  'is',
  'are',
  'were',
  'was',
  'those',
  'ones',
  'that',
  'which',
  'with',
  'at',
  'have',
  'has',
  'having',
  'still',
  'already',
]

/** Denials that leave out something of the whole: what follows them may belong to what is left out. */
const EXCLUSIONS = [
  'except for?',
  'excluding',
  'exclude',
  'other than',
  'apart from',
  'aside from',
  'not including',
  'anything but',
  'everything but|except',
  'all but',
  'but none of',
  'leaving|leave out',
  'ignoring|ignore',
  'skipping|skip',
  'minus',
]

/** Whether something is left out at a place. */
export function isExclusion(tokens: Parse['tokens'], at: number): boolean {
  return longestPhrase(tokens, at, EXCLUSIONS) > 0 || allBut(tokens, at) > 0
}

/** "All but critical ones" leaves them out, "high but unassigned" says one thing more. */
export function allBut(tokens: Parse['tokens'], at: number): number {
  if (tokens[at]?.text !== 'but') return 0
  const isAll = tokens
    .slice(0, at)
    .some(({ text }) => /^(?:all|every|everything|each|any|anything|everyone)$/.test(text))
  return isAll && !/^(?:only|also|just|still|with|that|which|are|is|not)$/.test(tokens[at + 1]?.text ?? '')
    ? 1
    : 0
}

/** How many tokens deny what follows; 0 when none do. */
export function negationAt({ tokens }: Pick<Parse, 'tokens'>, at: number): number {
  const length = Math.max(longestPhrase(tokens, at, NEGATIONS), allBut(tokens, at))
  return length === 0 ? 0 : length + skipped(tokens, at + length)
}

export function skipped(tokens: Parse['tokens'], at: number): number {
  let length = 0
  while (BETWEEN.includes(tokens[at + length]?.text ?? '') && tokens[at + length]?.kind === 'word')
    length += 1
  return length
}
