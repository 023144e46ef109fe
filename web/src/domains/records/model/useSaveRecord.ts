import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { keepSaved, saveChanges } from './records.queries.ts'
import type { RecordForm } from './useRecordForm.ts'
import { useRejection } from './useRejection.ts'

interface SaveOptions {
  tenantId: string
  app: AppView
  record: RecordView
  form: RecordForm
  /** `before` is the record as it was when its changes were sent. */
  onSaved: (change: { saved: RecordView; before: RecordView; sent: FieldValues }) => void
}

/** Saves all that was changed in a form, or nothing. Faults go to their fields, conflicts to the dialog; no input is lost. */
export function useSaveRecord({ tenantId, app, record, form, onSaved }: SaveOptions) {
  const client = useQueryClient()
  const rejection = useRejection({ tenantId, app, record })
  const { failure, conflicts, closeConflicts } = rejection
  const mutation = useMutation({
    mutationFn: ({ version, values }: { version: number; values: FieldValues; before: RecordView }) =>
      saveChanges({ tenantId, appId: app.id, recordId: record.id }, version, values),
    onMutate: rejection.forget,
    onSuccess: (saved, { before, values }) => {
      closeConflicts()
      form.clear()
      keepSaved(client, tenantId, saved)
      onSaved({ saved, before, sent: values })
    },
    onError: (error) => form.setErrors(rejection.take(error).faults),
  })
  const send = (version: number, values: FieldValues) => {
    if (Object.keys(values).length > 0) return mutation.mutate({ version, values, before: record })
    closeConflicts()
    form.clear()
  }
  return {
    saving: mutation.isPending,
    failure,
    conflicts,
    closeConflicts,
    save: () => {
      const values = form.read()
      if (values !== null) send(form.baseOf(Object.keys(values)), values)
    },
    resolve: (choices: Record<string, ConflictChoice>) => {
      const values = form.read()
      if (values === null) return
      // Their changes have been reviewed by now.
      send(
        record.version,
        Object.fromEntries(Object.entries(values).filter(([key]) => choices[key] !== 'theirs')),
      )
    },
  }
}
