import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { endsWork } from '@caseloom/contract/records/closing'
import type { RecordView } from '@caseloom/contract/records/records'
import { assigneeOf, drawnAs } from '@caseloom/contract/records/work-fields'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'

/** What is set by one key: `S`, `P`, and `A`. */
export type QuickKind = 'status' | 'severity' | 'assignee'
export const QUICK_KINDS: readonly QuickKind[] = ['status', 'severity', 'assignee']
export const QUICK_KEYS: Readonly<Record<QuickKind, string>> = { status: 'S', severity: 'P', assignee: 'A' }

function isChoice(field: Field): field is ChoiceField {
  return 'options' in field || fieldTraits(field).users
}

/** The field of an app that says the state, the severity, or who works on a record; undefined when it has none. */
export function quickField(
  app: Pick<AppView, 'fields' | 'assigneeField'>,
  kind: QuickKind,
): ChoiceField | undefined {
  const field = kind === 'assignee' ? assigneeOf(app) : drawnAs(app, kind === 'status' ? 'state' : 'severity')
  return field !== undefined && isChoice(field) ? field : undefined
}

/** The one of the three that a field is. */
export function quickKindOf(
  app: Pick<AppView, 'fields' | 'assigneeField'>,
  field: Field,
): QuickKind | undefined {
  return QUICK_KINDS.find((kind) => quickField(app, kind)?.key === field.key)
}

/** Fields in the header: who works on the record, and what is shown as a state. People in other roles are details. */
export function headerFields(
  app: Pick<AppView, 'fields' | 'assigneeField'>,
  outcome: FormOutcome | null,
): ChoiceField[] {
  return app.fields.filter((field): field is ChoiceField => {
    if (!isChoice(field) || isHidden(outcome, field.key)) return false
    if (fieldTraits(field).users) return (app.assigneeField ?? field.key) === field.key
    return 'display' in field && field.display !== 'plain'
  })
}

/** Rules don't show the field. */
export function isHidden(outcome: FormOutcome | null, key: string): boolean {
  return outcome?.items.get(`field:${key}`)?.visible?.value === false
}

/** Why a value can't be changed, as the key of a text; null when it can. */
export type Fixed = 'archived' | 'locked' | 'record' | 'rule' | 'field'

interface Fixing {
  app: Pick<AppView, 'archived'>
  record: Pick<RecordView, 'can' | 'lock'>
  /** As the form shows it now. */
  field: Pick<Field, 'readOnly'>
  /** As it is defined. */
  base?: Pick<Field, 'readOnly'> | undefined
}

export function whyFixed({ app, record, field, base = field }: Fixing): Fixed | null {
  if (app.archived === true) return 'archived'
  if (!record.can.update) return record.lock === null ? 'record' : 'locked'
  if (!field.readOnly) return null
  return base.readOnly ? 'field' : 'rule'
}

/** The value after a choice: one of several is added or removed, and the empty choice clears. */
export function pickedValue(
  field: Pick<ChoiceField, 'multiple'>,
  value: JsonValue | undefined,
  picked: string,
): JsonValue {
  if (!field.multiple) return picked === '' ? null : picked
  const chosen = chosenOf(value)
  if (picked === '') return []
  return chosen.includes(picked) ? chosen.filter((one) => one !== picked) : [...chosen, picked]
}

/** Whether a choice ends the work on the record, so that closing has to be asked for. */
export function closesWith(field: ChoiceField, before: JsonValue | undefined, picked: string): boolean {
  return endsWork(field, pickedValue(field, before, picked)) && !endsWork(field, before)
}

export function chosenOf(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}
