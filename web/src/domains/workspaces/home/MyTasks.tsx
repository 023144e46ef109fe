import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { DateTime, useNow } from '../../../ui/Times.tsx'
import classes from './Home.module.css'
import { HomeRow } from './HomeRow.tsx'
import { HomeSection } from './HomeSection.tsx'
import { type ListSettings, SHOWN, tasksQuery } from './home.queries.ts'

export function MyTasks({ title, rows = SHOWN }: ListSettings) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...tasksQuery(scope.tenantId, rows), enabled: mayRead })
  const now = useNow()
  if (!mayRead) return null
  const items = query.data?.items ?? []
  const next = query.data?.next ?? null
  return (
    <HomeSection
      title={title ?? t('tasks.title')}
      query={query}
      texts={{ failed: t('tasks.failed'), empty: t('tasks.empty') }}
      isEmpty={items.length === 0}
      foot={next === null ? undefined : t('tasks.more', { count: rows })}
    >
      {items.map(({ task, record }) => (
        <HomeRow
          key={`${record.id} ${task.id}`}
          to={paths.record(scope, record.appId, record.id)}
          title={task.title}
          sub={`${record.trackingId} · ${straight(record.title)}`}
        >
          {task.due !== null && (
            <span className={classes.due} data-late={Date.parse(task.due) <= now || undefined}>
              <DateTime at={task.due} />
              {Date.parse(task.due) <= now && ` ${t('tasks.overdue')}`}
            </span>
          )}
        </HomeRow>
      ))}
    </HomeSection>
  )
}
