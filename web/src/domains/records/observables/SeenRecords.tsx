import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import type { findObservables } from '@caseloom/contract/records/observables'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from './ObservablePage.module.css'
import { seenRecordsQuery, SEEN_PAGE } from './seen-records.queries.ts'

export function SeenRecords({ one }: { one: ObservableView }) {
  const { t } = useTranslation('observable')
  const scope = useTenantScope()
  const query = useInfiniteQuery(seenRecordsQuery(scope.tenantId, one, SEEN_PAGE))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className={classes.section} aria-labelledby="observable-records">
      <div className={classes.sectionHead}>
        <h2 id="observable-records" className={classes.sectionTitle}>
          {t('records')}
        </h2>
        <span className={classes.quiet}>{t('seeable', { count: one.records })}</span>
      </div>
      {query.isError && (
        <p className={classes.quiet} role="alert">
          {t('recordsFailed')}. {describeError(query.error).text}
        </p>
      )}
      <RecordsTable items={items} />
      {query.hasNextPage && (
        <Button
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          rightSection={<span className={classes.quiet}>{formatCount(one.records)}</span>}
        >
          {t('more')}
        </Button>
      )}
    </section>
  )
}

function RecordsTable({ items }: { items: RouteReply<typeof findObservables>['items'] }) {
  const { t } = useTranslation('observable')
  const scope = useTenantScope()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('id')}</th>
          <th scope="col">{t('recordTitle')}</th>
          <th scope="col">{t('app')}</th>
          <th scope="col">{t('seenAs')}</th>
          <th scope="col" data-align="end">
            {t('seen')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ record, field, at }) => (
          <tr key={`${record.id} ${field.key}`}>
            <td className={classes.secondary}>{record.trackingId}</td>
            <td>
              <Link className={classes.link} to={paths.record(scope, record.appId, record.id)}>
                {straight(record.title)}
              </Link>
            </td>
            <td className={classes.secondary}>{record.appName}</td>
            <td className={classes.secondary}>{field.label}</td>
            <td className={classes.secondary} data-align="end">
              <TimeAgo at={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
