import type { AppView } from '@caseloom/contract/apps'
import { AppUpdate } from '@caseloom/contract/apps'
import type { Issue } from '@caseloom/contract/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import { toast } from '../../../ui/toast.tsx'
import { appQuery, keepApp, publishApp, readRevision } from '../model/apps.queries.ts'
import { type AppDraft, draftOf } from './app-draft.ts'
import { keepDraft, readKept } from './kept-draft.ts'
import { countChanges, type Merged, mergeDrafts, takeTheirs } from './merge-drafts.ts'
import { change, redo, undo, undoable } from '../../../data/undo.ts'

interface Theirs {
  app: AppView
  merged: Merged
}

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
  /** The revision that someone else published. */
  theirs: Theirs | null
  resolve: (parts: ReadonlySet<string>) => void
  keepEditing: () => void
  restoredAt: string | null
}

/** The draft of an app: stored in this browser until it is published, and never lost by a failure. */
export function useAppDraft(tenantId: string, app: AppView): EditedApp {
  const { t } = useTranslation('apps')
  const client = useQueryClient()
  const [kept] = useState(() => readKept(tenantId, app.id))
  const [base, setBase] = useState(app)
  const [state, setState] = useState(() => undoable(kept?.draft ?? draftOf(app)))
  const [revision, setRevision] = useState(kept?.revision ?? app.revision)
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null)
  const [local, setLocal] = useState<readonly Issue[]>([])
  const [theirs, setTheirs] = useState<Theirs | null>(null)
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
  const mutation = useMutation({
    mutationFn: (body: AppUpdate) => publishApp(tenantId, app.id, body),
    onSuccess: (saved) => {
      keepApp(client, tenantId, saved)
      begin(saved, draftOf(saved))
      setTheirs(null)
      setLocal([])
      toast({ kind: 'success', title: t('builder.published', { revision: saved.revision }) })
    },
    onError: async (error) => {
      if (!hasCode(error, 'resource.version_conflict')) return
      const newest = await client.fetchQuery({ ...appQuery(tenantId, app.id), staleTime: 0 })
      // A stored draft can be older than the app that this page loaded.
      const edited = await readRevision(tenantId, app.id, revision)
      const merged = mergeDrafts(draftOf(edited), draft, draftOf(newest))
      if (merged.conflicts.length > 0) return setTheirs({ app: newest, merged })
      // Both changed different parts: no conflict.
      begin(newest, merged.draft)
      toast({ kind: 'info', title: t('builder.merged', { revision: newest.revision }) })
      send(merged.draft, newest.revision)
    },
  })
  const send = (next: AppDraft, at: number) => {
    const read = AppUpdate.safeParse({ ...next, revision: at })
    setLocal(read.success ? [] : read.error.issues.map(issueOf))
    if (read.success) mutation.mutate(read.data)
    else mutation.reset()
  }
  const isConflict = hasCode(mutation.error, 'resource.version_conflict')
  const answered = mutation.error instanceof ApiError ? mutation.error.issues : []
  return {
    base,
    draft,
    changes,
    edit: (next, by) => setState((before) => change(before, next, by ?? null)),
    undo: state.past.length === 0 ? null : () => setState(undo),
    redo: state.future.length === 0 ? null : () => setState(redo),
    discard: () => {
      mutation.reset()
      setLocal([])
      begin(base, draftOf(base))
    },
    publish: () => send(draft, revision),
    publishing: mutation.isPending,
    issues: local.length > 0 ? local : answered,
    failure: mutation.isError && !isConflict ? describeError(mutation.error) : null,
    theirs,
    resolve: (parts) => {
      if (theirs === null) return
      const next = takeTheirs(theirs.merged.draft, draftOf(theirs.app), parts)
      begin(theirs.app, next)
      setTheirs(null)
      send(next, theirs.app.revision)
    },
    keepEditing: () => setTheirs(null),
    restoredAt,
  }
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
    keepDraft(tenantId, appId, changes === 0 ? null : { revision, draft, at: new Date().toISOString() })
  }, [tenantId, appId, revision, draft, changes])
}
