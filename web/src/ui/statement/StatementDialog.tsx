import type { Statement } from '@caseloom/contract/kernel/statements'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/Dialog.tsx'
import { DialogActions } from '../dialog/DialogActions.tsx'
import { StatementText } from './StatementText.tsx'

interface StatementDialogProps {
  title: string
  statement: Statement
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** Above another layer than the page. */
  zIndex?: number
}

/** Asks before the first start: says what will happen, and nothing happens until it is confirmed. */
export function StatementDialog({
  title,
  statement,
  busy,
  onConfirm,
  onClose,
  zIndex,
}: StatementDialogProps) {
  const { t } = useTranslation('statement')
  return (
    <Dialog
      onClose={onClose}
      title={t('title', { title })}
      size={480}
      {...(zIndex === undefined ? {} : { zIndex })}
    >
      <StatementText statement={statement} />
      <DialogActions
        onCancel={onClose}
        confirm={t('confirm')}
        onConfirm={onConfirm}
        loading={busy}
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
