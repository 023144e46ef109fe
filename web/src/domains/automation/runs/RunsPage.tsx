import type { FailureGroup } from '@caseloom/contract/automation/run-control'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { PageFrame } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useZone } from '../../../ui/Times.tsx'
import { type Days, dayRange } from '../../../ui/day-range.ts'
import classes from '../shared/Automation.module.css'
import { automationEn } from '../shared/automation.en.ts'
import type { FailureSpan } from '../shared/automation.queries.ts'
import { readRunsSearch, type RunsSearch, withParam } from '../shared/automation-search.ts'
import { ORCHESTRATION_TABS, OrchestrationTabs } from '../shared/OrchestrationTabs.tsx'
import { FailuresGrid } from './FailuresGrid.tsx'
import { QueueGrid } from './QueueGrid.tsx'
import { RepeatFailures } from './RepeatFailures.tsx'
import { RunFilters } from './RunFilters.tsx'
import { RUN_VIEWS, RunsViews } from './RunsViews.tsx'
import { runsEn } from './runs.en.ts'
import { RunsGrid } from './RunsGrid.tsx'

addTexts('automation', automationEn)
addTexts('runs', runsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/runs')

export function RunsPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const search = route.useSearch()
  const show = (next: RunsSearch) => void navigate({ to: '.', search: next, replace: true })
  const zone = useZone()
  const { from, to } = search
  const span = useMemo(() => dayRange({ from, to }, zone), [from, to, zone])
  const more = useMemo(() => runFilterOf(search, span), [search, span])
  useBreadcrumbs([{ label: t('orchestration'), to: paths.orchestration(scope) }, { label: t('runs.label') }])
  usePageTitle(t('runs.label'), t('orchestration'))
  const failures = useFailureSpan(search, span)
  const filters = <RunFilters search={search} show={show} />
  return (
    <PageFrame>
      <OrchestrationTabs
        value="runs"
        actions={<RunsViews value={search.view} onChange={(view) => show(withParam(search, 'view', view))} />}
      />
      <div {...tabPanelProps(ORCHESTRATION_TABS, 'runs')} className={classes.column}>
        <div {...tabPanelProps(RUN_VIEWS, search.view ?? 'runs')} className={classes.column}>
          {search.view === 'failures' ? (
            <FailuresGrid
              playbookId={search.playbook}
              span={failures}
              filters={filters}
              onOpen={(group) => show(runsOf(group, search))}
            />
          ) : search.view === 'queue' ? (
            <QueueGrid playbookId={search.playbook} filters={filters} />
          ) : (
            <RunsGrid
              playbookId={search.playbook}
              state={search.state}
              more={more}
              onState={(state) => show(withParam(search, 'state', state))}
              onClear={() => show({})}
              filters={filters}
              actions={<Repeat search={search} more={more} span={span} />}
            />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

/** Failures are those of the chosen days, or of a period: the last week unless chosen. */
function useFailureSpan(search: RunsSearch, span: Days): FailureSpan {
  const isInDays = hasDays(search)
  const { period = 'week' } = search
  return useMemo(() => (isInDays ? span : { period }), [isInDays, span, period])
}

/** The failed runs behind a row of failures. */
function runsOf({ playbook, code, step }: FailureGroup, search: RunsSearch): RunsSearch {
  const { from, to, period = 'week' } = search
  return {
    playbook: playbook.id,
    state: 'failed',
    code,
    ...(step === null ? {} : { step }),
    ...(hasDays(search) ? readRunsSearch({ from, to }) : { period }),
  }
}

function hasDays({ from, to }: RunsSearch): boolean {
  return from !== undefined || to !== undefined
}

interface RepeatProps {
  search: RunsSearch
  more: ReturnType<typeof runFilterOf>
  span: Days
}

/** Reruns all failed runs of a playbook with the same error; filters that it doesn't know hide it. */
function Repeat({ search, more, span }: RepeatProps) {
  const { playbook, code, step, period } = search
  if (search.state !== 'failed' || playbook === undefined || code === undefined) return null
  if (search.number !== undefined || search.test !== undefined || search.loop !== undefined) return null
  return (
    <RepeatFailures
      failed={{
        playbookId: playbook,
        errorCode: code,
        errorStep: step,
        kind: more.kind,
        version: more.version,
        startedBy: more.startedBy,
        span: hasDays(search) ? span : period === undefined ? {} : { period },
      }}
    />
  )
}

function runFilterOf(search: RunsSearch, span: Days) {
  const { kind, period, code, step, number, test, release, by, loop } = search
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(period === undefined ? {} : { period }),
    ...span,
    ...(number === undefined ? {} : { number: Number(number) }),
    ...(test === undefined ? {} : { test }),
    ...(code === undefined ? {} : { errorCode: code }),
    ...(step === undefined ? {} : { errorStep: step }),
    ...(release === undefined ? {} : { version: Number(release) }),
    ...(by === undefined ? {} : { startedBy: by }),
    ...(loop === undefined ? {} : { loop }),
  }
}
