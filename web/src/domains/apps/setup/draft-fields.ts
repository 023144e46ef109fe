import type { Field, FieldInput } from '@caseloom/contract/field-types/fields'
import type { FilterSubject } from '../../../field-types/parts/filter-choices.ts'
import { shownField } from '../../../field-types/parts/shown-field.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A field of a draft, as inputs of values take it. */
export function subjectOf(field: FieldInput): FilterSubject {
  // New fields have no ID yet; values name fields by key.
  const own = shownField({ ...field, id: field.id ?? NO_ID } as Field)
  return { key: own.key, label: own.label, type: own.type, field: own }
}

/** For a select: keys with their labels, and a key that the app no longer has. */
export function fieldChoices(
  fields: readonly FieldInput[],
  chosen: string,
  gone: (key: string) => string,
): { value: string; label: string }[] {
  const choices = fields.map(({ key, label }) => ({ value: String(key), label }))
  const isKnown = choices.some(({ value }) => value === chosen)
  return isKnown || chosen === '' ? choices : [{ value: chosen, label: gone(chosen) }, ...choices]
}

/** The same object with one of its keys renamed, in its place. */
export function renamed<Value>(
  bag: Readonly<Record<string, Value>>,
  from: string,
  to: string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(bag).map(([key, value]) => [key === from ? to : key, value]))
}

export function without<Value>(bag: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(bag).filter(([one]) => one !== key))
}
