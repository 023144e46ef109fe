import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { closingOption, endsWork } from '@caseloom/contract/records/closing'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { type Fixed, isHidden, QUICK_KINDS, type QuickKind, quickField, whyFixed } from './quick-fields.ts'
import type { ClosingState } from './useCloseForm.ts'

/** What one key asks for in a list. */
export type RowKind = QuickKind | 'close'

interface Asked {
  /** As the form shows it now. */
  app: AppView
  base: AppView
  record: RecordView
  outcome: FormOutcome | null
}

/** `hidden` by a rule, `unread` by the user, `closed` already, or closing isn't among the states that rules offer. */
type Reason = Fixed | 'hidden' | 'unread' | 'closed' | 'unoffered'

/** What a key of a row leads to: a menu, the dialog that closes, or the reason why there is none. */
export type RowAnswer =
  | { leads: 'menu'; field: ChoiceField }
  | { leads: 'close'; to: ClosingState }
  | { leads: 'nowhere'; why: Reason; label: string }

/** Keys that an app has fields for. */
export function rowKinds(app: Pick<AppView, 'fields' | 'assigneeField'>): RowKind[] {
  const kinds: RowKind[] = QUICK_KINDS.filter((kind) => quickField(app, kind) !== undefined)
  return closingOption(app.fields) === null ? kinds : [...kinds, 'close']
}

export function rowAnswer(asked: Asked, kind: RowKind): RowAnswer {
  return kind === 'close' ? closeAnswer(asked) : menuAnswer(asked, kind)
}

function menuAnswer(asked: Asked, kind: QuickKind): RowAnswer {
  const field = quickField(asked.app, kind)
  // Keys without a field aren't offered.
  if (field === undefined) return { leads: 'nowhere', why: 'unread', label: '' }
  const why = whyNot(asked, field)
  return why === null ? { leads: 'menu', field } : { leads: 'nowhere', why, label: field.label }
}

function closeAnswer(asked: Asked): RowAnswer {
  const closing = closingOption(asked.app.fields)
  if (closing === null) return { leads: 'nowhere', why: 'unoffered', label: '' }
  const { field, value } = closing
  const isClosed = endsWork(field, asked.record.fields[field.key])
  const why = isClosed ? 'closed' : whyNot(asked, field)
  if (why !== null) return { leads: 'nowhere', why, label: field.label }
  return { leads: 'close', to: { field: field.key, value } }
}

function whyNot({ app, base, record, outcome }: Asked, field: Field): Reason | null {
  const { key } = field
  if (isHidden(outcome, key)) return 'hidden'
  if (record.fields[key] === undefined) return 'unread'
  return whyFixed({ app, record, field, base: base.fields.find((one) => one.key === key) })
}
