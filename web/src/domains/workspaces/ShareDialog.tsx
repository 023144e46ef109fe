import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { principalsQuery } from '../../data/people.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Notice } from '../../ui/admin/Settings.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { NO_PRINCIPALS, type PrincipalNames } from '../../ui/sharing/principals.ts'
import { isSameSharing, rebaseSharing } from '../../ui/sharing/rebase-sharing.ts'
import { SharingForm } from '../../ui/sharing/SharingForm.tsx'
import classes from './Dashboards.module.css'

interface ShareDialogProps {
  name: string
  /** As it is now: it may change while the dialog is open. */
  sharing: Sharing
  /** Saves the choice; absent if it only changes a draft. */
  save?: (sharing: Sharing) => Promise<unknown>
  /** Someone else saved first: loads the current sharing. */
  onConflict?: () => void
  onDone: (sharing: Sharing) => void
  onClose: () => void
}

/** If someone else changes the sharing meanwhile, the person's own changes are applied to theirs and checked again. */
export function ShareDialog({ name, sharing, save, onConflict, onDone, onClose }: ShareDialogProps) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const [draft, setDraft] = useState(sharing)
  const [base, setBase] = useState(sharing)
  const [isRebased, setRebased] = useState(false)
  if (!isSameSharing(base, sharing)) {
    setBase(sharing)
    setDraft(rebaseSharing(base, draft, sharing))
    setRebased(true)
  }
  const mutation = useMutation({
    mutationFn: async (next: Sharing) => {
      await save?.(next)
      return next
    },
    onSuccess: onDone,
    onError: (error) => {
      if (hasCode(error, 'resource.version_conflict')) onConflict?.()
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={t('sharing.title', { name })} size={520}>
      <div className={classes.form}>
        {isRebased && <Notice kind="warning">{t('sharing.rebased')}</Notice>}
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <AudienceForm draft={draft} setDraft={setDraft} principals={principals} />
        <DialogActions
          onCancel={onClose}
          confirm={t('sharing.done')}
          onConfirm={() => mutation.mutate(draft)}
          loading={mutation.isPending}
        />
      </div>
    </Dialog>
  )
}

interface AudienceFormProps {
  draft: Sharing
  setDraft: (draft: Sharing) => void
  principals: { data: PrincipalNames | undefined; isError: boolean }
}

function AudienceForm({ draft, setDraft, principals }: AudienceFormProps) {
  const { t } = useTranslation('workspaces')
  return (
    <SharingForm
      sharing={draft}
      onSharing={setDraft}
      principals={principals.data ?? NO_PRINCIPALS}
      failed={principals.isError}
      levels={['read', 'manage']}
      wordOf={(level) => t(`sharing.levels.${level}`)}
      texts={{
        who: t('sharing.who'),
        open: t('sharing.open'),
        hint: (count) => t(count === 0 ? 'sharing.none' : 'sharing.always'),
      }}
    />
  )
}
