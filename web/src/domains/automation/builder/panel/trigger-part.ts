import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { FoundTrigger } from '../model/places.ts'

export interface TriggerPartProps {
  kind: string
  options: JsonObject
  path: FoundTrigger['path']
  readOnly: boolean
  change: (options: JsonObject) => void
}
