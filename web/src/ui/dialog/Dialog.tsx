import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps'> & {
  /** Absent for a dialog that is mounted while it is open. */
  opened?: boolean
}

/** A modal dialog with a title and a named close button; it ends with `DialogActions`. */
export function Dialog({ opened = true, ...props }: DialogProps) {
  const { t } = useTranslation('ui')
  return <Modal opened={opened} closeButtonProps={{ 'aria-label': t('close') }} {...props} />
}
