import { conditionItem, matched, type Rule } from './grammar.rules.ts'
import { longestPhrase } from './names.rules.ts'
import { negationAt } from './negations.rules.ts'
import { pickOptions } from './values.rules.ts'

const OPEN = [
  'open',
  'still open',
  'unresolved',
  'active',
  'outstanding',
  'ongoing',
  'unclosed',
  'unfinished',
  'not resolved|finished|done|over|completed',
  'not yet? been? resolved|finished|done|completed',
  'still active|ongoing|outstanding|unresolved',
  'still not resolved|finished|done',
  'not over|finished yet',
  'in the? backlog',
  'backlog',
]

/** Whose work is not over: `open`, `unresolved`. */
export const openRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  if (subject.status === null || subject.status.options.some(({ key }) => key === 'open')) return null
  const negation = negationAt(parse, at)
  const length = longestPhrase(tokens, at + negation, OPEN)
  // "Open it" wants to be led there.
  if (length === 0 || (at === 0 && /^(?:it|them|this|that|these|those)$/.test(tokens[length]?.text ?? '')))
    return null
  const options = subject.status.options.filter(({ key }) => subject.closed.includes(key))
  const picked = pickOptions(subject.status, options, negation === 0)
  return matched(negation + length, conditionItem({ ...picked, label: negation === 0 ? 'Open' : 'Not open' }))
}
