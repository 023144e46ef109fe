import { recordWidget } from '@caseloom/contract/workspaces/workspaces'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { call } from '../../data/call.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import type { RecordWidgetProps } from '../../data/record-widget-slot.ts'
import { refetchAfterCurrent } from '../../data/refetch-after-current.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { useModelNews } from '../../data/useHubs.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import classes from './RecordWidget.module.css'
import { useApps } from './useApps.ts'
import { WidgetBody } from './WidgetBody.tsx'
import { workspacesEn } from './workspaces.en.ts'

addTexts('workspaces', workspacesEn)

/** A widget of a dashboard on a record page, over the records that match the record; nothing for who can't see it. */
export function RecordWidget({ appId, record, block }: RecordWidgetProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const { tenantId } = scope
  const queryKey = keys.list(tenantId, 'widgets', 'record', record.id, block, record.version)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(recordWidget, { params: { tenantId, appId, recordId: record.id, block: block.id }, signal }),
  })
  const shown = query.data
  const source = shown?.widget.kind === 'text' ? undefined : shown?.widget.app
  useModelNews((news) => {
    if (news.kind === 'records' && news.tenantId === tenantId && news.appId === source)
      void refetchAfterCurrent(client, { queryKey })
  })
  const app = useApps().find(({ id }) => id === source)
  if (hasCode(query.error, 'resource.not_found') || hasCode(query.error, 'right.missing')) return null
  if (query.isError && shown === undefined)
    return (
      <p className={classes.note} role="status">
        {t(hasCode(query.error, 'field.unknown') ? 'widget.errors.field' : 'widget.errors.other')}{' '}
        <Button size="compact-xs" onClick={() => void query.refetch()}>
          {t('widget.errors.retry')}
        </Button>
      </p>
    )
  if (shown === undefined) return <Skeleton height={64} radius="sm" />
  const title = shown.widget.title === '' ? t('widget.untitled') : shown.widget.title
  return (
    <section className={classes.widget} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <Link className={classes.source} to={paths.dashboard(scope, shown.dashboard.id)}>
          {shown.dashboard.name}
        </Link>
      </header>
      <div className={classes.body} data-kind={shown.widget.kind}>
        {shown.data === null ? (
          <p className={classes.note}>{t('widget.noValue')}</p>
        ) : (
          <WidgetBody widget={shown.widget} data={shown.data} app={app} asTable={false} />
        )}
      </div>
    </section>
  )
}
