import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { stateOf } from '../../../ui/glyphs/state.ts'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { formatCount } from '../../../ui/time.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { recordRunsQuery } from '../model/records.queries.ts'
import classes from './Rail.module.css'
import { MoreRows, RAIL_ROWS, RailFailure, RailSection } from '../../../ui/rail/RailSection.tsx'

/** The latest runs that created or changed the record. */
export function RailRuns({ recordId, onMore }: { recordId: string; onMore: () => void }) {
  const { t } = useTranslation('rail')
  const { t: words } = useTranslation('records')
  const scope = useTenantScope()
  const query = useInfiniteQuery(recordRunsQuery(scope.tenantId, recordId))
  const runs = query.data?.pages.flatMap((page) => page.items) ?? []
  if (!query.isError && runs.length === 0) return null
  const waiting = runs.filter(({ state }) => state === 'waiting').length
  const all = `${formatCount(runs.length)}${query.hasNextPage ? '+' : ''}`
  const count = waiting === 0 ? all : t('runsWaiting', { all, waiting: formatCount(waiting) })
  return (
    <RailSection title={t('runs')} count={query.data === undefined ? undefined : count}>
      {query.isError && <RailFailure onRetry={() => void query.refetch()} />}
      {runs.slice(0, RAIL_ROWS).map((run) => (
        <Link key={run.id} to={paths.run(scope, run.id)} className={classes.row}>
          <span title={words(`runs.states.${run.state}`)}>
            <StateGlyph state={stateOf(run.state) ?? 'queued'} />
          </span>
          <span className={classes.rowTitle}>
            <bdi>{run.playbook.title}</bdi>
          </span>
          <span className={classes.due}>
            <TimeAgo at={run.startedAt} />
          </span>
        </Link>
      ))}
      <MoreRows all={runs.length} onOpen={onMore} />
    </RailSection>
  )
}
