import { DashboardView, type Widget } from '@caseloom/contract/workspaces/workspaces'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../data/api-error.ts'
import { describeError, type ErrorText } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import type { ConflictChoice } from '../../ui/draft/ConflictDialog.tsx'
import { type MergedSave, useMergedSave } from '../../ui/draft/use-merged-save.ts'
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
  /** The saving itself, with the parts that someone else changed too. */
  saved: MergedSave<Draft, DashboardView>
  resolve: (choices: Record<string, ConflictChoice>) => void
}

/** The edited dashboard: nothing is stored before saving, nothing is lost when saving fails. */
export function useDraft(dashboard: DashboardView): EditedDashboard {
  const [edit, setEdit] = useState<{ base: DashboardView; draft: Draft } | null>(null)
  const saved = useSaveDashboard(dashboard.id, setEdit)
  const started = () => edit ?? { base: dashboard, draft: draftOf(dashboard) }
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
      saved.reset()
      setEdit(null)
    },
    save: (draft) => {
      const { base, draft: present } = started()
      saved.save(draft ?? present, base)
    },
    saving: saved.saving,
    failure: saved.error === null ? null : describeError(saved.error),
    saved,
    resolve: (choices) => {
      const chosen = saved.choose(choices)
      if (chosen === null) return
      setEdit({ base: chosen.over, draft: chosen.form })
      saved.save(chosen.form, chosen.over)
    },
  }
}

function useSaveDashboard(
  dashboardId: DashboardView['id'],
  setEdit: (edit: { base: DashboardView; draft: Draft } | null) => void,
): MergedSave<Draft, DashboardView> {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMergedSave({
    formOf: draftOf,
    save: (draft: Draft, { revision }: DashboardView) =>
      changeDashboard(tenantId, dashboardId, { ...draft, revision }),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: (error) => {
      const current = error instanceof ApiError ? error.problem?.['current'] : undefined
      return DashboardView.safeParse(current).data ?? null
    },
    onMerged: (base, draft) => {
      setEdit({ base, draft })
      return true
    },
    onSaved: (saved) => {
      keepDashboard(client, tenantId, saved)
      setEdit(null)
      toast({ kind: 'success', title: t('dashboards.saved') })
    },
  })
}
