import type { Statement } from '@caseloom/contract/statements'
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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
  const { t: ui } = useTranslation('ui')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { title })}
      size={480}
      closeButtonProps={{ 'aria-label': ui('close') }}
      {...(zIndex === undefined ? {} : { zIndex })}
    >
      <StatementText statement={statement} />
      <footer>
        <Button onClick={onClose} data-autofocus>
          {ui('cancel')}
        </Button>
        <Button variant="filled" loading={busy} onClick={onConfirm}>
          {t('confirm')}
        </Button>
      </footer>
    </Modal>
  )
}
