import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { coerce, type JsonSchema } from '@caseloom/playbook/coerce'
import { isObject, resolved } from '../../../../ui/schema-form/schema-fields.ts'
import { typeOfSchema, typeOfValue } from '../../../../ui/expression/shape.ts'

/** Why a value would be rejected by this schema after coercion; null when it fits. */
export function misfit(
  value: JsonValue | undefined,
  schema: JsonObject,
  root: JsonObject,
): { wanted: string; given: string } | null {
  if (value === undefined) return null
  const target = resolved(schema, root)
  // The coercion reads the schema keywords it knows.
  const fitted = coerce(value, target as JsonSchema, root as JsonSchema)
  if (fitted === undefined || accepts(target, fitted, root)) return null
  return { wanted: wantedOf(target), given: shown(fitted) }
}

function accepts(schema: JsonObject, value: JsonValue, root: JsonObject): boolean {
  const target = resolved(schema, root)
  for (const name of ['anyOf', 'oneOf']) {
    const list = target[name]
    if (Array.isArray(list) && !list.filter(isObject).some((one) => accepts(one, value, root))) return false
  }
  const options = target['enum']
  if (Array.isArray(options) && !options.includes(value)) return false
  if ('const' in target && target['const'] !== value) return false
  const type = target['type']
  const types = Array.isArray(type) ? type : typeof type === 'string' ? [type] : []
  return types.length === 0 || types.some((one) => isOf(value, String(one)))
}

function isOf(value: JsonValue, type: string): boolean {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value)
  return typeOfSchema({ type }) === typeOfValue(value)
}

function wantedOf(schema: JsonObject): string {
  const options = schema['enum']
  if (Array.isArray(options)) return options.slice(0, 6).map(String).join(', ')
  return typeOfSchema(schema)
}

function shown(value: JsonValue): string {
  const type = typeOfValue(value)
  return type === 'text' ? `"${String(value).slice(0, 40)}"` : type
}
