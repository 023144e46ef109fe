import type { ModelSettings } from '@caseloom/contract/assistant-models'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import type { ErrorView } from '../../../ui/StateCard.tsx'
import { useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { bodyOf, type Draft, draftOf, type Faults, faultsOf, faultsOfIssues } from './model-draft.ts'
import { modelQuery, saveModel, tryDraft } from './model.queries.ts'

export function useModelDraft(loaded: ModelSettings) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<ErrorView | null>(null)
  const take = (settings: ModelSettings) => {
    client.setQueryData(modelQuery(accountId).queryKey, settings)
    setBase(settings)
    setDraft(draftOf(settings))
    setFaults({})
    setFailure(null)
  }
  const onFailed = (error: unknown) => {
    if (error instanceof ApiError && error.issues.length > 0) return setFaults(faultsOfIssues(error.issues))
    setFailure(describeError(error))
  }
  const saving = useMergedSave({
    formOf: draftOf,
    save: (next: Draft, over: ModelSettings) => saveModel(accountId, bodyOf(next, over.revision)),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: () => client.fetchQuery({ ...modelQuery(accountId), staleTime: 0 }),
    onMerged: (settings, merged) => {
      setBase(settings)
      setDraft(merged)
      return true
    },
    onSaved: (settings) => {
      take(settings)
      toast({ kind: 'success', title: t('model.saved') })
    },
    onFailed,
  })
  const trying = useMutation({
    mutationFn: (body: Parameters<typeof tryDraft>[1]) => tryDraft(accountId, body),
    onError: onFailed,
  })
  const checked = (go: () => void) => {
    const found = faultsOf(draft)
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length === 0) go()
  }
  return {
    saved: base,
    draft,
    faults,
    failure: saving.conflict === null ? failure : { text: t('model.conflict') },
    isDirty: JSON.stringify(draft) !== JSON.stringify(draftOf(base)),
    saving: saving.saving,
    trying: trying.isPending,
    tried: trying.data ?? null,
    edit(change: Partial<Draft>) {
      trying.reset()
      setDraft({ ...draft, ...change })
    },
    save: () => checked(() => saving.save(draft, base)),
    attempt: () => checked(() => trying.mutate(bodyOf(draft, base.revision))),
    async reset() {
      saving.reset()
      take(await client.fetchQuery({ ...modelQuery(accountId), staleTime: 0 }))
    },
  }
}

export type ModelForm = ReturnType<typeof useModelDraft>
