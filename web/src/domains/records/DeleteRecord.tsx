import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './model/Records.module.css'
import { remove } from './model/records.queries.ts'

interface DeleteRecordProps {
  app: AppView
  record: RecordView
  title: string
  onClose: () => void
}

export function DeleteRecord({ app, record, title, onClose }: DeleteRecordProps) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const id = record.trackingId
  const mutation = useMutation({
    mutationFn: () => remove({ tenantId: scope.tenantId, appId: app.id, recordId: record.id }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.list(scope.tenantId, 'records', app.id) })
      void navigate({ to: paths.recordList(scope, app.id), ignoreBlocker: true })
    },
  })
  return (
    <Dialog onClose={onClose} title={t('page.deleteTitle', { id })} size={420}>
      <p className={classes.dialogText}>{t('page.deleteText', { title })}</p>
      {mutation.isError && <ErrorSummary message={describeError(mutation.error).text} />}
      <DialogActions
        onCancel={onClose}
        confirm={t('page.deleteConfirm', { id })}
        onConfirm={() => mutation.mutate()}
        loading={mutation.isPending}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
