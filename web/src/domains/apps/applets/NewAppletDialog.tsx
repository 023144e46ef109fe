import { AppletCreate, type AppletView } from '@caseloom/contract/apps/applets'
import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { keyFrom } from '../draft/app-draft.ts'
import classes from '../model/Apps.module.css'
import { addApplet, keepApplet } from '../model/applets.queries.ts'

interface Values {
  name: string
  key?: string
  description: string
}

interface NewAppletDialogProps {
  applets: readonly AppletView[]
  onDone: (applet: AppletView) => void
  onClose: () => void
}

const PLACES = ['name', 'key', 'description'] as const

/** The key follows the name until it is edited; the first field is one for notes. */
export function NewAppletDialog({ applets, onDone, onClose }: NewAppletDialogProps) {
  const { t } = useTranslation('applets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [values, setValues] = useState<Values>({
    name: '',
    description: '',
  })
  const [local, setLocal] = useState<Record<string, string>>({})
  const { name, description } = values
  const key = values.key ?? keyFrom(name, new Set(applets.map((one) => one.key)))
  const mutation = useMutation({
    mutationFn: (body: AppletCreate) => addApplet(tenantId, body),
    onSuccess: (applet) => {
      keepApplet(client, tenantId, applet)
      onDone(applet)
    },
  })
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const read = readApplet({ name, key, description }, t('create.notes'))
    setLocal(
      read.success
        ? {}
        : Object.fromEntries(read.error.issues.map((one) => [String(one.path[0]), one.message])),
    )
    if (read.success) mutation.mutate(read.data)
  }
  const answered = fieldFaults(mutation.error, PLACES)
  const faults: Record<string, string> = { ...answered, ...local }
  const failure =
    mutation.isError && Object.keys(answered).length === 0 ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={t('create.title')} size={480}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <Inputs values={values} keyShown={key} faults={faults} onChange={setValues} />
        <DialogActions
          onCancel={onClose}
          confirm={t('create.confirm')}
          loading={mutation.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}

function readApplet({ name, key, description }: Values, notes: string) {
  return AppletCreate.safeParse({
    name,
    key,
    ...(description.trim() === '' ? {} : { description }),
    section: { title: name, columns: 2, fields: ['notes'] },
    fields: [{ key: 'notes', label: notes, type: 'text', multiline: true }],
  })
}

interface InputsProps {
  values: Values
  keyShown: string
  faults: Record<string, string>
  onChange: (values: Values) => void
}

function Inputs({ values, keyShown, faults, onChange }: InputsProps) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  return (
    <>
      <TextInput
        label={t('create.name')}
        value={values.name}
        maxLength={100}
        required
        data-autofocus
        error={faults['name']}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('settings.key')}
        description={t('create.keyHelp', { example: `${keyShown}_notes` })}
        value={keyShown}
        maxLength={32}
        spellCheck={false}
        error={faults['key']}
        onChange={(event) => onChange({ ...values, key: event.currentTarget.value })}
      />
      <Textarea
        label={app('create.description')}
        value={values.description}
        maxLength={1000}
        autosize
        minRows={2}
        error={faults['description']}
        onChange={(event) => onChange({ ...values, description: event.currentTarget.value })}
      />
    </>
  )
}
