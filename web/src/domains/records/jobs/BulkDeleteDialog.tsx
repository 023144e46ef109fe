import type { AppView } from '@caseloom/contract/apps/apps'
import type { Selection } from '@caseloom/contract/records/jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { followJob } from './follow-job.ts'
import { beginBulk } from './jobs.queries.ts'
import classes from './Jobs.module.css'

interface BulkDeleteDialogProps {
  app: AppView
  selection: Selection
  count: number | null
  onClose: () => void
  onBegun: () => void
}

export function BulkDeleteDialog({ app, selection, count, onClose, onBegun }: BulkDeleteDialogProps) {
  const { t } = useTranslation('jobs')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const begin = useMutation({
    mutationFn: () =>
      beginBulk({ tenantId, appId: app.id }, { records: selection, change: { delete: true } }),
    onSuccess: (job) => {
      followJob(client, tenantId, job)
      onBegun()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      size={420}
      title={count === null ? t('delete.titleAll') : t('delete.title', { count })}
    >
      <div className={classes.dialog}>
        {begin.isError && <ErrorSummary message={describeError(begin.error).text} />}
        <p className={classes.note}>{t('delete.text')}</p>
        <DialogActions
          onCancel={onClose}
          confirm={count === null ? t('delete.confirmAll') : t('delete.confirm', { count })}
          onConfirm={() => begin.mutate()}
          loading={begin.isPending}
          danger
          focus="cancel"
        />
      </div>
    </Dialog>
  )
}
