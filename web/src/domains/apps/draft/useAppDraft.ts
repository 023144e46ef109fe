import type { AppView } from '@caseloom/contract/apps'
import { AppUpdate } from '@caseloom/contract/apps'
import type { Issue } from '@caseloom/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { type MergedSave, useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { appQuery, keepApp, publishApp, readRevision } from '../model/apps.queries.ts'
import { type AppDraft, draftOf } from './app-draft.ts'
import { savedDraft } from './saved-draft.ts'
import { countChanges, mergeDrafts, takeTheirs } from './merge-drafts.ts'
import { change, redo, undo, undoable } from '../../../data/undo.ts'

export interface EditedApp {
  base: AppView
  draft: AppDraft
  changes: number
  /** Changes with the same `by` in a row are one undo step. */
  edit: (next: AppDraft, by?: string) => void
  undo: (() => void) | null
  redo: (() => void) | null
  discard: () => void
  publish: () => void
  publishing: boolean
  issues: readonly Issue[]
  failure: ErrorText | null
  /** The publishing itself, with the parts that someone else published meanwhile. */
  saved: Pick<MergedSave<AppDraft, AppView>, 'conflict' | 'saving' | 'keepEditing'>
  resolve: (choices: Record<string, ConflictChoice>) => void
  restoredAt: string | null
}

/** The draft of an app: stored in this browser until it is published, and never lost by a failure. */
export function useAppDraft(tenantId: string, app: AppView): EditedApp {
  const [kept] = useState(() => savedDraft(tenantId, app.id).read())
  const [base, setBase] = useState(app)
  const [state, setState] = useState(() => undoable(kept?.draft ?? draftOf(app)))
  const [revision, setRevision] = useState(kept?.revision ?? app.revision)
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null)
  const [local, setLocal] = useState<readonly Issue[]>([])
  const draft = state.present
  const changes = countChanges(draftOf(base), draft)
  useKeeping(tenantId, app.id, { revision, draft, changes })
  // Others published, or a type change finished: without a draft there is nothing to merge.
  if (app.revision > base.revision && changes === 0) {
    setBase(app)
    setRevision(app.revision)
    setState(undoable(draftOf(app)))
  }
  const begin = (from: AppView, next: AppDraft) => {
    setBase(from)
    setRevision(from.revision)
    setState(undoable(next))
    setRestoredAt(null)
  }
  const saving = usePublish(tenantId, app.id, {
    onMerged: (newest, merged) => {
      begin(newest, merged)
      send(merged, newest)
    },
    onSaved: (saved) => {
      begin(saved, draftOf(saved))
      setLocal([])
    },
  })
  const send = (next: AppDraft, over: AppView) => {
    const read = AppUpdate.safeParse({ ...next, revision: over.revision })
    setLocal(read.success ? [] : read.error.issues.map(issueOf))
    if (!read.success) return saving.reset()
    const { revision: _over, ...whole } = read.data
    saving.save(whole, over)
  }
  const answered = saving.error instanceof ApiError ? saving.error.issues : []
  return {
    base,
    draft,
    changes,
    edit: (next, by) => setState((before) => change(before, next, by ?? null)),
    undo: state.past.length === 0 ? null : () => setState(undo),
    redo: state.future.length === 0 ? null : () => setState(redo),
    discard: () => {
      saving.reset()
      setLocal([])
      begin(base, draftOf(base))
    },
    publish: () => send(draft, { ...base, revision }),
    publishing: saving.saving,
    issues: local.length > 0 ? local : answered,
    failure: saving.error === null ? null : describeError(saving.error),
    saved: saving,
    resolve: (choices) => {
      const chosen = saving.choose(choices)
      if (chosen === null) return
      begin(chosen.over, chosen.form)
      saving.keepEditing()
      send(chosen.form, chosen.over)
    },
    restoredAt,
  }
}

interface PublishEnds {
  onSaved: (saved: AppView) => void
  onMerged: (newest: AppView, merged: AppDraft) => void
}

/** Publishes a draft over the revision that it began with, or merged with what others published meanwhile. */
function usePublish(
  tenantId: string,
  appId: string,
  { onSaved, onMerged }: PublishEnds,
): MergedSave<AppDraft, AppView> {
  const { t } = useTranslation('apps')
  const client = useQueryClient()
  return useMergedSave({
    formOf: draftOf,
    // A stored draft can be older than the app that this page loaded.
    baseOf: async (over: AppView) => draftOf(await readRevision(tenantId, appId, over.revision)),
    save: (next: AppDraft, over) => publishApp(tenantId, appId, { ...next, revision: over.revision }),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: () => client.fetchQuery({ ...appQuery(tenantId, appId), staleTime: 0 }),
    merge: (before, mine, theirs) => {
      const { draft: merged, conflicts } = mergeDrafts(before, mine, theirs)
      return { merged, conflicts: conflicts.map(({ part }) => part) }
    },
    take: (merged, theirs, parts) => takeTheirs(merged, theirs, new Set(parts)),
    onMerged: (newest, merged) => {
      toast({ kind: 'info', title: t('builder.merged', { revision: newest.revision }) })
      onMerged(newest, merged)
      return false
    },
    onSaved: (saved) => {
      keepApp(client, tenantId, saved)
      onSaved(saved)
      toast({ kind: 'success', title: t('builder.published', { revision: saved.revision }) })
    },
  })
}

function issueOf({ path, code, message }: { path: PropertyKey[]; code: string; message: string }): Issue {
  const places = path.map((part) => (typeof part === 'number' ? part : String(part)))
  return { path: ['body', ...places], code, message }
}

/** Stores a draft on each change; without changes there is none. */
function useKeeping(
  tenantId: string,
  appId: string,
  { revision, draft, changes }: { revision: number; draft: AppDraft; changes: number },
): void {
  useEffect(() => {
    savedDraft(tenantId, appId).write(
      changes === 0 ? null : { revision, draft, at: new Date().toISOString() },
    )
  }, [tenantId, appId, revision, draft, changes])
}
