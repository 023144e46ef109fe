import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../data/describe-error.ts'
import classes from '../../../ui/admin/Settings.module.css'

interface RenameFormProps {
  name: string
  label: string
  /** The button, there once the name differs. */
  confirm: string
  rename: (name: string) => Promise<unknown>
  /** The form waits for it. */
  onRenamed: () => unknown
}

/** The name in a panel, saved in place. */
export function RenameForm({ name, label, confirm, rename, onRenamed }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const wanted = typed.trim()
  const isChanged = wanted !== '' && wanted !== name
  const mutation = useMutation({ mutationFn: () => rename(wanted), onSuccess: onRenamed })
  return (
    <form
      className={classes.rowEnd}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) mutation.mutate()
      }}
    >
      <TextInput
        className={classes.grow}
        label={label}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          mutation.reset()
          setTyped(event.currentTarget.value)
        }}
        error={mutation.isError ? describeError(mutation.error).text : undefined}
      />
      {isChanged && (
        <Button type="submit" variant="filled" loading={mutation.isPending}>
          {confirm}
        </Button>
      )}
    </form>
  )
}
