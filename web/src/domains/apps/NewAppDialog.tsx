import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, fieldFaults } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './model/Apps.module.css'
import { addApp, keepApp } from './model/apps.queries.ts'
import { warningsOf } from './model/publish-warnings.ts'
import { AskedFirst } from './model/WarningText.tsx'
import { faultsOf } from './draft/faults.ts'
import { AppNames, namesOf } from './setup/AppNames.tsx'
import { IconSelect } from './model/IconSelect.tsx'

interface NewAppDialogProps {
  apps: readonly AppView[]
  /** A definition to start from; otherwise the app has a title only. */
  template?: Record<string, unknown> | undefined
  onDone: (app: AppView) => void
  onClose: () => void
}

const NAMES = ['name', 'key', 'acronym', 'description', 'icon'] as const

/** Key and acronym follow the name until one of them is edited. */
export function NewAppDialog({ apps, template, onDone, onClose }: NewAppDialogProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [values, setValues] = useState<Partial<Record<(typeof NAMES)[number], string>>>(() => ({
    name: textOf(template?.['name']),
    description: textOf(template?.['description']),
    icon: textOf(template?.['icon']) || 'table',
  }))
  const { name, key, acronym } = namesOf(values, apps)
  const [local, setLocal] = useState<Record<string, string>>({})
  const mutation = useMutation({
    mutationFn: (body: AppCreate & { confirmed: boolean }) => addApp(tenantId, body),
    onSuccess: (app) => {
      keepApp(client, tenantId, app)
      onDone(app)
    },
  })
  const warnings = warningsOf(mutation.error)
  const isAsking = warnings.length > 0
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const description = (values.description ?? '').trim()
    const read = AppCreate.safeParse({
      ...(template ?? plainApp(t('create.title_field'), t('create.section'))),
      name,
      key,
      acronym,
      icon: values.icon ?? 'table',
      ...(description === '' ? {} : { description }),
    })
    setLocal(
      read.success
        ? {}
        : Object.fromEntries(read.error.issues.map((one) => [String(one.path[0]), one.message])),
    )
    if (read.success) mutation.mutate({ ...read.data, confirmed: isAsking })
  }
  const answered = isAsking ? {} : fieldFaults(mutation.error, NAMES)
  const faults: Record<string, string> = { ...answered, ...local }
  const elsewhere = [
    ...Object.entries(local)
      .filter(([place]) => !isName(place))
      .map(([label, text]) => ({ label, text })),
    ...(isAsking ? [] : deeper(mutation.error, mutation.variables)),
  ]
  const failure =
    mutation.isError && !isAsking && Object.keys(answered).length === 0 ? describeError(mutation.error) : null
  const change = (part: (typeof NAMES)[number]) => (event: { currentTarget: { value: string } }) =>
    setValues({ ...values, [part]: event.currentTarget.value })
  return (
    <Dialog onClose={onClose} title={t('create.title')} size={480}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <ErrorSummary
          {...(failure === null
            ? {}
            : { message: `${t('create.failed')}. ${failure.text}`, requestId: failure.requestId })}
          faults={elsewhere}
        />
        <AppNames
          names={{ name, key, acronym }}
          faults={faults}
          onChange={(part) => setValues({ ...values, ...part })}
        />
        <IconSelect value={values.icon ?? 'table'} onChange={(icon) => setValues({ ...values, icon })} />
        <Textarea
          label={t('create.description')}
          value={values.description ?? ''}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={change('description')}
        />
        {isAsking && <AskedFirst text={t('create.warnings')} warnings={warnings} />}
        <DialogActions
          onCancel={onClose}
          confirm={t(isAsking ? 'create.confirmWarnings' : 'create.confirm')}
          loading={mutation.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}

function isName(place: string): boolean {
  return NAMES.some((one) => one === place)
}

/** Faults deeper in the definition, with field and position. */
function deeper(error: unknown, sent: AppCreate | undefined): { label: string; text: string }[] {
  if (!(error instanceof ApiError) || sent === undefined) return []
  return faultsOf(error.issues, sent)
    .filter(({ field, at }) => field !== null || !isName(at))
    .map(({ label, at, text }) => ({ label: at === '' || at === label ? label : `${label} (${at})`, text }))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function plainApp(title: string, section: string) {
  return {
    titleField: 'title',
    listColumns: ['tracking_id', 'title', 'created_at'],
    layout: [{ title: section, columns: 2, fields: ['title'] }],
    fields: [{ key: 'title', label: title, type: 'text', required: true, maxLength: 500 }],
  }
}
