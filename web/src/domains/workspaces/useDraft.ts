import { DashboardView, type Widget } from '@caseloom/contract/workspaces'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError, type ErrorText } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Draft, draftOf, isSame } from './dashboard-draft.ts'
import { changeDashboard, keepDashboard } from './workspaces.queries.ts'

interface EditedDashboard {
  /** Null while not editing. */
  draft: Draft | null
  isDirty: boolean
  start: () => void
  change: (over: Partial<Draft>) => void
  changeWidgets: (change: (widgets: Widget[]) => Widget[]) => void
  discard: () => void
  save: (draft?: Draft) => void
  saving: boolean
  failure: ErrorText | null
  /** Another user's version, on conflict. */
  theirs: DashboardView | null
  resolve: (draft: Draft) => void
  keepEditing: () => void
}

/** The edited dashboard: nothing is stored before saving, nothing is lost when saving fails. */
export function useDraft(dashboard: DashboardView): EditedDashboard {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [edit, setEdit] = useState<{ base: DashboardView; draft: Draft } | null>(null)
  const [theirs, setTheirs] = useState<DashboardView | null>(null)
  const mutation = useMutation({
    mutationFn: ({ draft, revision }: { draft: Draft; revision: number }) =>
      changeDashboard(tenantId, dashboard.id, { ...draft, revision }),
    onSuccess: (saved) => {
      keepDashboard(client, tenantId, saved)
      setEdit(null)
      setTheirs(null)
      toast({ kind: 'success', title: t('dashboards.saved') })
    },
    onError: (error) => {
      if (!hasCode(error, 'resource.version_conflict')) return
      const current = DashboardView.safeParse(error.problem?.['current'])
      if (current.success) setTheirs(current.data)
    },
  })
  const started = () => edit ?? { base: dashboard, draft: draftOf(dashboard) }
  const isConflict = hasCode(mutation.error, 'resource.version_conflict')
  return {
    draft: edit?.draft ?? null,
    isDirty: edit !== null && !isSame(edit.draft, draftOf(edit.base)),
    start: () => setEdit(started()),
    change: (over) => {
      const { base, draft } = started()
      setEdit({ base, draft: { ...draft, ...over } })
    },
    changeWidgets: (change) =>
      setEdit((before) => {
        const { base, draft } = before ?? { base: dashboard, draft: draftOf(dashboard) }
        return { base, draft: { ...draft, widgets: change(draft.widgets) } }
      }),
    discard: () => {
      mutation.reset()
      setEdit(null)
    },
    save: (draft) => {
      const { base, draft: present } = started()
      mutation.mutate({ draft: draft ?? present, revision: base.revision })
    },
    saving: mutation.isPending,
    failure: mutation.isError && !isConflict ? describeError(mutation.error) : null,
    theirs,
    resolve: (draft) => {
      if (theirs === null) return
      setEdit({ base: theirs, draft })
      mutation.mutate({ draft, revision: theirs.revision })
    },
    keepEditing: () => setTheirs(null),
  }
}
