import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { FoundStep } from '../model/places.ts'

export interface StepPartProps {
  found: FoundStep
  readOnly: boolean
  /** Consecutive changes with the same `by` undo together. */
  change: (next: JsonObject, by?: string) => void
}
