import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { KeyboardEvent } from 'react'
import { hasLogic } from '../logic/logic-settings.ts'
import { useFormLogic } from '../logic/useFormLogic.ts'
import { faultsOf, useRecordForm } from '../model/useRecordForm.ts'
import { askedFields } from './close-fields.ts'
import { onCloseKey } from './close-keys.ts'
import { hasRows } from './offered-options.ts'

/** The state that closes a record. */
export interface ClosingState {
  field: string
  value: string
}

/** A form in which the record is closed already: it asks for what the app's rules ask for then, while one chooses. */
export function useCloseForm(app: AppView, record: RecordView, to: ClosingState) {
  const form = useRecordForm(app, record, { [to.field]: to.value })
  const stored = useRecordForm(app, record)
  const logic = useFormLogic(app, record, form)
  const before = useFormLogic(app, record, stored)
  // Where the rules can't be evaluated, the server says what it misses.
  const isReady =
    !hasLogic(app) || [logic, before].every(({ outcome, isFaulty }) => outcome !== null || isFaulty)
  const fields = isReady
    ? askedFields({
        app: logic.app,
        outcome: logic.outcome,
        before: before.outcome,
        record,
        state: to.field,
        rejected: Object.keys(form.errors),
      })
    : []
  /** The first field of rows takes the digits. */
  const byDigit = fields.find(hasRows)
  return {
    form,
    fields,
    /** Faults of fields that it doesn't ask for: hidden, read-only, or the state itself. */
    otherFaults: faultsOf(app, form).filter(({ key }) => !fields.some((field) => field.key === key)),
    isReady,
    byDigit,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onCloseKey(event, byDigit, form.set),
  }
}

export type CloseForm = ReturnType<typeof useCloseForm>
