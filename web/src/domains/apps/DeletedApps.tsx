import type { DeletedApp } from '@caseloom/contract/apps/app-deletion'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { formatDateTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './model/Apps.module.css'
import { deletedAppsQuery, forgetApps, restoreApp } from './model/apps.queries.ts'

export function DeletedApps() {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const { data = [] } = useQuery(deletedAppsQuery(tenantId))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="deleted-apps">
      <h2 id="deleted-apps" className={classes.deletedTitle}>
        {t('deleted.title')}
      </h2>
      <ul className={classes.cards}>
        {data.map((app) => (
          <DeletedCard key={app.id} app={app} />
        ))}
      </ul>
    </section>
  )
}

function DeletedCard({ app }: { app: DeletedApp }) {
  const { t } = useTranslation('apps')
  const { tenantId, timeZone } = useTenantScope()
  const client = useQueryClient()
  const { name } = app
  const restore = useMutation({
    mutationFn: () => restoreApp(tenantId, app.id),
    onSuccess: () => toast({ kind: 'success', title: t('deleted.restored', { name }) }),
    onError: (error) =>
      toast({ kind: 'error', title: t('deleted.failed', { name }), text: describeError(error).text }),
    onSettled: () => forgetApps(client, tenantId),
  })
  const day = (at: string) => formatDateTime(new Date(at), timeZone)
  return (
    <li className={classes.card}>
      <AppIcon name={app.icon} size={18} />
      <span className={classes.cardWords}>
        <span className={classes.cardName}>{name}</span>
        <span className={classes.facts}>
          {t('deleted.until', { by: app.deletedBy.name, at: day(app.deletedAt), until: day(app.until) })}
        </span>
        <span>
          <Button loading={restore.isPending} onClick={() => restore.mutate()}>
            {t('deleted.restore', { name })}
          </Button>
        </span>
      </span>
    </li>
  )
}
