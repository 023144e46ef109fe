import type { AppView } from '@caseloom/contract/apps/apps'
import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import type { DraftOwner } from '../../../data/stored-draft.ts'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { type MergedSave, useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AppDraft, draftOf } from './app-draft.ts'
import { appSource, type DraftSource } from './draft-source.ts'
import { warningsOf } from '../model/publish-warnings.ts'
import { countChanges, mergeDrafts, takeTheirs } from './merge-drafts.ts'
import { change, redo, undo, undoable } from '../../../data/undo.ts'

export interface EditedApp {
  source: DraftSource
  base: AppView
  draft: AppDraft
  changes: number
  /** Changes with the same `by` in a row are one undo step. */
  edit: (next: AppDraft, by?: string) => void
  undo: (() => void) | null
  redo: (() => void) | null
  discard: () => void
  publish: () => void
  /** What publishing asks about first; empty while it asks nothing. */
  warnings: readonly PublishWarning[]
  /** Publishes what it asked about. */
  confirm: () => void
  /** Leaves it unpublished. */
  cancel: () => void
  publishing: boolean
  issues: readonly Issue[]
  failure: ErrorText | null
  /** The publishing itself, with the parts that someone else published meanwhile. */
  saved: Pick<MergedSave<AppDraft, AppView>, 'conflict' | 'saving' | 'keepEditing'>
  resolve: (choices: Record<string, ConflictChoice>) => void
  restoredAt: string | null
}

/** The draft of an app: stored in this browser until it is published, and never lost by a failure. */
export function useAppDraft({ tenantId, userId }: DraftOwner, app: AppView): EditedApp {
  const client = useQueryClient()
  const source = useMemo(
    () => appSource(client, { tenantId, userId }, app.id),
    [client, tenantId, userId, app.id],
  )
  return useDraft(source, app)
}

/** The draft of whatever the builder edits. */
export function useDraft(source: DraftSource, app: AppView): EditedApp {
  const [storedDraft] = useState(() => source.stored.read())
  const [base, setBase] = useState(app)
  const [state, setState] = useState(() => undoable(storedDraft?.draft ?? draftOf(app)))
  const [revision, setRevision] = useState(storedDraft?.revision ?? app.revision)
  const [restoredAt, setRestoredAt] = useState(storedDraft?.at ?? null)
  const [local, setLocal] = useState<readonly Issue[]>([])
  const draft = state.present
  const changes = countChanges(draftOf(base), draft)
  useKeeping(source, { revision, draft, changes })
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
  const confirmed = useRef(false)
  const saving = usePublish(source, confirmed, {
    onMerged: (newest, merged) => {
      begin(newest, merged)
      send(merged, newest)
    },
    onSaved: (saved) => {
      begin(saved, draftOf(saved))
      setLocal([])
    },
  })
  const send = (next: AppDraft, over: AppView, isConfirmed = false) => {
    confirmed.current = isConfirmed
    const faults = source.faults(next, over.revision)
    setLocal(faults)
    if (faults.length > 0) saving.reset()
    else saving.save(next, over)
  }
  const { error } = saving
  const warnings = warningsOf(error)
  const isAsking = warnings.length > 0
  return {
    source,
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
    warnings,
    confirm: () => send(draft, { ...base, revision }, true),
    cancel: saving.reset,
    publishing: saving.saving,
    issues: local.length > 0 || isAsking || !(error instanceof ApiError) ? local : error.issues,
    failure: error === null || isAsking ? null : describeError(error),
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
  source: DraftSource,
  confirmed: { readonly current: boolean },
  { onSaved, onMerged }: PublishEnds,
): MergedSave<AppDraft, AppView> {
  const { t } = useTranslation('apps')
  return useMergedSave({
    formOf: draftOf,
    // A stored draft can be older than the app that this page loaded.
    baseOf: async (over: AppView) => draftOf(await source.revision(over.revision)),
    save: (next: AppDraft, over) => source.publish(next, over.revision, confirmed.current),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: source.newest,
    merge: (before, mine, theirs) => {
      const { draft: merged, conflicts } = mergeDrafts(before, mine, theirs)
      return { merged, conflicts: conflicts.map(({ part }) => part) }
    },
    take: (merged, theirs, parts) => takeTheirs(merged, theirs, new Set(parts)),
    onMerged: (newest, merged) => {
      toast({ kind: 'info', title: t('builder.merged', { revision: newest.revision, context: source.kind }) })
      onMerged(newest, merged)
      return false
    },
    onSaved: (saved) => {
      source.keep(saved)
      onSaved(saved)
      toast({
        kind: 'success',
        title: t('builder.published', { revision: saved.revision, context: source.kind }),
      })
    },
  })
}

/** Stores a draft on each change; without changes there is none. */
function useKeeping(
  { stored }: DraftSource,
  { revision, draft, changes }: { revision: number; draft: AppDraft; changes: number },
): void {
  useEffect(() => {
    stored.write(changes === 0 ? null : { revision, draft, at: new Date().toISOString() })
  }, [stored, revision, draft, changes])
}
