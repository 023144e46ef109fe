import type { AppView } from '@caseloom/contract/apps/apps'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import type { People } from '../../field-types/field-type.ts'
import { AddAttackEvent } from './attack/AddAttackEvent.tsx'
import { type AttackPlace, attackEventsQuery } from './attack/attack.queries.ts'
import { TacticFilter } from './attack/TacticFilter.tsx'
import { useNamedEvent } from './attack/useNamedEvent.ts'
import classes from './model/Records.module.css'
import { historyQuery, recordApprovalsQuery, recordRunsQuery } from './model/records.queries.ts'
import { TimelineThread } from './TimelineThread.tsx'
import { ExportTimeline } from './timeline/ExportTimeline.tsx'
import {
  besideItems,
  type Clock,
  CLOCKS,
  inLane,
  itemsOf,
  LANES,
  mergedTimeline,
} from './timeline/merged-timeline.ts'
import { NothingShown, TimelineFilter } from './timeline/TimelineFilter.tsx'
import { WriteComment } from './timeline/WriteComment.tsx'
import { workflowRunsQuery } from './runs/runs.queries.ts'

const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/$recordId')

interface RecordTimelineProps {
  app: AppView
  recordId: string
  people: People
}

/** What happened to the record: changes, runs at their start, and attack events at the time they happened. */
export function RecordTimeline({ app, recordId, people }: RecordTimelineProps) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId: app.id, recordId }
  const { tactic, ...search } = route.useSearch()
  const clock = CLOCKS.find((one) => one === search.clock) ?? 'happened'
  const { items, query, attack, isWhole } = useTimeline(place, tactic, clock)
  const workflowRuns = useWorkflowRuns(app, recordId)
  const failed = query.data === undefined ? query : attack
  if (failed.isError && failed.data === undefined) {
    return (
      <StateCard
        title={failed === attack ? t('failed', { ns: 'attack' }) : t('history.failed')}
        error={describeError(failed.error)}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  const lane = LANES.find((one) => one === search.kind) ?? null
  const shown = inLane(itemsOf(items, search.by), lane)
  const isEmpty = items.length === 0 && query.isSuccess && attack.isSuccess
  const mayChange = attack.data?.can.change ?? false
  return (
    <>
      {tactic === undefined && <WriteComment place={{ ...place, field: null }} />}
      {mayChange && <AddAttackEvent place={place} />}
      {tactic === undefined ? (
        <TimelineFilter
          {...{ items, isWhole, lane, clock }}
          person={search.by}
          end={<ExportTimeline {...{ place, app, people }} shown={{ lane, person: search.by, clock }} />}
        />
      ) : (
        <TacticFilter tactic={tactic} isEmpty={isEmpty} />
      )}
      {tactic === undefined && isEmpty && <p className={classes.meta}>{t('history.none')}</p>}
      {items.length > 0 && shown.length === 0 && <NothingShown />}
      <TimelineThread items={shown} {...{ app, people, place, mayChange, workflowRuns }} />
      {!isWhole && query.hasNextPage && <EarlierButton query={query} />}
    </>
  )
}

/** All in one list; of a tactic its events alone. */
function useTimeline(place: AttackPlace, tactic: string | undefined, clock: Clock) {
  const { event: named } = route.useSearch()
  const mayReadRuns = useMay('run:read')
  const query = useInfiniteQuery(historyQuery(place.tenantId, place.appId, place.recordId))
  const attack = useQuery(attackEventsQuery(place))
  const runs = useQuery({ ...recordRunsQuery(place.tenantId, place.recordId), enabled: mayReadRuns })
  const approvals = useQuery(recordApprovalsQuery(place.tenantId, place.recordId))
  const all = attack.data?.items ?? []
  const isOfTactic = tactic !== undefined
  const events = isOfTactic ? all.filter(({ tactics }) => tactics.some((one) => one === tactic)) : all
  const entries = isOfTactic ? [] : (query.data?.pages.flatMap((page) => page.items) ?? [])
  const isWhole = isOfTactic || (query.data !== undefined && !query.hasNextPage)
  const beside = besideItems(
    {
      events,
      runs: isOfTactic ? [] : (runs.data ?? []),
      approvals: isOfTactic ? [] : (approvals.data ?? []),
    },
    clock,
  )
  const items = mergedTimeline(entries, beside, isWhole)
  useNamedEvent(named, items.length, query)
  return { items, query, attack, isWhole }
}

interface EarlierButtonProps {
  query: { isFetchingNextPage: boolean; fetchNextPage(): unknown }
}

function EarlierButton({ query }: EarlierButtonProps) {
  const { t } = useTranslation('records')
  return (
    <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('history.more')}
    </Button>
  )
}

/** Addresses of the saved evaluations of the record, by the version that they made; newest ones first. */
function useWorkflowRuns(app: AppView, recordId: string): ReadonlyMap<number, string> {
  const scope = useTenantScope()
  const place = { tenantId: scope.tenantId, appId: app.id, recordId }
  const hasRules = wholeWorkflow(app) !== undefined
  const query = useInfiniteQuery({ ...workflowRunsQuery(place), enabled: hasRules })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return new Map(items.map((run) => [run.sequence, paths.workflowRun(scope, recordId, run)]))
}
