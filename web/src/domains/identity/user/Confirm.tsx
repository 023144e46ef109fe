import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './User.module.css'

interface ConfirmProps {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is removed. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation('user')
  return (
    <Modal opened onClose={onClose} title={title} size={420} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes.dialogText}>{text}</p>
      <footer>
        <Button onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button
          variant="filled"
          color="red"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </footer>
    </Modal>
  )
}
