import { writeDuration } from '@caseloom/contract/values/duration'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Condition } from '@caseloom/contract/values/filter'

type Names = ReadonlyMap<string, string>

/** What an empty value and what does not fit are called on an axis. */
const EMPTY = 'Empty'
export const OTHERS = 'Others'

/** A value of an axis in words. */
export function labelOf(field: Field | undefined, key: string | null, names: Names): string {
  if (key === null || key === '') return EMPTY
  if (field === undefined) return key
  if ('options' in field) return field.options.find((option) => option.key === key)?.label ?? key
  const { decimal, span, users } = fieldTraits(field)
  if (users) return names.get(key) ?? key.slice(0, 8)
  if (span) return writeDuration(Number(key))
  return decimal && 'prefix' in field ? `${field.prefix ?? ''}${key}${field.suffix ?? ''}` : key
}

/** The condition that finds the records of one value. */
export function conditionOf(field: Field, key: string | null): Condition {
  if (key === null) return { field: field.key, op: 'empty' }
  const { options, several, users } = fieldTraits(field)
  if (options || users) return { field: field.key, op: 'in', value: [key] }
  if (several) return { field: field.key, op: 'contains', value: [key] }
  return { field: field.key, op: 'eq', value: key }
}

/** Selections keep the order of their options; what is not one of them comes last. */
export function byOption<Item extends { key: string | null }>(field: Field, items: readonly Item[]): Item[] {
  if (!('options' in field)) return [...items]
  const places = new Map(field.options.map((option, at) => [String(option.key), at]))
  const placeOf = ({ key }: Item) => (key === null ? undefined : places.get(key)) ?? places.size
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}
