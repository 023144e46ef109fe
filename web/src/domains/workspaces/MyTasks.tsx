import { listTasks } from '@caseloom/contract/records/tasks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../data/call.ts'
import { describeError } from '../../data/describe-error.ts'
import { useDeletedRecords } from '../../data/deleted-records.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { straight } from '../../ui/text/bidi-isolate.ts'
import { DateTime, useNow } from '../../ui/Times.tsx'
import classes from './MyTasks.module.css'

const SHOWN = 10

function myTasksQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', 'my-tasks'),
    queryFn: ({ signal }) => call(listTasks, { params: { tenantId }, query: { limit: SHOWN }, signal }),
  })
}

export function MyTasks() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...myTasksQuery(scope.tenantId), enabled: mayRead })
  const now = useNow()
  useDeletedRecords(scope.tenantId)
  if (query.isError)
    return (
      <p className={classes.quiet} role="alert">
        {t('home.tasksFailed')}. {describeError(query.error).text}
      </p>
    )
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={classes.tasks} aria-label={t('home.tasks')}>
      <h2 className={classes.title}>{t('home.tasks')}</h2>
      <ul className={classes.list}>
        {items.map(({ task, record }) => (
          <li key={`${record.id} ${task.id}`} className={classes.task}>
            <Link className={classes.link} to={paths.record(scope, record.appId, record.id)}>
              {straight(task.title)}
            </Link>
            <span className={classes.quiet}>
              {record.trackingId} · {straight(record.title)}
            </span>
            {task.due !== null && (
              <span className={classes.due} data-late={Date.parse(task.due) <= now || undefined}>
                <DateTime at={task.due} />
                {Date.parse(task.due) <= now && ` ${t('home.overdue')}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      {query.data?.next !== null && <p className={classes.quiet}>{t('home.moreTasks', { count: SHOWN })}</p>}
    </section>
  )
}
