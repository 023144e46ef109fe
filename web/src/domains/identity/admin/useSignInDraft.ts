import type { SignInSettings } from '@caseloom/contract/identity/sso'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { faultsOfIssues } from '../../../ui/draft/faults.ts'
import { useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { useSettingsDraft } from '../../../ui/admin/use-settings-draft.ts'
import { toast } from '../../../ui/toast.tsx'
import { saveSignIn, signInQuery } from './sso.queries.ts'
import { draftOf, faultsOf, type SignInDraft } from './sign-in-draft.ts'

/** The sign-in settings as a form: faults at their fields, conflicts with others' changes, nothing lost. */
export function useSignInDraft(loaded: SignInSettings) {
  const { t } = useTranslation('admin')
  const settings = useSettingsDraft({ loaded, draftOf, faultsOf })
  const { base, draft, begin, setFaults, setFailure } = settings
  const saved = useSaveSignIn({
    onSaved: (stored) => begin(stored, draftOf(stored)),
    onMerged: (stored, merged) => {
      begin(stored, merged)
      // The combined sign-in settings of two people are reviewed before they apply.
      setFailure({ text: t('signIn.conflictNone') })
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.issues.length > 0) return setFaults(faultsOfIssues(error.issues))
      const said = describeError(error)
      setFailure(hasCode(error, 'signin.would_lock_out') ? { ...said, text: t('signIn.lockOut') } : said)
    },
  })
  const send = (next: SignInDraft, over: SignInSettings) => settings.check(next, () => saved.save(next, over))
  return {
    saved: base,
    draft,
    faults: settings.faults,
    failure: settings.failure,
    merging: saved,
    saving: saved.saving,
    isDirty: settings.isDirty,
    edit: settings.edit,
    save: () => send(draft, base),
    reset: () => {
      begin(base, draftOf(base))
      settings.clear()
    },
    resolve: (choices: Record<string, ConflictChoice>) => {
      const chosen = saved.choose(choices)
      if (chosen === null) return
      begin(chosen.over, chosen.form)
      send(chosen.form, chosen.over)
    },
  }
}

interface SaveSignIn {
  onSaved: (settings: SignInSettings) => void
  onMerged: (settings: SignInSettings, merged: SignInDraft) => void
  onFailed: (error: unknown) => void
}

function useSaveSignIn({ onSaved, onMerged, onFailed }: SaveSignIn) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const saving = useMergedSave({
    formOf: draftOf,
    save: (next: SignInDraft, { revision }: SignInSettings) => saveSignIn(accountId, { revision, ...next }),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: () => client.fetchQuery({ ...signInQuery(accountId), staleTime: 0 }),
    onSaved: (settings) => {
      client.setQueryData(signInQuery(accountId).queryKey, settings)
      onSaved(settings)
      toast({ kind: 'success', title: t('signIn.saved') })
    },
    onMerged: (settings, merged) => {
      onMerged(settings, merged)
      return false
    },
    onFailed: (error) => {
      saving.keepEditing()
      onFailed(error)
    },
  })
  return saving
}

export type SignInForm = ReturnType<typeof useSignInDraft>
