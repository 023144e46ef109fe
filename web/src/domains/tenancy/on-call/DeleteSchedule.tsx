import type { OnCallSchedule } from '@caseloom/contract/tenancy/on-call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshOnCall, removeSchedule } from './on-call.queries.ts'

interface DeleteScheduleProps {
  schedule: OnCallSchedule
  onClose: () => void
  onGone: () => void
}

export function DeleteSchedule({ schedule, onClose, onGone }: DeleteScheduleProps) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: () => removeSchedule({ tenantId, scheduleId: schedule.id }),
    onSuccess: () => {
      toast({ kind: 'success', title: t('deleted', { name: schedule.name }) })
      onClose()
      onGone()
      refreshOnCall(client, tenantId)
    },
  })
  const failure = removing.isError ? describeError(removing.error) : null
  return (
    <Dialog onClose={onClose} title={t('deleteTitle', { name: schedule.name })} size={440}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <p>{t('deleteText')}</p>
      <DialogActions
        onCancel={onClose}
        confirm={t('deleteConfirm')}
        onConfirm={() => removing.mutate()}
        loading={removing.isPending}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
