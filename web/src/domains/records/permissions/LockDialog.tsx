import type { RecordView } from '@caseloom/contract/records/records'
import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { keepSaved } from '../model/records.queries.ts'
import dialog from '../model/Records.module.css'
import classes from './Rights.module.css'
import { lock } from './rights.queries.ts'

const LONGEST_REASON = 300

export function LockDialog({ record, onClose }: { record: RecordView; onClose: () => void }) {
  const { t } = useTranslation('recordRights')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const mutation = useMutation({
    mutationFn: () => lock({ tenantId, appId: record.appId, recordId: record.id }, reason),
    onSuccess: (saved) => {
      keepSaved(client, tenantId, saved)
      onClose()
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={t('lock.title', { id: record.trackingId })} size={460}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <p className={dialog.dialogText}>{t('lock.text')}</p>
        <Textarea
          label={t('lock.reason')}
          value={reason}
          maxLength={LONGEST_REASON}
          autosize
          minRows={2}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions onCancel={onClose} confirm={t('lock.done')} loading={mutation.isPending} />
      </form>
    </Dialog>
  )
}
