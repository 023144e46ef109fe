import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Concept } from './concepts.ts'
import type { NumberScale } from './severity-words.ts'

/** Why a value was proposed for a field; `manual` when a person chose it. */
export type MatchReason = 'name' | 'value' | 'shape' | 'default' | 'manual'

/** One value that goes to a field; fields that take several values have several. */
export type Binding = {
  field: string
  reason: MatchReason
} & (
  | {
      from: 'path'
      /** Below the event, as expressions name it. */
      path: string
      /** Values of the source, in lowercase, with the option that a person chose for each. */
      translate?: Record<string, string> | undefined
    }
  | { from: 'fixed'; value: string }
  /** The event itself. */
  | { from: 'event' }
)

/** What a kind of source is known to call its values: paths, the best first. */
export interface SourceHints {
  paths?: Partial<Record<Concept, readonly string[]>>
  scale?: NumberScale
  /** The product's name, for the field that names it. */
  product?: string
  /** What a person calls the source; used where no value names a product. */
  name?: string
}

/** What proposals and expressions are made from. */
export interface MappingBasis {
  event: JsonObject
  hints: SourceHints
  isSyslog: boolean
}
