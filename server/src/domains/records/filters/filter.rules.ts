import type { JsonValue } from '@caseloom/contract/kernel/json'
import { conditionHolds } from '@caseloom/contract/filters/satisfies'
import type { LinkTest, PlainFilter } from './filter-shape.ts'

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
  return conditionHolds(filter, facts(filter.target.key))
}
