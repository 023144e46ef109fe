import type { AppView } from '@caseloom/contract/apps/apps'
import { Anchor } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import classes from './Apps.module.css'
import { deleteApp, dependentsQuery, forgetApps } from './apps.queries.ts'

/** Dependents listed by name; the rest is counted. */
const MAX_NAMED = 12

interface DeleteAppDialogProps {
  app: Pick<AppView, 'id' | 'name'>
  onDone: () => void
  onClose: () => void
}

export function DeleteAppDialog({ app, onDone, onClose }: DeleteAppDialogProps) {
  const { t } = useTranslation('apps')
  const { tenantId, timeZone } = useTenantScope()
  const client = useQueryClient()
  const { name } = app
  return (
    <ConfirmDialog
      danger
      title={t('delete.title', { name })}
      text={
        <>
          <p>{t('delete.text')}</p>
          <Dependents app={app} />
        </>
      }
      confirm={t('delete.action')}
      typed={{ label: t('delete.typed', { name }), value: name }}
      run={(typed) => deleteApp(tenantId, app.id, typed.trim())}
      onDone={({ until }) => {
        const day = formatDateTime(new Date(until), timeZone)
        toast({ kind: 'success', title: t('delete.done', { name, until: day }) })
        void forgetApps(client, tenantId)
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}

function Dependents({ app }: Pick<DeleteAppDialogProps, 'app'>) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const query = useQuery(dependentsQuery(scope.tenantId, app.id))
  const failure = query.isError ? describeError(query.error) : null
  if (query.data === undefined) return <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
  const { records, items } = query.data
  const rest = items.length - MAX_NAMED
  return (
    <>
      <p>
        {t('delete.records', { count: records })}{' '}
        {records > 0 && (
          <Anchor inherit component={Link} to={paths.recordList(scope, app.id)}>
            {t('delete.export')}
          </Anchor>
        )}
      </p>
      <p>{t(items.length === 0 ? 'delete.alone' : 'delete.dependents')}</p>
      <ul className={classes.dependents}>
        {items.slice(0, MAX_NAMED).map(({ kind, id, name }) => (
          <li key={`${kind}.${id}`}>
            {t(`delete.kinds.${kind}`)}: {name}
          </li>
        ))}
        {rest > 0 && <li>{t('delete.more', { count: rest })}</li>}
      </ul>
    </>
  )
}
