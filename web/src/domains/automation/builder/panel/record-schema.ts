import type { Field, FieldType } from '@caseloom/contract/fields'
import type { JsonObject } from '@caseloom/contract/json'

/** Computed or derived types, which can't be written. */
const COMPUTED: ReadonlySet<FieldType> = new Set<FieldType>(['formula', 'system', 'comments', 'clock'])

export function uniqueFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => 'unique' in field && field.unique)
}

export function setFields(fields: readonly Field[]): Field[] {
  return fields.filter(({ type }) => !COMPUTED.has(type))
}

/** The JSON Schema a field accepts; unknown fields accept anything. */
export function schemaOfField(field: Field | undefined): JsonObject {
  if (field === undefined) return {}
  const words: JsonObject = field.help === undefined ? {} : { description: field.help }
  switch (field.type) {
    case 'number':
      return { ...words, type: 'number' }
    case 'duration':
      return { ...words, type: ['string', 'number'] }
    case 'selection': {
      const options = field.options.filter(({ retired }) => retired !== true).map(({ key }) => key)
      return field.multiple
        ? { ...words, type: 'array', items: { type: 'string', enum: options } }
        : { ...words, type: 'string', enum: options }
    }
    case 'list':
      return { ...words, type: 'array', items: { type: field.of === 'number' ? 'number' : 'string' } }
    case 'text':
      return { ...words, type: 'string', ...(field.multiline ? { maxLength: 100_000 } : {}) }
    case 'user':
    case 'group':
    case 'reference':
      return field.multiple
        ? { ...words, type: 'array', items: { type: 'string' } }
        : { ...words, type: 'string' }
    case 'datetime':
    case 'date':
    case 'time':
    case 'url':
      return { ...words, type: 'string' }
    default:
      return words
  }
}
