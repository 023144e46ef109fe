import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/Dialog.tsx'
import { ErrorSummary } from '../ErrorSummary.tsx'
import type { ErrorView } from '../StateCard.tsx'
import classes from './Settings.module.css'

interface ConfirmDialogProps<Result> {
  title: string
  text: ReactNode
  /** The verb with the object's name: "Remove Ines Sá". */
  confirm: string
  /** The label of the way out, where "Cancel" would be ambiguous. */
  dismiss?: string
  /** Text that must be typed before the button works. */
  typed?: { label: string; value: string }
  danger?: boolean
  run: (typed: string) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
  describe: (error: unknown) => ErrorView
}

/** Asks before an action that is hard to undo; shows its failure in place. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { title, text, confirm, dismiss, typed, danger = false, run, onDone, onClose, describe } = props
  const { t } = useTranslation('ui')
  const [answer, setAnswer] = useState('')
  const mutation = useMutation({ mutationFn: () => run(answer), onSuccess: onDone })
  const isReady = typed === undefined || answer.trim() === typed.value.trim()
  const failure = mutation.isError ? describe(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={title} size={440}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !mutation.isPending) mutation.mutate()
        }}
      >
        <div className={classes.dialogText}>{text}</div>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        {typed !== undefined && (
          <TextInput
            label={typed.label}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        <footer className={classes.dialogEnd}>
          <Button onClick={onClose} {...(typed === undefined ? { 'data-autofocus': true } : {})}>
            {dismiss ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            variant="filled"
            {...(danger ? { color: 'red' } : {})}
            loading={mutation.isPending}
            disabled={!isReady}
          >
            {confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
