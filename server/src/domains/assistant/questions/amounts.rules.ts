import { type Match, type Parse, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { amountAt, numberOf } from './time-amounts.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'

const GREATER = [
  'over',
  'above',
  'more than',
  'greater than',
  'higher than',
  'longer than',
  'exceeding',
  'of more than',
  'of over',
]

const LESS = [
  'under',
  'below',
  'less than',
  'lower than',
  'smaller than',
  'shorter than',
  'of less than',
  'fewer than',
  'of under',
]

const LEAST = ['at least', 'no less than', 'of at least']

const MOST = ['at most', 'no more than', 'up to', 'of at most', 'within']

const EQUAL = ['of', 'is', 'equal to', 'equals', 'exactly', 'of exactly', 'is exactly']

/** Numbers and durations: `score over 80`, `time to close under 2 hours`, `score between 20 and 40`. */
export const amountRule: Rule = ({ tokens, subject }, at) => {
  const lead = longestPhrase(tokens, at, ['with an?', 'with', 'whose', 'where the?', 'having an?'])
  return best(
    subject.fields
      .filter((field) => valueTraits(field).decimal)
      .flatMap((field): Match[] => {
        const named = longestName(tokens, at + lead, field.names)
        if (named === 0) return []
        const is = longestPhrase(tokens, at + lead + named, ['is', 'was', 'are', 'of'])
        const compared =
          comparedAmount(tokens, at + lead + named + is, field) ??
          comparedAmount(tokens, at + lead + named, field)
        if (compared === null) return []
        const skip = comparedAmount(tokens, at + lead + named + is, field) === null ? 0 : is
        const { length, op, value, said } = compared
        const picked = {
          field: field.key,
          filter: condition(field.key, op, value),
          label: `${field.label} ${said}`,
        }
        return [{ length: lead + named + skip + length, items: [conditionItem(picked)] }]
      }),
  )
}

interface Compared {
  length: number
  op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'between'
  value: number | number[]
  said: string
}

function comparedAmount(tokens: Parse['tokens'], at: number, field: SubjectField): Compared | null {
  const between = longestPhrase(tokens, at, ['between'])
  if (between > 0) {
    const first = valueAt(tokens, at + 1, field)
    const second = first === null ? null : valueAt(tokens, at + 2 + first.length, field)
    if (first === null || second === null || tokens[at + 1 + first.length]?.text !== 'and') return null
    const length = 2 + first.length + second.length
    return {
      length,
      op: 'between',
      value: [first.value, second.value],
      said: `between ${first.said} and ${second.said}`,
    }
  }
  for (const [phrases, marks, op, word] of [
    [GREATER, ['>'], 'gt', 'over'],
    [LESS, ['<'], 'lt', 'under'],
    [LEAST, ['>='], 'gte', 'at least'],
    [MOST, ['<='], 'lte', 'at most'],
    [EQUAL, ['='], 'eq', 'is'],
  ] as const) {
    const mark = marks.some((one) => one === tokens[at]?.text) ? 1 : 0
    const lead = Math.max(mark, longestPhrase(tokens, at, phrases))
    const found = lead === 0 ? null : valueAt(tokens, at + lead, field)
    if (found !== null)
      return { length: lead + found.length, op, value: found.value, said: `${word} ${found.said}` }
  }
  return null
}

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 }

function valueAt(
  tokens: Parse['tokens'],
  at: number,
  field: SubjectField,
): { length: number; value: number; said: string } | null {
  if (valueTraits(field).span) {
    const amount = amountAt(tokens, at)
    const seconds = amount === null ? undefined : SECONDS[amount.unit]
    if (amount === null || seconds === undefined) return null
    return { length: amount.length, value: amount.amount * seconds, said: `${amount.amount}${amount.unit}` }
  }
  const value = numberOf(tokens[at])
  return value === null ? null : { length: 1, value, said: String(value) }
}

const TOOK: readonly [string, RegExp][] = [
  ['to acknowledge', /acknowledge/],
  ['to close', /close/],
  ['to be closed', /close/],
  ['to resolve', /resolve/],
  ['to be resolved', /resolve/],
]

const DONE: readonly [RegExp, string][] = [
  [/acknowledge/, 'acknowledged|acked'],
  [/close/, 'closed'],
  [/resolve/, 'resolved|closed'],
]

/** `acknowledged in under 30 minutes`, `closed in less than a day`; "closed within a day" may be meant of the last one. */
export const doneRule: Rule = ({ tokens, subject }, at) => {
  for (const field of subject.fields.filter((one) => valueTraits(one).span)) {
    const [, verbs] = DONE.find(([form]) => form.test(field.key)) ?? []
    if (verbs === undefined) continue
    const verb = longestPhrase(tokens, at, [`that? were|was|got? ${verbs}`, verbs])
    const into = verb === 0 ? 0 : longestPhrase(tokens, at + verb, ['in', 'after', 'only? after'])
    const within = verbs.startsWith('ack') ? longestPhrase(tokens, at + verb, ['within']) : 0
    const start = at + verb + into
    const compared = verb === 0 || into + within === 0 ? null : comparedAmount(tokens, start, field)
    if (compared === null) continue
    const { op, value, length, said } = compared
    const picked = {
      field: field.key,
      filter: condition(field.key, op, value),
      label: `${field.label} ${said}`,
    }
    return { length: start + length - at, items: [conditionItem(picked)] }
  }
  return null
}

/** `took longer than 4 hours to close`, `took more than a day to resolve`. */
export const tookRule: Rule = ({ tokens, subject }, at) => {
  const lead = longestPhrase(tokens, at, ['that? took', 'taking', 'that? needed'])
  if (lead === 0) return null
  for (const field of subject.fields.filter((one) => valueTraits(one).span)) {
    const compared = comparedAmount(tokens, at + lead, field)
    if (compared === null) continue
    const end = at + lead + compared.length
    const [said] = TOOK.filter(
      ([phrase, form]) => form.test(field.key) && longestPhrase(tokens, end, [phrase]) > 0,
    )
    if (said === undefined) continue
    const { op, value } = compared
    const picked = {
      field: field.key,
      filter: condition(field.key, op, value),
      label: `${field.label} ${compared.said}`,
    }
    return { length: end + longestPhrase(tokens, end, [said[0]]) - at, items: [conditionItem(picked)] }
  }
  return null
}
