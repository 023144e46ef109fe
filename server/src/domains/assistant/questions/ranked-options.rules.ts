import type { Parse } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import type { SubjectField } from './subject.rules.ts'
import { optionAt, type Options } from './named-options.rules.ts'

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
export function comparedAt(parse: Parse, at: number, only?: SubjectField): Options | null {
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
  const named = longestName(tokens, at + found.length, found.field.names)
  const end = at + found.length + named
  const plus = tokens[end]?.text === '+' ? 1 : 0
  const up = Math.max(plus, longestPhrase(tokens, end, UP_AFTER))
  if (up > 0) return ordered({ ...own, length: own.length + named + up }, 'up', true)
  const down = longestPhrase(tokens, end, DOWN_AFTER)
  return down === 0 ? null : ordered({ ...own, length: own.length + named + down }, 'down', true)
}
