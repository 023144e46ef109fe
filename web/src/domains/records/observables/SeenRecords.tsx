import { findObservables } from '@caseloom/contract/records/observables'
import type { ObservableName, ObservableView } from '@caseloom/contract/records/observable-lookups'
import { Button } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from './ObservablePage.module.css'

/** The records that hold a value, newest first, as far as the reader can see them. */
export function seenRecordsQuery(tenantId: string, { kind, value }: ObservableName, limit: number) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'records', 'observable', kind, value, 'records', limit),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(findObservables, {
        params: { tenantId },
        query: { text: value, kind, limit, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

const PAGE = 20

export function SeenRecords({ one }: { one: ObservableView }) {
  const { t } = useTranslation('observable')
  const scope = useTenantScope()
  const query = useInfiniteQuery(seenRecordsQuery(scope.tenantId, one, PAGE))
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
