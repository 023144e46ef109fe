import type { AppView } from '@caseloom/contract/apps/apps'
import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { appsQuery } from '../../../data/apps.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from '../model/Apps.module.css'
import { AppNames, namesOf, type NameValues } from './AppNames.tsx'
import { copyApp, keepApp } from '../model/apps.queries.ts'

interface CopyAppDialogProps {
  app: AppView
  onDone: (copy: AppView) => void
  onClose: () => void
}

/** Name, key, and acronym of the copy; key and acronym follow the name until one of them is edited. */
export function CopyAppDialog({ app, onDone, onClose }: CopyAppDialogProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const apps = useQuery(appsQuery(tenantId)).data ?? []
  const [values, setValues] = useState<NameValues>({ name: t('copy.name', { name: app.name }) })
  const [views, setViews] = useState(true)
  const names = namesOf(values, apps)
  const mutation = useMutation({
    mutationFn: () => copyApp(tenantId, app.id, { ...names, views }),
    onSuccess: (copy) => {
      keepApp(client, tenantId, copy)
      reportCopy(copy.name, copy.leftOut)
      onDone(copy)
    },
  })
  const faults = fieldFaults(mutation.error, ['name', 'key', 'acronym'])
  const failure = mutation.isError && Object.keys(faults).length === 0 ? describeError(mutation.error) : null
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <Dialog onClose={onClose} title={t('copy.title', { name: app.name })} size={480}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <p className={classes.quiet}>{t('copy.text')}</p>
        {failure !== null && (
          <ErrorSummary message={`${t('copy.failed')}. ${failure.text}`} requestId={failure.requestId} />
        )}
        <AppNames names={names} faults={faults} onChange={(part) => setValues({ ...values, ...part })} />
        <Checkbox
          size="xs"
          label={t('copy.views')}
          checked={views}
          onChange={(event) => setViews(event.currentTarget.checked)}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t('copy.confirm')}
          loading={mutation.isPending}
          disabled={names.name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}

/** Says that the copy is there, and which views it lacks. */
function reportCopy(name: string, leftOut: readonly string[]): void {
  const title = i18next.t('copy.done', { ns: 'apps', name })
  if (leftOut.length === 0) return toast({ kind: 'success', title })
  const text = i18next.t('copy.leftOut', { ns: 'apps', views: leftOut.join(', ') })
  toast({ kind: 'info', title, text, for: 15_000 })
}
