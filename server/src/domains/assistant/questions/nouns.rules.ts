import type { Rule } from './grammar.rules.ts'
import { say } from './matches.rules.ts'
import { longestName, longestPhrase, phraseLength } from './names.rules.ts'
import { numberOf } from './time-amounts.rules.ts'
import { allBut } from './negations.rules.ts'

/** The noun of the app: `alerts`, `case records`. */
export const nounRule: Rule = ({ tokens, subject }, at) => {
  const length = longestName(tokens, at, subject.names)
  if (length === 0) return null
  const last = tokens[at + length - 1]
  const tail = longestPhrase(tokens, at + length, ['records|record|entries|queue|list'])
  const plural = last === undefined || last.text !== last.lemma || tail > 0
  return say(length + tail, { kind: 'noun', plural })
}

/** `or` and `and` between conditions. */
export const joinRule: Rule = ({ tokens }, at) => {
  const isComma = tokens[at]?.kind === 'mark' && /^[,;]$/.test(tokens[at]?.text ?? '')
  if (isComma) return say(1, { kind: 'break' })
  if (phraseLength(tokens, at, 'that|which|ones|those') > 0) return say(1, { kind: 'relative' })
  if (phraseLength(tokens, at, 'or') > 0) return say(1, { kind: 'or' })
  // "All but" leaves out what follows, "the newest but one" is another record.
  if (phraseLength(tokens, at, 'but') > 0)
    return allBut(tokens, at) > 0 || numberOf(tokens[at + 1]) !== null ? null : say(1, { kind: 'break' })
  return say(longestPhrase(tokens, at, ['and', 'as well as', 'and also', 'and that']), { kind: 'and' })
}
