import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { isObject } from '../model/places.ts'
import { propertiesOf } from './controls.ts'

/** Changes a step's action, preserving inputs and options the new one also has. */
export function withAction(step: JsonObject, name: string, action: ActionView | undefined): JsonObject {
  const before = isObject(step['with']) ? step['with'] : {}
  const known = new Set(
    action === undefined ? Object.keys(before) : propertiesOf(action.input).map((one) => one.name),
  )
  const inputs = Object.fromEntries(Object.entries(before).filter(([property]) => known.has(property)))
  const { asset, retry, timeout, ...rest } = step
  const waits = action === undefined || action.kind === 'effect' || action.kind === 'listen'
  return {
    ...rest,
    action: name,
    with: inputs,
    ...(asset === undefined || action?.asset === null ? {} : { asset }),
    ...(retry === undefined || !waits ? {} : { retry }),
    ...(timeout === undefined || !waits ? {} : { timeout }),
  }
}
