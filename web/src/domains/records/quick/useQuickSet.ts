import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type FieldValues, RecordConflict, type RecordView } from '@caseloom/contract/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type ApiError, fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import type { ConflictedSave } from '../model/Conflicts.tsx'
import { keepSaved, saveChanges } from '../model/records.queries.ts'
import { quickEn } from './quick.en.ts'
import { pickedValue } from './quick-fields.ts'
import { useSavedNotice } from './useSavedNotice.ts'

addTexts('quick', quickEn)

interface Step {
  record: RecordView
  field: ChoiceField
  set: FieldValues
}

export interface QuickSet extends ConflictedSave {
  pick: (record: RecordView, field: ChoiceField, picked: string) => void
  /** Sets the whole value. */
  put: (record: RecordView, field: ChoiceField, value: JsonValue) => void
  /** Why the last choice was refused. */
  refusal: string | null
}

type Clash = Pick<ConflictedSave, 'conflicts'> & { step: Step | null }
const NO_CLASH: Clash = { conflicts: [], step: null }

interface QuickSetOptions {
  onSaved?: (field: string, saved: RecordView) => void
  /** Nothing was saved: it was refused, or someone else changed the same field. */
  onFailed?: (record: RecordView) => void
  /** Says why a choice was refused, where `refusal` isn't shown. */
  onRefused?: (title: string, text: string) => void
  /** The notice names the record: it's one of several on the page. */
  namesRecord?: boolean
}

/** Sets one field of a record immediately; the notice takes it back. */
export function useQuickSet(app: AppView, options: QuickSetOptions): QuickSet {
  const { t } = useTranslation('quick')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const notify = useSavedNotice(app, options.namesRecord === true)
  const [refusal, setRefusal] = useState<QuickSet['refusal']>(null)
  const [clash, setClash] = useState<Clash>(NO_CLASH)
  const mutation = useMutation({
    mutationFn: ({ record, set }: Step) =>
      saveChanges({ tenantId, appId: app.id, recordId: record.id }, record.version, set),
    onMutate: () => setRefusal(null),
    onSuccess: (saved, { record, field, set }) => {
      setClash(NO_CLASH)
      keepSaved(client, tenantId, saved)
      options.onSaved?.(field.key, saved)
      notify({ before: record, saved, sent: set })
    },
    onError: (error, step) => {
      options.onFailed?.(step.record)
      if (hasCode(error, 'resource.version_conflict')) {
        setClash({ conflicts: conflictsOf(error), step })
        // The current state has the version to save upon.
        const queryKey = keys.one(tenantId, 'records', step.record.id)
        void client.refetchQueries({ queryKey, exact: true })
        return
      }
      const text = faultsText(app, error)
      const title = t('refused', { field: step.field.label })
      if (options.onRefused === undefined) setRefusal(`${title}. ${text}`)
      else options.onRefused(title, text)
    },
  })
  const put: QuickSet['put'] = (record, field, value) =>
    mutation.mutate({ record, field, set: { [field.key]: value } })
  return {
    pick: (record, field, picked) => put(record, field, pickedValue(field, record.fields[field.key], picked)),
    put,
    refusal,
    saving: mutation.isPending,
    conflicts: clash.conflicts,
    closeConflicts: () => setClash(NO_CLASH),
    resolve: (choices) => {
      const { step } = clash
      const isTheirs = Object.values(choices).every((choice) => choice === 'theirs')
      if (step === null || isTheirs) return setClash(NO_CLASH)
      const current = client.getQueryData<RecordView>(keys.one(tenantId, 'records', step.record.id))
      mutation.mutate({ ...step, record: current ?? step.record })
    },
  }
}

function conflictsOf({ problem }: ApiError): Clash['conflicts'] {
  return z.array(RecordConflict).safeParse(problem?.['conflicts']).data ?? []
}

/** Each rejected field with its reason, or the reason of the whole. */
function faultsText(app: AppView, error: unknown): string {
  const named = fieldFaults(
    error,
    app.fields.map(({ key }) => key),
    ['fields'],
  )
  const texts = Object.entries(named).map(([key, text]) => {
    const label = app.fields.find((field) => field.key === key)?.label
    return label === undefined ? text : `${label}: ${text}`
  })
  return texts.length === 0 ? describeError(error).text : texts.join('. ')
}
