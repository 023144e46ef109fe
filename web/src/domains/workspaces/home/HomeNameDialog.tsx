import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import classes from './Home.module.css'

interface HomeNameDialogProps<Result> {
  title: string
  confirm: string
  name?: string
  save: (name: string) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

export function HomeNameDialog<Result>(props: HomeNameDialogProps<Result>) {
  const { t } = useTranslation('home')
  const [name, setName] = useState(props.name ?? '')
  const mutation = useMutation({ mutationFn: () => props.save(name.trim()), onSuccess: props.onDone })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <Dialog onClose={props.onClose} title={props.title} size={440}>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !mutation.isPending) mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          label={t('pages.name')}
          value={name}
          maxLength={100}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogActions
          onCancel={props.onClose}
          confirm={props.confirm}
          loading={mutation.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}
