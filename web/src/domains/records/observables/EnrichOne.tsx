import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { Loader } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { toast } from '../../../ui/toast.tsx'
import { EnrichButton } from './EnrichButton.tsx'
import { EnrichDialogs } from './EnrichDialogs.tsx'
import { progressKey } from './enrich-progress.ts'
import { seenRecordsQuery, SEEN_PAGE } from './seen-records.queries.ts'
import classes from './ObservablePage.module.css'
import { useEnrich } from './useEnrich.ts'

/** Looks the value of the page up, for the newest record that holds it. */
export function EnrichOne({ one }: { one: ObservableView }) {
  const { t } = useTranslation('enrich')
  const { tenantId } = useTenantScope()
  const seen = useInfiniteQuery(seenRecordsQuery(tenantId, one, SEEN_PAGE)).data?.pages[0]?.items[0]?.record
  const enriching = useEnrich(seen === undefined ? null : { appId: seen.appId, recordId: seen.id })
  const progress = enriching.progress.get(progressKey(one))
  const run = () => {
    const obstacle = enriching.obstacle([one])
    if (obstacle === null) enriching.enrich([one])
    else toast({ kind: 'info', title: t(obstacle) })
  }
  useKeyActions([{ keys: ['N'], label: t('enrich'), run }])
  return (
    <>
      {progress !== undefined && (
        <span className={classes.progress}>
          <Loader size={14} aria-label={t('running')} />
          {t('progress', { ...progress })}
        </span>
      )}
      <EnrichButton enriching={enriching} observables={[one]} words="enrich" look="filled" />
      <EnrichDialogs enriching={enriching} />
    </>
  )
}
