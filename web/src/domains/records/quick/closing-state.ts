import type { AppView } from '@caseloom/contract/apps/apps'
import { closingOption, endsWork } from '@caseloom/contract/records/closing'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { type Fixed, isHidden, whyFixed } from './quick-fields.ts'
import type { ClosingState } from './useCloseForm.ts'

interface Closable {
  /** As the form shows it now. */
  app: AppView
  base: AppView
  record: RecordView
  outcome: FormOutcome | null
}

/** How a record is closed, and why it can't be; null for what has no such state, or is closed already. */
export function closingState({ app, base, record, outcome }: Closable) {
  const option = closingOption(app.fields)
  if (option === null || isHidden(outcome, option.field.key)) return null
  const { field, value } = option
  const now = record.fields[field.key]
  if (now === undefined || endsWork(field, now)) return null
  const to: ClosingState = { field: field.key, value }
  const defined = base.fields.find(({ key }) => key === field.key)
  const fixed: Fixed | null = whyFixed({ app, record, field, base: defined })
  return { to, fixed, label: field.label }
}
