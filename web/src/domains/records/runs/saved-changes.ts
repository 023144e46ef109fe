import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { Say } from '../../../field-types/field-type.ts'
import { isEmptyValue, sameValue } from '../../../field-types/parts/field-text.ts'
import { type Vocabulary, valueWords } from '../../../field-types/workflow/rule-words.ts'

/** What a save did itself: made the record, or changed a field. */
export type SavedChange = 'created' | { field: Field; to: JsonValue }

/** The changes of a run’s save in the order of the form, without what rules set; an expired run has none. */
export function savedChanges(
  { fields, layout }: Pick<AppView, 'fields' | 'layout'>,
  run: Pick<WorkflowRunView, 'expiredAt' | 'before' | 'fields' | 'form'>,
): SavedChange[] {
  const { before } = run
  if (run.expiredAt !== null) return []
  if (before === null) return ['created']
  const places = new Map(layout.flatMap((section) => section.fields).map((key, at) => [key, at]))
  const placeOf = ({ key }: Field) => places.get(key) ?? places.size
  return fields
    .filter((field) => fieldType(field).unwritten !== true && !Object.hasOwn(run.form.values, field.key))
    .filter(({ key }) => !sameValue(before[key], run.fields[key]))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((field) => ({ field, to: run.fields[field.key] ?? null }))
}

/** A change in words; of a value that isn’t a text, only that it changed. */
export function savedText(change: SavedChange, words: Vocabulary, t: Say): string {
  if (change === 'created') return t('recordCreated')
  const { key, label: field } = change.field
  if (isEmptyValue(change.to)) return t('fieldCleared', { field })
  const value = valueWords(words, key, change.to)
  return value === '' ? t('fieldChanged', { field }) : t('fieldSet', { field, value })
}
