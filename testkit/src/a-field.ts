import { kindOf } from '@caseloom/contract/field-types/field-kind'
import type { Field, FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { readValue } from '@caseloom/server/domains/apps/definition/field-value.rules'
import { newId } from '@caseloom/server/platform/uuid'

/** A field by its type's own settings, with its reader, as records know it. */
export function aField(input: Record<string, unknown> & { type: FieldInput['type'] }) {
  // The readers look at the type's own settings only.
  const definition = { id: newId(), key: 'f', label: 'F', ...input } as unknown as Field
  return { kind: kindOf(definition), definition, read: (raw: JsonValue) => readValue(definition, raw) }
}
