import type { JsonObject } from '@caseloom/contract/json'
import type { FoundTrigger } from '../places.ts'

/** What each part of the trigger's panel is given. */
export interface TriggerPartProps {
  kind: string
  options: JsonObject
  path: FoundTrigger['path']
  readOnly: boolean
  change: (options: JsonObject) => void
}
