import { condition, conditionItem, type Match, type Parse, type Picked, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { type SubjectField, type SubjectOption } from './subject.rules.ts'
import { negationAt } from './negations.rules.ts'
import { comparedAt } from './ranked-options.rules.ts'
import { isOption, optionsAt } from './named-options.rules.ts'

/** A condition on options of one field. */
export function pickOptions(
  field: SubjectField,
  options: readonly SubjectOption[],
  negative: boolean,
): Picked {
  const keys = [...new Set(options.map(({ key }) => key))]
  const labels = [...new Set(options.map(({ label }) => label))]
  const op = negative ? 'notIn' : 'in'
  return {
    field: field.key,
    filter: condition(field.key, op, keys),
    label: `${field.label} ${negative ? 'is not' : 'is'} ${labels.join(' or ')}`,
    options: { keys, negative },
  }
}

/** `critical`, `high severity`, `not closed or promoted`, `at least high`. */
export const optionRule: Rule = (parse, at) => {
  // "Not applicable" is an option, not the denial of one.
  const isWhole = (optionsAt(parse, at)?.length ?? 0) > 0
  const negation = isWhole ? 0 : negationAt(parse, at)
  const start = at + negation
  const found = comparedAt(parse, start) ?? optionsAt(parse, start)
  if (found === null) return fieldOptionRule(parse, at)
  const end = start + found.length
  const after = longestName(parse.tokens, end, found.field.names)
  const own = {
    length: negation + found.length + after,
    items: [conditionItem(pickOptions(found.field, found.options, negation > 0))],
  }
  const named = fieldOptionRule(parse, at)
  return named !== null && named.length > own.length ? named : own
}

const IS = [
  'is still?',
  'is either',
  'are either',
  'equals',
  'set',
  'being',
  'are',
  'of',
  'equals',
  'equal to',
  'set to',
  'as',
  'was',
  'were',
  'being',
  'is set to',
  'has',
  'in',
]

/** `severity is high`, `impact: none`, `low impact`, `with no disposition`. */
function fieldOptionRule(parse: Parse, at: number): Match | null {
  const before = negationAt(parse, at)
  const matches = parse.subject.fields.filter(isOption).flatMap((field): Match[] => {
    const named = longestName(parse.tokens, at + before, field.names)
    if (named > 0) return fieldFirst(parse, { at, before, field, named })
    const values = optionsAt(parse, at + before, field)
    if (values === null) return []
    const after = longestName(parse.tokens, at + before + values.length, field.names)
    if (after === 0) return []
    const item = conditionItem(pickOptions(field, values.options, before > 0))
    return [{ length: before + values.length + after, items: [item] }]
  })
  return matches.toSorted((one, other) => other.length - one.length)[0] ?? null
}

interface FieldFirst {
  at: number
  before: number
  field: SubjectField
  named: number
}

function fieldFirst(parse: Parse, { at, before, field, named }: FieldFirst): Match[] {
  const { tokens } = parse
  const mark = tokens[at + before + named]?.text ?? ''
  const sign = ['=', '==', '!=', '<>'].includes(mark) ? 1 : 0
  const is = Math.max(sign, longestPhrase(tokens, at + before + named, IS))
  const isWhole = optionsAt(parse, at + before + named + is, field) !== null
  const inner = isWhole ? 0 : negationAt(parse, at + before + named + is)
  const start = at + before + named + is + inner
  const values = comparedAt(parse, start, field) ?? optionsAt(parse, start, field)
  if (values !== null) {
    const isOther = mark === '!=' || mark === '<>'
    const negative = before > 0 !== (inner > 0 || isOther)
    const item = conditionItem(pickOptions(field, values.options, negative))
    return [{ length: start + values.length - at, items: [item] }]
  }
  const after = at + before + named
  if (before > 0) return [emptyMatch(field, before + named + longestPhrase(tokens, after, SET_AFTER))]
  const empty = longestPhrase(tokens, after, EMPTY_AFTER)
  return empty === 0 ? [] : [emptyMatch(field, named + empty)]
}

export function emptyMatch(field: SubjectField, length: number): Match {
  const picked = { field: field.key, filter: condition(field.key, 'empty'), label: `${field.label} is empty` }
  return { length, items: [conditionItem(picked)] }
}

export const EMPTY_AFTER = [
  'is|are empty|missing|unset|blank',
  'is|are not set|filled',
  'is|are not filled in',
  'has|have not been set|filled',
  'has|have not been filled in',
  'not set',
  'unset',
  'missing',
  'empty',
  'blank',
]
/** After a field that is denied: `no impact set`, `without a disposition yet`. */
export const SET_AFTER = ['set', 'given', 'recorded', 'entered', 'filled in', 'chosen', 'set yet', 'yet']
