import { condition, conditionItem, type Match, type Parse, type Picked, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { needsField, type SubjectField, type SubjectOption, valueTraits } from './subject.rules.ts'

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

/** "All but critical ones" leaves them out, "high but unassigned" says one thing more. */
function allBut(tokens: Parse['tokens'], at: number): number {
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

interface FoundOption {
  field: SubjectField
  option: SubjectOption
  length: number
}

const isOption = (field: SubjectField) => valueTraits(field).options

/** The option named at a place: of one field, or of the only or most obvious one that has it. */
export function optionAt({ tokens, subject }: Parse, at: number, only?: SubjectField): FoundOption | null {
  const fields = only === undefined ? subject.fields.filter(isOption) : [only]
  const found = fields.flatMap((field) =>
    field.options.flatMap((option): FoundOption[] => {
      // "Data" says too little by itself, "data loss" does not.
      const own =
        only === undefined && needsField(option)
          ? option.names.filter((name) => name.length > 1)
          : option.names
      const names = only === undefined ? own : [...own, option.key.split('_')]
      const length = longestName(tokens, at, names)
      return length === 0 ? [] : [{ field, option, length }]
    }),
  )
  const most = Math.max(0, ...found.map(({ length }) => length))
  const longest = found.filter(({ length }) => length === most)
  if (longest.length <= 1) return longest[0] ?? null
  const obvious = longest.filter(({ field }) => field.display === 'severity')
  const stated = obvious.length > 0 ? obvious : longest.filter(({ field }) => field.display === 'state')
  return stated.length === 1 ? (stated[0] ?? null) : null
}

interface Options {
  field: SubjectField
  options: SubjectOption[]
  length: number
}

const JOINTS = ['or', 'and', 'nor', 'and or', 'as well as']

/** How many tokens join two values: `or`, `, and`, `/`. */
export function jointAt(tokens: Parse['tokens'], at: number): number {
  const comma = tokens[at]?.kind === 'mark' && [',', '/', '&'].includes(tokens[at]?.text ?? '') ? 1 : 0
  const length = comma + longestPhrase(tokens, at + comma, JOINTS)
  return length
}

/** One option or several of the same field: `critical, high or medium`. */
export function optionsAt(parse: Parse, at: number, only?: SubjectField): Options | null {
  const first = optionAt(parse, at, only)
  if (first === null) return null
  const options = [first.option]
  let length = first.length
  for (;;) {
    const joint = jointAt(parse.tokens, at + length)
    if (joint === 0) break
    const start = at + length + joint
    const article = ['the', 'a', 'an'].includes(parse.tokens[start]?.text ?? '') ? 1 : 0
    const next = optionAt(parse, start + article, first.field)
    if (next === null || next.field !== first.field) break
    options.push(next.option)
    length += joint + article + next.length
  }
  return { field: first.field, options, length }
}

/** Options from one up or down, in the order of the field. */
function ordered(
  { field, options, length }: Options,
  direction: 'up' | 'down',
  inclusive: boolean,
): Options | null {
  const [only] = options
  if (options.length !== 1 || only === undefined || !isRanked(field)) return null
  const at = field.options.indexOf(only)
  const rest =
    direction === 'up'
      ? field.options.slice(inclusive ? at : at + 1)
      : field.options.slice(0, inclusive ? at + 1 : at)
  return rest.length === 0 ? null : { field, options: rest, length }
}

export function isRanked({ key, display }: SubjectField): boolean {
  return display === 'severity' || /^(?:severity|criticality|impact|priority)$/.test(key)
}

const UP_AFTER = [
  'or|and higher|above|worse|up|over|greater|more|upward|upwards|beyond',
  'or|and more severe|serious|critical',
  'or|and better',
  'or|and everything above|worse|higher',
  'and anything above|worse|higher',
  'upwards',
  'plus',
  'at least',
  'at minimum',
]
const DOWN_AFTER = [
  'or|and lower|below|less|under|down|downward|downwards',
  'or|and less severe|serious|critical',
  'or|and everything below|lower',
  'at most',
]
const UP_BEFORE = [
  'at least',
  'minimum',
  'min',
  'no less than',
  'not less than',
  'not below',
  'not under',
  'not lower than',
]
const DOWN_BEFORE = [
  'at most',
  'no more than',
  'no higher than',
  'not above',
  'not higher than',
  'up to',
  'maximum',
]
const ABOVE = ['above', 'higher|greater|worse|more than', 'more severe|critical|serious than', 'over']
const BELOW = ['below', 'lower|less than', 'less severe|critical|serious than', 'under', 'beneath']
/** Signs that compare, as in `severity >= high`. */
const SIGNS: Readonly<Record<string, readonly ['up' | 'down', boolean]>> = {
  '>=': ['up', true],
  '<=': ['down', true],
  '>': ['up', false],
  '<': ['down', false],
}

/** Options with what compares them: `at least high`, `medium or lower`, `high+`. */
function comparedAt(parse: Parse, at: number, only?: SubjectField): Options | null {
  const { tokens } = parse
  const sign = SIGNS[tokens[at]?.kind === 'mark' ? (tokens[at]?.text ?? '') : '']
  const signed = sign === undefined ? null : optionAt(parse, at + 1, only)
  if (sign !== undefined && signed !== null) {
    const own = { field: signed.field, options: [signed.option], length: 1 + signed.length }
    return ordered(own, sign[0], sign[1])
  }
  for (const [phrases, direction, inclusive] of [
    [UP_BEFORE, 'up', true],
    [DOWN_BEFORE, 'down', true],
    [ABOVE, 'up', false],
    [BELOW, 'down', false],
  ] as const) {
    const lead = longestPhrase(tokens, at, phrases)
    const found = lead === 0 ? null : optionAt(parse, at + lead, only)
    if (found === null) continue
    const { field, option, length } = found
    const range = ordered({ field, options: [option], length: lead + length }, direction, inclusive)
    if (range !== null) return range
  }
  const found = optionAt(parse, at, only)
  if (found === null) return null
  const own = { field: found.field, options: [found.option], length: found.length }
  const end = at + found.length
  const plus = tokens[end]?.text === '+' ? 1 : 0
  const up = Math.max(plus, longestPhrase(tokens, end, UP_AFTER))
  if (up > 0) return ordered({ ...own, length: own.length + up }, 'up', true)
  const down = longestPhrase(tokens, end, DOWN_AFTER)
  return down === 0 ? null : ordered({ ...own, length: own.length + down }, 'down', true)
}

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
  const negation = negationAt(parse, at)
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
  const sign = ['=', '=='].includes(tokens[at + before + named]?.text ?? '') ? 1 : 0
  const is = Math.max(sign, longestPhrase(tokens, at + before + named, IS))
  const inner = negationAt(parse, at + before + named + is)
  const start = at + before + named + is + inner
  const values = comparedAt(parse, start, field) ?? optionsAt(parse, start, field)
  if (values !== null) {
    const negative = before > 0 !== inner > 0
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
