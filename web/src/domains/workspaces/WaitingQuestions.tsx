import { listApprovals } from '@caseloom/contract/automation/approvals'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../data/call.ts'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { straight } from '../../ui/text/bidi-isolate.ts'
import { DateTime } from '../../ui/Times.tsx'
import classes from './MyTasks.module.css'

const SHOWN = 10

function waitingQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'home'),
    queryFn: ({ signal }) =>
      call(listApprovals, {
        params: { tenantId },
        query: { box: 'mine', state: 'open', limit: SHOWN },
        signal,
      }),
  })
}

export function WaitingQuestions() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const query = useQuery(waitingQuery(scope.tenantId))
  if (query.isError)
    return (
      <p className={classes.quiet} role="alert">
        {t('home.waitingFailed')}. {describeError(query.error).text}
      </p>
    )
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={classes.tasks} aria-label={t('home.waiting')}>
      <h2 className={classes.title}>{t('home.waiting')}</h2>
      <ul className={classes.list}>
        {items.map((one) => (
          <li key={one.id} className={classes.task}>
            <Link className={classes.link} to={paths.question(scope, one.id)}>
              {straight(one.title)}
            </Link>
            <span className={classes.quiet}>{straight(one.playbook.title)}</span>
            {one.expiresAt !== null && (
              <span className={classes.due}>
                {t('home.until')} <DateTime at={one.expiresAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {query.data?.next !== null && (
        <p className={classes.quiet}>
          <Link className={classes.link} to={paths.inbox(scope)}>
            {t('home.moreWaiting')}
          </Link>
        </p>
      )}
    </section>
  )
}
