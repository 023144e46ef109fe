import type { PlainCondition } from '@caseloom/contract/filters/field-types/plain-filter'
import type { AppTable } from '../model/record-shape.ts'

/**
 * Matches when a linked record visible to the actor exists: any, the one with this ID, or one that satisfies `where`.
 */
export interface LinkTest {
  /** The key as requested. */
  key: string
  fieldId: string
  /** `out` from the record to others, `in` from others to it. */
  direction: 'out' | 'in'
  other: AppTable
  /** The actor's principals; null if the actor can't see the other app. */
  principals: readonly string[] | null
  id?: string
  where?: PlainFilter
}

/** A checked filter, compiled to SQL and evaluated in memory alike. */
export type PlainFilter =
  | { all: readonly PlainFilter[] }
  | { any: readonly PlainFilter[] }
  | { not: PlainFilter }
  | { has: LinkTest }
  | PlainCondition
