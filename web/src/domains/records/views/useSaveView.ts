import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../data/api-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { viewOfState } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import { bodyOf, createView, keepView, newestView, updateView } from './views.queries.ts'

export interface ViewForm {
  name: string
  sharing: Sharing
}

interface SaveViewOptions {
  appId: string
  /** State of a new view; null changes only name and sharing of `view`. */
  state: ListState | null
  view: ReportView | undefined
  onDone: (view: ReportView) => void
}

/** Creates a view, or saves its name and sharing merged with what someone else saved meanwhile. */
export function useSaveView({ appId, state, view, onDone }: SaveViewOptions) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  // The page may load a newer one meanwhile; the dialog changes what it began with.
  const [base] = useState(view)
  const [error, setError] = useState<unknown>(null)
  const onSaved = (saved: ReportView) => {
    keepView(client, tenantId, saved)
    onDone(saved)
  }
  const creating = useMutation({
    mutationFn: (body: Parameters<typeof createView>[1]) => createView(tenantId, body),
    onSuccess: onSaved,
    onError: setError,
  })
  const merging = useMergedSave({
    formOf: ({ name, sharing }: ReportView): ViewForm => ({ name, sharing }),
    save: (form: ViewForm, over) => updateView(tenantId, over.id, { ...bodyOf(over), ...form }),
    isConflict: (failure) => hasCode(failure, 'resource.version_conflict'),
    newest: (): Promise<ReportView | null> | null =>
      base === undefined ? null : newestView(client, tenantId, base),
    onSaved,
    onMerged: () => true,
    onFailed: setError,
  })
  return {
    error,
    saving: creating.isPending || merging.saving,
    merging,
    save: (form: ViewForm) => {
      setError(null)
      if (state !== null) creating.mutate({ appId, ...viewOfState(state), ...form })
      else if (base !== undefined) merging.save(form, base)
    },
    resolve: (choices: Record<string, ConflictChoice>) => {
      const chosen = merging.choose(choices)
      if (chosen !== null) merging.save(chosen.form, chosen.over)
    },
  }
}
