import type { AppView } from '@caseloom/contract/apps/apps'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import type { People } from '../../field-types/field-type.ts'
import { AddAttackEvent } from './attack/AddAttackEvent.tsx'
import type { AttackPlace } from './attack/attack.queries.ts'
import { TacticFilter } from './attack/TacticFilter.tsx'
import classes from './model/Records.module.css'
import { TimelineThread } from './TimelineThread.tsx'
import { ExportTimeline } from './timeline/ExportTimeline.tsx'
import { lanesOf } from './timeline/lanes.ts'
import { itemsOf, ofKinds, type TimelineItem } from './timeline/merged-timeline.ts'
import { type Shown, shownOf } from './timeline/shown.ts'
import { NothingShown, TimelineFilter } from './timeline/TimelineFilter.tsx'
import { WriteComment } from './timeline/WriteComment.tsx'
import { useJumps, useThreadEnd } from './timeline/useJumps.ts'
import { useRail } from './timeline/useRail.ts'
import { type Earlier, useTimeline } from './timeline/useTimeline.ts'
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
  const { shown, tactic, items, query, attack, earlier, rail, thread, isWhole } = useShownTimeline(app, place)
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
  const isEmpty = items.length === 0 && query.isSuccess && attack.isSuccess
  const mayChange = attack.data?.can.change ?? false
  return (
    <>
      {tactic === undefined && <WriteComment place={{ ...place, field: null }} />}
      {mayChange && <AddAttackEvent place={place} />}
      {tactic === undefined ? (
        <TimelineFilter
          {...{ items, shown }}
          isWhole={isWhole}
          totals={rail?.counts ?? null}
          end={<ExportTimeline {...{ place, app, people, shown }} />}
        />
      ) : (
        <TacticFilter tactic={tactic} isEmpty={isEmpty} />
      )}
      {tactic === undefined && isEmpty && <p className={classes.meta}>{t('history.none')}</p>}
      {items.length > 0 && thread.items.length === 0 && <NothingShown />}
      {thread.jumps.onNewer !== undefined && !thread.isEndless && (
        <Button variant="subtle" onClick={thread.jumps.onNewer}>
          {t('newer', { ns: 'timeline' })}
        </Button>
      )}
      <TimelineThread
        {...{ app, people, place, mayChange, ...thread }}
        rail={tactic === undefined ? rail : null}
        loadedTo={earlier === null ? null : oldestOf(items)}
        onMore={earlier?.onMore}
      />
      {earlier !== null && <EarlierButton earlier={earlier} />}
    </>
  )
}

/** The entries of the record that its address asks for, with the rail beside them. */
function useShownTimeline(app: AppView, place: AttackPlace) {
  const { tactic, event, kind, by, clock: sortedBy, view } = route.useSearch()
  const shown = useMemo(
    () => shownOf({ kind: kind ?? '', by, clock: sortedBy, view }),
    [kind, by, sortedBy, view],
  )
  const { clock, kinds, person } = shown
  const [until, setUntil] = useThreadEnd(event)
  const { items, query, attack, isStale, earlier } = useTimeline({ app, place, tactic, clock, until })
  const { rail, whole } = useRail(place, shown)
  const jumps = useJumps({ place, whole, until, setUntil, items })
  const workflowRuns = useWorkflowRuns(app, place.recordId)
  const passing = useMemo(() => ofKinds(itemsOf(items, person), kinds), [items, person, kinds])
  const lanes = useMemo(() => (shown.view === 'lanes' ? lanesOf(shown.kinds) : null), [shown])
  const thread = { event, jumps, isStale, workflowRuns, lanes, items: passing, isEndless: isWholeKind(shown) }
  return {
    shown,
    tactic,
    items,
    query,
    attack,
    earlier,
    rail,
    thread,
    isWhole: earlier === null && until === null,
  }
}

const isWholeKind = ({ kinds, person }: Shown) => kinds.length === 0 && person === undefined

const oldestOf = (items: readonly TimelineItem[]) => {
  const last = items.at(-1)
  return last === undefined ? Number.POSITIVE_INFINITY : Date.parse(last.at)
}

interface EarlierButtonProps {
  earlier: Earlier
}

/** Reaches earlier entries by keyboard, under filters, and after a failure. */
function EarlierButton({ earlier: { isLoading, load } }: EarlierButtonProps) {
  const { t } = useTranslation('records')
  return (
    <Button variant="subtle" loading={isLoading} onClick={load}>
      {t('history.more')}
    </Button>
  )
}

/** Addresses of the saved evaluations of the record, by the version that they made; newest ones first. */
function useWorkflowRuns(app: AppView, recordId: string): ReadonlyMap<number, string> {
  const scope = useTenantScope()
  const place = { tenantId: scope.tenantId, appId: app.id, recordId }
  const hasRules = wholeWorkflow(app) !== undefined
  const { data } = useInfiniteQuery({ ...workflowRunsQuery(place), enabled: hasRules })
  return useMemo(() => {
    const items = data?.pages.flatMap((page) => page.items) ?? []
    return new Map(items.map((run) => [run.sequence, paths.workflowRun(scope, recordId, run)]))
  }, [data, scope, recordId])
}
