import type { FieldInput } from '@caseloom/contract/fields'

/** The field with some settings changed; `undefined` takes a setting away. */
export function patched(field: FieldInput, over: Record<string, unknown>): FieldInput {
  const entries = Object.entries({ ...field, ...over }).filter(([, value]) => value !== undefined)
  // The panels of a type change settings of that type only; publishing checks the whole.
  return Object.fromEntries(entries) as FieldInput
}
