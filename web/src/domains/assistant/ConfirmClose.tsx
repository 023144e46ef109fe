import { Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import classes from './HeroPanel.module.css'
import type { Chat } from './useChat.ts'

export function ConfirmClose({ chat }: { chat: Chat }) {
  const { t } = useTranslation('hero')
  const [never, setNever] = useState(false)
  const close = () => {
    setNever(false)
    chat.setConfirming(false)
  }
  return (
    <Modal
      opened={chat.isConfirming}
      onClose={close}
      title={t('close.title')}
      size={440}
      withCloseButton={false}
      zIndex={250}
    >
      <p className={classes.sure}>{t('close.text')}</p>
      <Checkbox
        label={t('close.never')}
        checked={never}
        onChange={(event) => setNever(event.currentTarget.checked)}
      />
      <DialogActions
        onCancel={close}
        confirm={t('close.confirm')}
        onConfirm={() => {
          if (never) chat.neverConfirm()
          close()
          chat.end()
        }}
        focus="cancel"
        apart
      />
    </Modal>
  )
}
