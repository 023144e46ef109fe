import { condition, conditionItem, type Match, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { EMPTY_AFTER, emptyMatch, SET_AFTER } from './values.rules.ts'
import { negationAt } from './negations.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'

const FILLED = [
  'with an?|any|some',
  'that|which? have|has an?|any',
  'that|which have|has',
  'having an?|any',
  'have|has',
  'having',
  'carrying|containing an?|any?',
  'with',
]
/** `without a disposition`, `no tags`, `with observables`, `missing a summary`. */
export const presenceRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const negation = Math.max(
    negationAt(parse, at),
    longestPhrase(tokens, at, ['missing an?|any|the', 'lacking an?|any|the']),
  )
  const filled = longestPhrase(tokens, at, FILLED)
  const matches = subject.fields.filter(mayBeEmpty).flatMap((field): Match[] => {
    const empty = negation === 0 ? 0 : longestName(tokens, at + negation, field.names)
    if (empty > 0)
      return [emptyMatch(field, negation + empty + longestPhrase(tokens, at + negation + empty, SET_AFTER))]
    const bare = longestName(tokens, at, field.names)
    const after = bare === 0 ? 0 : longestPhrase(tokens, at + bare, EMPTY_AFTER)
    if (after > 0) return [emptyMatch(field, bare + after)]
    const where = longestPhrase(tokens, at, ['where the?', 'whose', 'in which the?', 'for which the?'])
    const said = where === 0 ? 0 : longestName(tokens, at + where, field.names)
    const blank = said === 0 ? 0 : longestPhrase(tokens, at + where + said, EMPTY_AFTER)
    if (blank > 0) return [emptyMatch(field, where + said + blank)]
    const named = filled === 0 ? 0 : longestName(tokens, at + filled, field.names)
    if (named === 0) return []
    const picked = {
      field: field.key,
      filter: condition(field.key, 'notEmpty'),
      label: `${field.label} is not empty`,
    }
    return [{ length: filled + named, items: [conditionItem(picked, 'held')] }]
  })
  return matches.toSorted((one, other) => other.length - one.length)[0] ?? null
}

/** Options and times are asked for in other ways, by other rules. */
function mayBeEmpty(field: SubjectField): boolean {
  const { clock, instant, options } = valueTraits(field)
  return !options && !instant && !clock && field.kind !== 'actor'
}
