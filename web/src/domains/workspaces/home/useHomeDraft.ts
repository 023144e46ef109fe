import { HomePageView, type HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { type MergedSave, useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { type HomeDraft, homeDraftOf, isSameHome } from './home-draft.ts'
import { changeHomePage, keepHomePage } from './home-pages.queries.ts'

export interface EditedHome {
  /** Null while not editing. */
  draft: HomeDraft | null
  isDirty: boolean
  start: () => void
  changeWidgets: (change: (widgets: HomeWidget[]) => HomeWidget[]) => void
  discard: () => void
  /** The draft, or some of its parts over the saved page. */
  save: (over?: Partial<HomeDraft>) => void
  saving: boolean
  failure: ErrorText | null
  /** The saving itself, with the parts that someone else changed too. */
  saved: MergedSave<HomeDraft, HomePageView>
  resolve: (choices: Record<string, ConflictChoice>) => void
}

type Edit = { base: HomePageView; draft: HomeDraft } | null

/** The edited home page: nothing is stored before saving, nothing is lost when saving fails. */
export function useHomeDraft(page: HomePageView): EditedHome {
  const [edit, setEdit] = useState<Edit>(null)
  const saved = useSaveHome(page.id, setEdit)
  const started = () => edit ?? { base: page, draft: homeDraftOf(page) }
  return {
    draft: edit?.draft ?? null,
    isDirty: edit !== null && !isSameHome(edit.draft, homeDraftOf(edit.base)),
    start: () => setEdit(started()),
    changeWidgets: (change) =>
      setEdit((before) => {
        const { base, draft } = before ?? { base: page, draft: homeDraftOf(page) }
        return { base, draft: { ...draft, widgets: change(draft.widgets) } }
      }),
    discard: () => {
      saved.reset()
      setEdit(null)
    },
    save: (over) => {
      const { base, draft } = started()
      saved.save({ ...draft, ...over }, base)
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

function useSaveHome(
  pageId: HomePageView['id'],
  setEdit: (edit: Edit) => void,
): MergedSave<HomeDraft, HomePageView> {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMergedSave({
    formOf: homeDraftOf,
    save: (draft: HomeDraft, { revision }: HomePageView) =>
      changeHomePage(tenantId, pageId, { ...draft, revision }),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: (error) => {
      const current = error instanceof ApiError ? error.problem?.['current'] : undefined
      return HomePageView.safeParse(current).data ?? null
    },
    onMerged: (base, draft) => {
      setEdit({ base, draft })
      return true
    },
    onSaved: (saved) => {
      keepHomePage(client, tenantId, saved)
      setEdit(null)
      toast({ kind: 'success', title: t('pages.saved') })
    },
  })
}
