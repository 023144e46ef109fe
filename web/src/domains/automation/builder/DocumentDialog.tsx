import { Button, FileButton, Textarea } from '@mantine/core'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describeError } from '../../../data/describe-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import classes from './Builder.module.css'
import { readDocumentText, type TextFault } from './model/new-playbook.ts'

interface DocumentDialogProps {
  title: string
  text: string
  confirm: string
  onRead: (document: JsonObject) => Promise<unknown>
  onClose: () => void
}

/** Reads a playbook from a file or pasted text; all errors appear with their lines. */
export function DocumentDialog({ title, text, confirm, onRead, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('builder')
  const [typed, setTyped] = useState('')
  const [faults, setFaults] = useState<readonly TextFault[]>([])
  const take = useMutation({ mutationFn: onRead })
  const failure = take.isError ? describeError(take.error) : null
  const read = () => {
    const result = readDocumentText(typed)
    setFaults(result.ok ? [] : result.faults)
    if (result.ok) take.mutate(result.document)
  }
  return (
    <Dialog onClose={onClose} title={title} size={640}>
      <p className={classes.dialogText}>{text}</p>
      <ErrorSummary {...(failure === null ? {} : { message: failure.text })} requestId={failure?.requestId} />
      <Textarea
        className={classes.code ?? ''}
        label={t('import.document')}
        autosize
        minRows={10}
        maxRows={18}
        spellCheck={false}
        data-autofocus
        value={typed}
        error={faults.length > 0 ? t('import.faults', { count: faults.length }) : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setFaults([])
        }}
      />
      {faults.length > 0 && (
        <ul className={classes.issues}>
          {faults.map(({ place, message }) => (
            <li key={`${place} ${message}`}>
              {place} {message}
            </li>
          ))}
        </ul>
      )}
      <ImportActions
        setTyped={setTyped}
        onClose={onClose}
        typed={typed}
        take={take}
        read={read}
        confirm={confirm}
      />
    </Dialog>
  )
}

interface ImportActionsProps {
  setTyped: (next: string) => void
  onClose: () => void
  typed: string
  take: UseMutationResult<unknown, Error, JsonObject, unknown>
  read: () => void
  confirm: string
}

function ImportActions({ setTyped, onClose, typed, take, read, confirm }: ImportActionsProps) {
  const { t } = useTranslation('builder')
  return (
    <footer>
      <FileButton
        accept=".yaml,.yml,.json,application/json,application/yaml"
        onChange={(file) => void file?.text().then(setTyped)}
      >
        {(props) => <Button {...props}>{t('import.file')}</Button>}
      </FileButton>
      <span className={classes.grow} />
      <Button onClick={onClose}>{t('publish.cancel')}</Button>
      <Button variant="filled" disabled={typed.trim() === ''} loading={take.isPending} onClick={read}>
        {confirm}
      </Button>
    </footer>
  )
}
