import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { fileRefs } from '../model/file-refs.rules.ts'
import type { FieldShape, StoredRecord, Values } from '../model/record-shape.ts'

/**
 * What a record adopts from others: the first existing value where it has none, and missing items in lists. Each value
 * has the form in which a person would enter it, so that it is validated the same way.
 */
export function adoptedValues(
  fields: readonly FieldShape[],
  survivor: StoredRecord,
  merged: readonly StoredRecord[],
): Values {
  const taken: Record<string, JsonValue> = {}
  for (const field of fields) {
    if (isApart(field)) continue
    const own = survivor.values[field.key] ?? null
    const others = merged.flatMap((record) => record.values[field.key] ?? [])
    const first = merged.map((record) => record.values[field.key] ?? null).find((value) => value !== null)
    if (first === undefined) continue
    if (Array.isArray(first) && !kindTraits(field.kind).raw) {
      const union = unionOf(field, Array.isArray(own) ? own : [], others)
      if (union !== null) taken[field.key] = union
    } else if (own === null) taken[field.key] = first
  }
  return taken
}

/** True for fields stored outside the record or computed by the product. */
function isApart({ kind }: FieldShape): boolean {
  const { clock, column } = kindTraits(kind)
  return !column || clock
}

/** A list with what it lacked of others; null when there is nothing to add. */
export function unionOf(
  field: FieldShape,
  own: readonly JsonValue[],
  others: readonly JsonValue[],
): JsonValue[] | null {
  const known = new Set(own.map((item) => identity(field, item)))
  const more: JsonValue[] = []
  for (const item of others) {
    const name = identity(field, item)
    if (known.has(name)) continue
    known.add(name)
    more.push(item)
  }
  if (more.length === 0) return null
  const all = [...own, ...more]
  return kindTraits(field.kind).files ? fileRefs(all).map((file) => String(file.id)) : all
}

/** What makes two items of a list the same one. */
function identity({ kind }: FieldShape, item: JsonValue): string {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return JSON.stringify(item)
  if (kindTraits(kind).observables) return JSON.stringify([item['kind'] ?? null, item['value'] ?? null])
  return JSON.stringify(item['id'] ?? item)
}

/** Values that are still what merging made of them, as they were before. */
export function takenBack(
  now: Values,
  changes: readonly { field: string; from: JsonValue; to: JsonValue }[],
  isFiles: (field: string) => boolean,
): Values {
  const back: Record<string, JsonValue> = {}
  for (const { field, from, to } of changes) {
    if (JSON.stringify(now[field] ?? null) !== JSON.stringify(to)) continue
    back[field] = isFiles(field) && Array.isArray(from) ? fileRefs(from).map((file) => String(file.id)) : from
  }
  return back
}
