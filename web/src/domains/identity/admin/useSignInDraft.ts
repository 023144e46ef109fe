import type { SignInSettings } from '@caseloom/contract/sso'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import type { ConflictChoice } from '../../../ui/ConflictDialog.tsx'
import type { ErrorView } from '../../../ui/StateCard.tsx'
import { toast } from '../../../ui/toast.tsx'
import { saveSignIn, signInQuery } from './sso.queries.ts'
import {
  bringTogether,
  type DraftPart,
  draftOf,
  type Faults,
  faultsOf,
  faultsOfIssues,
  isSame,
  type SignInDraft,
} from './sign-in-draft.ts'

interface Conflict {
  base: SignInSettings
  merged: SignInDraft
  parts: readonly DraftPart[]
}

/** The sign-in settings as a form: faults at their fields, conflicts with others' changes, nothing lost. */
export function useSignInDraft(loaded: SignInSettings) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<ErrorView | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const take = (settings: SignInSettings) => {
    client.setQueryData(signInQuery(accountId).queryKey, settings)
    setBase(settings)
    setDraft(draftOf(settings))
  }
  const meet = async () => {
    const theirs = await client.fetchQuery({ ...signInQuery(accountId), staleTime: 0 })
    const { merged, conflicts } = bringTogether({ base: draftOf(base), mine: draft, theirs: draftOf(theirs) })
    if (conflicts.length > 0) setConflict({ base: theirs, merged, parts: conflicts })
    else {
      setBase(theirs)
      setDraft(merged)
      setFailure({ text: t('signIn.conflictNone') })
    }
  }
  const mutation = useMutation({
    mutationFn: (sent: { revision: number; draft: SignInDraft }) =>
      saveSignIn(accountId, { revision: sent.revision, ...sent.draft }),
    onSuccess: (saved) => {
      take(saved)
      setConflict(null)
      toast({ kind: 'success', title: t('signIn.saved') })
    },
    onError: async (error) => {
      if (hasCode(error, 'resource.version_conflict')) return meet()
      setConflict(null)
      if (error instanceof ApiError && error.issues.length > 0) return setFaults(faultsOfIssues(error.issues))
      const said = describeError(error)
      return setFailure(
        hasCode(error, 'signin.would_lock_out') ? { ...said, text: t('signIn.lockOut') } : said,
      )
    },
  })
  const send = (next: SignInDraft, revision: number) => {
    const found = faultsOf(next)
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length === 0) mutation.mutate({ revision, draft: next })
  }
  return {
    saved: base,
    draft,
    faults,
    failure,
    conflict,
    isDirty: !isSame(draft, draftOf(base)),
    saving: mutation.isPending,
    edit: (change: Partial<SignInDraft>) => setDraft({ ...draft, ...change }),
    save: () => send(draft, base.revision),
    reset: () => {
      setDraft(draftOf(base))
      setFaults({})
      setFailure(null)
    },
    closeConflict: () => setConflict(null),
    resolve: (choices: Record<string, ConflictChoice>) => {
      if (conflict === null) return
      const theirs = draftOf(conflict.base)
      let chosen = conflict.merged
      for (const part of conflict.parts)
        if (choices[part] === 'theirs') chosen = { ...chosen, [part]: theirs[part] }
      setBase(conflict.base)
      setDraft(chosen)
      send(chosen, conflict.base.revision)
    },
  }
}

export type SignInForm = ReturnType<typeof useSignInDraft>
