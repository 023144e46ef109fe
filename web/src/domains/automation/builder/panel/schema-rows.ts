import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { isObject } from '../model/places.ts'

export const ROW_TYPES = [
  'text',
  'longText',
  'number',
  'integer',
  'boolean',
  'date',
  'choice',
  'choices',
  'list',
] as const
export type RowType = (typeof ROW_TYPES)[number]

export interface SchemaRow {
  name: string
  title: string
  description: string
  type: RowType
  required: boolean
  options: readonly string[]
  default: JsonValue | undefined
}

const STARTS: Record<RowType, JsonObject> = {
  text: { type: 'string' },
  longText: { type: 'string', format: 'textarea' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  choice: { type: 'string' },
  choices: { type: 'array' },
  list: { type: 'array', items: { type: 'string' } },
}

/** Rows of an object schema; null if it is too complex for rows. */
export function rowsOf(schema: JsonObject | undefined): SchemaRow[] | null {
  if (schema === undefined) return []
  const {
    type = 'object',
    properties = {},
    required = [],
    $schema: _dialect,
    title: _title,
    ...rest
  } = schema
  const { additionalProperties: more, ...others } = rest
  if (type !== 'object' || !isObject(properties) || !Array.isArray(required)) return null
  if (Object.keys(others).length > 0 || (more !== undefined && typeof more !== 'boolean')) return null
  const rows = Object.entries(properties).map(([name, inner]) => rowOf(name, inner, required.includes(name)))
  return rows.every((row) => row !== null) ? rows : null
}

function rowOf(name: string, schema: JsonValue, required: boolean): SchemaRow | null {
  if (!isObject(schema)) return null
  const { title, description, default: start, ...shape } = schema
  const type = typeOf(shape)
  if (type === null) return null
  return {
    name,
    title: typeof title === 'string' ? title : '',
    description: typeof description === 'string' ? description : '',
    type: type.type,
    required,
    options: type.options,
    default: start,
  }
}

function typeOf(shape: JsonObject): { type: RowType; options: readonly string[] } | null {
  const { enum: options, ...rest } = shape
  if (Array.isArray(options))
    return isSame(rest, STARTS.choice) && options.every(isText) ? { type: 'choice', options } : null
  const { items } = shape
  if (isObject(items) && Array.isArray(items['enum'])) {
    const several: JsonValue[] = items['enum']
    const plain = isSame(shape, { type: 'array', items: { type: 'string', enum: several } })
    return plain && several.every(isText) ? { type: 'choices', options: several } : null
  }
  const found = ROW_TYPES.find((one) => one !== 'choice' && one !== 'choices' && isSame(shape, STARTS[one]))
  return found === undefined ? null : { type: found, options: [] }
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string'
}

function isSame(a: JsonObject, b: JsonObject): boolean {
  const sorted = (value: JsonObject) =>
    JSON.stringify(value, Object.keys({ ...a, ...b, type: 0, enum: 0 }).toSorted())
  return sorted(a) === sorted(b)
}

export function schemaOfRows(rows: readonly SchemaRow[], before: JsonObject | undefined): JsonObject {
  const { properties: _old, required: _needed, ...rest } = before ?? {}
  const required = rows.filter((row) => row.required).map(({ name }) => name)
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [row.name, schemaOfRow(row)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

function schemaOfRow({ title, description, type, options, default: start }: SchemaRow): JsonObject {
  const shape =
    type === 'choice'
      ? { type: 'string', enum: [...options] }
      : type === 'choices'
        ? { type: 'array', items: { type: 'string', enum: [...options] } }
        : STARTS[type]
  return {
    ...shape,
    ...(title === '' ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(start === undefined ? {} : { default: start }),
  }
}
