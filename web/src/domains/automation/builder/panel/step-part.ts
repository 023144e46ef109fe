import type { JsonObject } from '@caseloom/contract/json'
import type { FoundStep } from '../places.ts'

/** What each part of the step's panel is given. */
export interface StepPartProps {
  found: FoundStep
  readOnly: boolean
  /** Changes the step; changes with the same `by` in a row are taken back together. */
  change: (next: JsonObject, by?: string) => void
}
