import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'

const Input = z.object({ name: z.string().trim().min(1).max(100) })

interface NameDialogProps<Result> {
  title: string
  text?: string
  label: string
  missing: string
  confirm: string
  initial?: string
  save: (name: string) => Promise<Result>
  onSaved: (result: Result) => void
  onClose: () => void
}

export function NameDialog<Result>(props: NameDialogProps<Result>) {
  const { form, submit, saving, failure } = useContractForm({
    schema: Input,
    initialValues: { name: props.initial ?? '' },
    words: (_field, code) => (code === 'too_small' ? props.missing : undefined),
    save: ({ name }) => props.save(name.trim()),
    onSaved: props.onSaved,
    onFailed: (error) => (hasCode(error, 'name.taken') ? { name: describeError(error).text } : undefined),
  })
  return (
    <Dialog onClose={props.onClose} title={props.title} size={420}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        {props.text !== undefined && <p className={classes.dialogText}>{props.text}</p>}
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput {...form.getInputProps('name')} label={props.label} autoComplete="off" data-autofocus />
        <DialogActions onCancel={props.onClose} confirm={props.confirm} loading={saving} />
      </form>
    </Dialog>
  )
}
