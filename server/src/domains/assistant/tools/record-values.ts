import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { titleOf } from './places.ts'

const LONGEST = 2_000

type Names = ReadonlyMap<string, string>

/** A record as tools hand it over: `{app, trackingId, title, fields: {key: value}}`. */
export function recordContent(
  app: Pick<AppView, 'key' | 'titleField' | 'fields'>,
  record: RecordView,
  names: Names,
): JsonObject {
  const byKey = new Map(app.fields.map((field) => [field.key, field]))
  const fields = Object.entries(record.fields).flatMap(([key, value]): [string, JsonValue][] => {
    if (isEmpty(value)) return []
    return [[key, readable(byKey.get(key), value, names)]]
  })
  return {
    app: app.key,
    trackingId: record.trackingId,
    title: titleOf(app, record),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    fields: Object.fromEntries(fields),
  }
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A value as one reads it: names for people, plain text for rich, options by their keys, which filters take. */
function readable(field: Field | undefined, value: JsonValue, names: Names): JsonValue {
  if (field === undefined) return cut(value)
  const { files, groups, html, users } = fieldTraits(field)
  if (users || groups) return each(value, (id) => names.get(id) ?? id)
  if (html && typeof value === 'string') return cut(plainTextOf(value))
  if (files) return each(value, String)
  return cut(value)
}

function each(value: JsonValue, named: (id: string) => string): JsonValue {
  if (typeof value === 'string') return named(value)
  if (!Array.isArray(value)) return value
  return value.map((one) => {
    if (typeof one === 'string') return named(one)
    // Files and links say what they are called.
    return typeof one === 'object' && one !== null && !Array.isArray(one) ? (one['name'] ?? one) : one
  })
}

function cut(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || value.length <= LONGEST) return value
  return `${value.slice(0, LONGEST).toWellFormed()}…`
}
