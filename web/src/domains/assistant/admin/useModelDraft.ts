import type { ModelSettings } from '@caseloom/contract/assistant-models'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import type { ErrorView } from '../../../ui/StateCard.tsx'
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
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.issues.length > 0) return setFaults(faultsOfIssues(error.issues))
    const said = describeError(error)
    return setFailure(
      hasCode(error, 'resource.version_conflict') ? { ...said, text: t('model.conflict') } : said,
    )
  }
  const saving = useMutation({
    mutationFn: (body: Parameters<typeof saveModel>[1]) => saveModel(accountId, body),
    onSuccess: (saved) => {
      take(saved)
      toast({ kind: 'success', title: t('model.saved') })
    },
    onError,
  })
  const trying = useMutation({
    mutationFn: (body: Parameters<typeof tryDraft>[1]) => tryDraft(accountId, body),
    onError,
  })
  const checked = (go: (body: ReturnType<typeof bodyOf>) => void) => {
    const found = faultsOf(draft)
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length === 0) go(bodyOf(draft, base.revision))
  }
  return {
    saved: base,
    draft,
    faults,
    failure,
    isDirty: JSON.stringify(draft) !== JSON.stringify(draftOf(base)),
    saving: saving.isPending,
    trying: trying.isPending,
    tried: trying.data ?? null,
    edit(change: Partial<Draft>) {
      trying.reset()
      setDraft({ ...draft, ...change })
    },
    save: () => checked((body) => saving.mutate(body)),
    attempt: () => checked((body) => trying.mutate(body)),
    async reset() {
      take(await client.fetchQuery({ ...modelQuery(accountId), staleTime: 0 }))
    },
  }
}

export type ModelForm = ReturnType<typeof useModelDraft>
