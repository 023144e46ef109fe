import type { ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { faultsOfIssues } from '../../../ui/draft/faults.ts'
import { useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { useSettingsDraft } from '../../../ui/admin/use-settings-draft.ts'
import { toast } from '../../../ui/toast.tsx'
import { bodyOf, type Draft, draftOf, faultsOf } from './model-draft.ts'
import { modelQuery, saveModel, tryDraft } from './model.queries.ts'

export function useModelDraft(loaded: ModelSettings) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const settings = useSettingsDraft({ loaded, draftOf, faultsOf })
  const { base, draft, setFaults, setFailure } = settings
  const take = (stored: ModelSettings) => {
    client.setQueryData(modelQuery(accountId).queryKey, stored)
    settings.begin(stored, draftOf(stored))
    settings.clear()
  }
  const onFailed = (error: unknown) => {
    if (error instanceof ApiError && error.issues.length > 0) return setFaults(faultsOfIssues(error.issues))
    setFailure(describeError(error))
  }
  const saving = useSaveModel({ onMerged: settings.begin, onSaved: take, onFailed })
  const trying = useMutation({
    mutationFn: (body: Parameters<typeof tryDraft>[1]) => tryDraft(accountId, body),
    onError: onFailed,
  })
  return {
    saved: base,
    draft,
    faults: settings.faults,
    failure: saving.conflict === null ? settings.failure : { text: t('model.conflict') },
    isDirty: settings.isDirty,
    saving: saving.saving,
    trying: trying.isPending,
    tried: trying.data ?? null,
    edit(change: Partial<Draft>) {
      trying.reset()
      settings.edit(change)
    },
    save: () => settings.check(draft, () => saving.save(draft, base)),
    attempt: () => settings.check(draft, () => trying.mutate(bodyOf(draft, base.revision))),
    async reset() {
      saving.reset()
      take(await client.fetchQuery({ ...modelQuery(accountId), staleTime: 0 }))
    },
  }
}

interface SaveModel {
  onMerged: (stored: ModelSettings, merged: Draft) => void
  onSaved: (stored: ModelSettings) => void
  onFailed: (error: unknown) => void
}

function useSaveModel({ onMerged, onSaved, onFailed }: SaveModel) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  return useMergedSave({
    formOf: draftOf,
    save: (next: Draft, over: ModelSettings) => saveModel(accountId, bodyOf(next, over.revision)),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: () => client.fetchQuery({ ...modelQuery(accountId), staleTime: 0 }),
    onMerged: (stored, merged) => {
      onMerged(stored, merged)
      return true
    },
    onSaved: (stored) => {
      onSaved(stored)
      toast({ kind: 'success', title: t('model.saved') })
    },
    onFailed,
  })
}

export type ModelForm = ReturnType<typeof useModelDraft>
