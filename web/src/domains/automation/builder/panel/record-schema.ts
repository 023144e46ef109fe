import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { webType } from '../../../../field-types/registry.ts'

export function uniqueFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => 'unique' in field && field.unique)
}

export function setFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => fieldType(field).unwritten !== true)
}

/** The JSON Schema a field accepts; unknown fields accept anything. */
export function schemaOfField(field: Field | undefined): JsonObject {
  if (field === undefined) return {}
  const words: JsonObject = field.help === undefined ? {} : { description: field.help }
  return { ...words, ...webType(field).schema?.(field) }
}
