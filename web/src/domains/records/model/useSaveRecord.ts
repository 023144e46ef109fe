import { RecordConflict, type FieldValues, type RecordView } from '@caseloom/contract/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { keepSaved, saveChanges } from './records.queries.ts'
import type { RecordForm } from './useRecordForm.ts'

type Conflicts = z.infer<typeof RecordConflict>[]

interface SaveOptions {
  tenantId: string
  app: AppView
  record: RecordView
  form: RecordForm
  /** Says what was saved instead of the usual notice; `before` is the record as it was when it was sent. */
  onSaved?: (saved: RecordView, before: RecordView) => void
}

/** Faults go to their fields, conflicts to the dialog; no input is lost. */
export function useSaveRecord({ tenantId, app, record, form, onSaved }: SaveOptions) {
  const { t } = useTranslation('records')
  const client = useQueryClient()
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const [conflicts, setConflicts] = useState<Conflicts>([])
  const base = useBase(record, form)
  const mutation = useMutation({
    mutationFn: ({ version, values }: { version: number; values: FieldValues; before: RecordView }) =>
      saveChanges({ tenantId, appId: app.id, recordId: record.id }, version, values),
    onMutate: () => setFailure(null),
    onSuccess: (saved, { before }) => {
      setConflicts([])
      form.clear()
      keepSaved(client, tenantId, saved)
      if (onSaved === undefined) toast({ kind: 'success', title: t('page.saved') })
      else onSaved(saved, before)
    },
    onError: (error) => {
      if (hasCode(error, 'resource.version_conflict')) {
        const parsed = z.array(RecordConflict).safeParse(error.problem?.['conflicts'])
        setConflicts(parsed.success ? parsed.data : [])
        // The current state is needed for the version to save upon.
        void client.refetchQueries({ queryKey: keys.one(tenantId, 'records', record.id), exact: true })
        return
      }
      const { '': rest, ...faults } = fieldFaults(
        error,
        app.fields.map((field) => field.key),
        ['fields'],
      )
      form.setErrors(faults)
      if (rest !== undefined || Object.keys(faults).length === 0) setFailure(describeError(error))
    },
  })
  const send = (version: number, values: FieldValues) => {
    if (Object.keys(values).length > 0) return mutation.mutate({ version, values, before: record })
    setConflicts([])
    form.clear()
  }
  return {
    saving: mutation.isPending,
    failure,
    conflicts,
    closeConflicts: () => setConflicts([]),
    save: () => {
      const values = form.read()
      if (values !== null) send(base, values)
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

/**
 * The version at the start of editing. The page shows others' saves; saving upon those would overwrite their change
 * of the same field without asking.
 */
function useBase(record: RecordView, form: RecordForm): number {
  const [begun, setBegun] = useState<number | null>(null)
  if (form.touched && begun === null) setBegun(record.version)
  if (!form.touched && begun !== null) setBegun(null)
  return begun ?? record.version
}
