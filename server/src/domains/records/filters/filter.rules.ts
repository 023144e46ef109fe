import type { JsonValue } from '@caseloom/contract/json'
import type { PlainCondition } from '../../../field-types/filter-condition.ts'
import type { LinkTest, PlainFilter } from './filter-shape.ts'
import { filterRules } from './filter-targets.rules.ts'

/** The facts that a filter reads: field values by key, and system fields by name. */
export type FilterFacts = (key: string) => JsonValue

/** Facts of the linked records that the actor may see, `id` among them. */
export type LinkedFacts = (test: LinkTest) => readonly FilterFacts[]
const noLinks: LinkedFacts = () => []

/** True when the facts satisfy a checked filter; agrees with the SQL that the same filter compiles to. */
export function satisfies(filter: PlainFilter, facts: FilterFacts, linked: LinkedFacts = noLinks): boolean {
  if ('all' in filter) return filter.all.every((part) => satisfies(part, facts, linked))
  if ('any' in filter) return filter.any.some((part) => satisfies(part, facts, linked))
  if ('not' in filter) return !satisfies(filter.not, facts, linked)
  if ('has' in filter) {
    const { id, where } = filter.has
    return linked(filter.has).some(
      (other) => (id === undefined || id === other('id')) && (where === undefined || satisfies(where, other)),
    )
  }
  const value = facts(filter.target.key)
  if (filter.op === 'empty' && filter.target.part === undefined) return value === null
  if (value === null) return filter.op === 'empty'
  const { holds, text = String } = filterRules(filter.target.kind)
  if (holds !== undefined) return holds(filter, value)
  return Array.isArray(value) ? listHolds(filter, value.map(text)) : oneHolds(filter, text(value))
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
