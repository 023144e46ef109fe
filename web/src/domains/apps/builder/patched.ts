import type { FieldInput } from '@caseloom/contract/field-types/fields'

/** `undefined` removes a setting. */
export function patched(field: FieldInput, over: Record<string, unknown>): FieldInput {
  const entries = Object.entries({ ...field, ...over }).filter(([, value]) => value !== undefined)
  // A panel changes settings of its own type only; publishing validates the result.
  return Object.fromEntries(entries) as FieldInput
}
