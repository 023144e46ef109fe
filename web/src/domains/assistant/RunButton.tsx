import type { ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import type { Statement } from '@caseloom/contract/kernel/statements'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { StatementDialog } from '../../ui/statement/StatementDialog.tsx'
import classes from './Cards.module.css'
import { InputValues } from './InputValues.tsx'
import { useZone } from '../../ui/Times.tsx'
import { inputLines } from './input-lines.ts'
import type { Chat } from './useChat.ts'

/** Asks for confirmation before the first run, and if the component requires it. */
export function RunButton({ chat, component }: { chat: Chat; component: ComponentToExecute }) {
  const { t } = useTranslation('hero')
  const [isAsking, setAsking] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [statement, setStatement] = useState<Statement | null>(null)
  const run = async (confirmed?: string) => {
    setStarting(true)
    setStatement(await chat.run(component, confirmed))
    setStarting(false)
    setAsking(false)
  }
  return (
    <>
      <Button
        variant="filled"
        loading={isStarting && !isAsking && statement === null}
        onClick={() => (component.confirm ? setAsking(true) : void run())}
      >
        {t('card.run')}
      </Button>
      <ConfirmRun
        chat={chat}
        component={component}
        opened={isAsking}
        loading={isStarting}
        onConfirm={() => void run()}
        onClose={() => setAsking(false)}
      />
      {statement !== null && (
        <StatementDialog
          title={component.title}
          statement={statement}
          busy={isStarting}
          onConfirm={() => void run(statement.id)}
          onClose={() => setStatement(null)}
          zIndex={250}
        />
      )}
    </>
  )
}

interface ConfirmRunProps {
  chat: Chat
  component: ComponentToExecute
  opened: boolean
  loading: boolean
  onConfirm: () => void
  onClose: () => void
}

function ConfirmRun({ chat, component, opened, loading, onConfirm, onClose }: ConfirmRunProps) {
  const { t } = useTranslation('hero')
  const { title, version } = component
  const lines = inputLines(component.inputSchema, chat.valuesOf(component), useZone())
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('card.sureTitle', { title })}
      size={440}
      withCloseButton={false}
      zIndex={250}
    >
      <p className={classes.sure}>{t('card.sureText', { title, version })}</p>
      <p className={classes.sure}>{component.description}</p>
      {lines.length > 0 && (
        <>
          <p className={classes.sure}>{t('card.sureValues')}</p>
          <InputValues lines={lines} />
        </>
      )}
      <DialogActions
        onCancel={onClose}
        confirm={t('card.sureRun', { title })}
        onConfirm={onConfirm}
        loading={loading}
        focus="cancel"
        apart
      />
    </Modal>
  )
}
