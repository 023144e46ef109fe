import type { Field, FieldType } from '@caseloom/contract/fields'
import type { JsonObject } from '@caseloom/contract/json'

/** Types that nobody writes: the product works them out, or they hold what is written elsewhere. */
const COMPUTED: ReadonlySet<FieldType> = new Set<FieldType>(['formula', 'system', 'comments', 'clock'])

/** Fields by which a record may be found: their values are unique. */
export function uniqueFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => 'unique' in field && field.unique)
}

/** Fields that a playbook may write. */
export function setFields(fields: readonly Field[]): Field[] {
  return fields.filter(({ type }) => !COMPUTED.has(type))
}

/** The JSON Schema of what a field takes, for its control and for warnings; what is unknown takes anything. */
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
