import type { JsonValue } from '../kernel/json.ts'
import { filterRules } from './field-types/filter-rules.ts'
import type { PlainCondition } from './field-types/plain-filter.ts'

/** Whether a value satisfies a checked condition; agrees with the SQL that the same condition compiles to. */
export function conditionHolds(condition: PlainCondition, value: JsonValue): boolean {
  const { target, op } = condition
  if (op === 'empty' && target.part === undefined) return value === null
  if (value === null) return op === 'empty'
  const { holds, text = String } = filterRules(target.kind)
  if (holds !== undefined) return holds(condition, value)
  return Array.isArray(value) ? listHolds(condition, value.map(text)) : oneHolds(condition, text(value))
}

/** The same, read once for many values: what only compares texts as they are is looked up. */
export function conditionTest(condition: PlainCondition): (value: JsonValue) => boolean {
  const { target, op, values } = condition
  if (op === 'empty' && target.part === undefined) return (value) => value === null
  const { holds, text, compare } = filterRules(target.kind)
  const isPlain = holds === undefined && text === undefined && compare === undefined
  const slow = (value: JsonValue) => conditionHolds(condition, value)
  if (!isPlain || (op !== 'eq' && op !== 'in' && op !== 'contains')) return slow
  const wanted = new Set(op === 'in' ? values : values.slice(0, 1))
  const part = lower(values[0] ?? '')
  return (value) => {
    if (typeof value !== 'string') return value !== null && slow(value)
    return op === 'contains' ? lower(value).includes(part) : wanted.has(value)
  }
}

function listHolds({ op, values }: PlainCondition, list: readonly string[]): boolean {
  if (op === 'in') return values.some((value) => list.includes(value))
  const all = values.every((value) => list.includes(value))
  return op === 'contains' ? all : all && list.every((value) => values.includes(value))
}

function oneHolds({ target, op, values }: PlainCondition, value: string): boolean {
  const [wanted = ''] = values
  const { compare = inOrder } = filterRules(target.kind)
  const same = (other: string) => compare(value, other) === 0
  switch (op) {
    case 'eq':
      return same(wanted)
    case 'in':
      return values.some(same)
    case 'contains':
      return lower(value).includes(lower(wanted))
    case 'startsWith':
      return lower(value).startsWith(lower(wanted))
    case 'endsWith':
      return lower(value).endsWith(lower(wanted))
    case 'gt':
      return compare(value, wanted) > 0
    case 'gte':
      return compare(value, wanted) >= 0
    case 'lt':
      return compare(value, wanted) < 0
    case 'lte':
      return compare(value, wanted) <= 0
    case 'empty':
      return false
    default:
      return op satisfies never
  }
}

/** As PostgreSQL's lower() under ICU's root locale does it. */
function lower(text: string): string {
  return text.toLowerCase()
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
