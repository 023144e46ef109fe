import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { shorten } from '../model/changed-part.ts'
import records from '../model/Records.module.css'
import { type AttackPlace, removeEvent } from './attack.queries.ts'

interface DeleteAttackEventProps {
  event: AttackEventView
  place: AttackPlace
  onClose: () => void
}

export function DeleteAttackEvent({ event, place, onClose }: DeleteAttackEventProps) {
  const { t } = useTranslation('attack')
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: () => removeEvent(place, event.id),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: keys.one(place.tenantId, 'records', place.recordId) })
    },
  })
  return (
    <Dialog onClose={onClose} size={420} title={t('delete.title')}>
      <p className={records.dialogText}>{t('delete.text', { text: shorten(event.text) })}</p>
      {mutation.isError && (
        <ErrorSummary message={`${t('delete.failed')}. ${describeError(mutation.error).text}`} />
      )}
      <DialogActions
        cancel={t('delete.keep')}
        onCancel={onClose}
        confirm={t('delete.confirm')}
        onConfirm={() => mutation.mutate()}
        loading={mutation.isPending}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
