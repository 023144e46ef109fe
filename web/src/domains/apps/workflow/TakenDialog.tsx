import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { takingRecordsQuery } from '../model/apps.queries.ts'
import { useWorkflow } from './model/editor-context.ts'
import { entriesOf } from './model/workflow-tree.ts'
import { ruleTitle } from './row-words.ts'
import { useTakenSentence } from './Taken.tsx'
import classes from './Taken.module.css'

/** All records that took a rule lately, by the newest save that did. */
export function TakenDialog({ rule, onClose }: { rule: string; onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { tenantId } = useTenantScope()
  const { edited, workflow, words } = useWorkflow()
  const sentence = useTakenSentence(rule)
  const entry = entriesOf(workflow).get(rule)
  const query = useInfiniteQuery(takingRecordsQuery(tenantId, edited.base.id, rule))
  const found = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog
      onClose={onClose}
      title={entry?.kind === 'rule' ? ruleTitle(words, entry.item) : t('coverage.records')}
      size={560}
    >
      <p className={classes.quiet}>{sentence}</p>
      {query.isPending && <p role="status">{t('coverage.loading')}</p>}
      {query.isError && found.length === 0 && (
        <StateCard
          title={t('coverage.failed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && found.length === 0 && <p className={classes.quiet}>{t('coverage.noRecords')}</p>}
      <TakenList records={found} />
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('coverage.more')}
        </Button>
      )}
    </Dialog>
  )
}

interface TakenListProps {
  records: readonly { record: { id: string; appId: string; trackingId: string; title: string }; at: string }[]
}

function TakenList({ records }: TakenListProps) {
  const { t } = useTranslation('workflow-editor')
  const scope = useTenantScope()
  if (records.length === 0) return null
  return (
    <ul className={classes.records} aria-label={t('coverage.records')}>
      {records.map(({ record: { id, appId, trackingId, title }, at }) => (
        <li key={id}>
          <Link className={classes.link} to={paths.record(scope, appId, id)}>
            {trackingId}
          </Link>
          <span className={classes.title}>{title === trackingId ? '' : title}</span>
          <span className={classes.quiet}>
            <DateTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
