import type { AssetView } from '@caseloom/contract/automation/assets'
import type { ConnectorView } from '@caseloom/contract/automation/connectors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { type MergedSave, useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AssetDraft, draftOf, inputOf } from './asset-form.ts'
import { addAsset, changeAsset, newestAsset, refreshAssets } from './assets.queries.ts'

export type AssetInput = ReturnType<typeof inputOf>

interface SaveAssetOptions {
  /** Absent for a new one. */
  asset: AssetView | undefined
  connector: ConnectorView
  onDone: (asset: AssetView) => void
}

export interface AssetMerging
  extends Pick<MergedSave<AssetInput, AssetView>, 'conflict' | 'saving' | 'keepEditing'> {
  resolve: (choices: Record<string, ConflictChoice>) => void
}

/** Adds an asset, or saves the changes of one merged with what someone else saved meanwhile. */
export function useSaveAsset({ asset, connector, onDone }: SaveAssetOptions) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  // The page may load a newer one meanwhile; the form changes what it began with.
  const [base] = useState(asset)
  const [failure, setFailure] = useState<unknown>(null)
  const onSaved = (saved: AssetView) => {
    refreshAssets(client, tenantId)
    const name = { name: saved.name }
    toast({ kind: 'success', title: base === undefined ? t('form.added', name) : t('form.saved', name) })
    onDone(saved)
  }
  const adding = useMutation({
    mutationFn: (input: AssetInput) => addAsset(tenantId, input),
    onSuccess: onSaved,
    onError: setFailure,
  })
  const changing = useMergedSave({
    // Secrets are write-only: what was typed is never in conflict.
    formOf: (stored: AssetView) => inputOf(draftOf(connector, stored), connector.key),
    save: (form: AssetInput, over) => changeAsset(tenantId, over, form),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: (): Promise<AssetView | null> | null =>
      base === undefined ? null : newestAsset(client, tenantId, base.id),
    onSaved,
    onMerged: () => true,
    onFailed: setFailure,
  })
  const merging: AssetMerging = {
    ...changing,
    resolve: (choices) => {
      const chosen = changing.choose(choices)
      if (chosen !== null) changing.save(chosen.form, chosen.over)
    },
  }
  return {
    error: failure,
    saving: adding.isPending || changing.saving,
    merging,
    save: (draft: AssetDraft) => {
      setFailure(null)
      const input = inputOf(draft, connector.key)
      if (base === undefined) adding.mutate(input)
      else changing.save(input, base)
    },
  }
}
