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
  const hasDays = from !== undefined || to !== undefined
  const failures = useMemo(
    () => (hasDays ? span : { period: search.period ?? 'week' }),
    [hasDays, span, search.period],
  )
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
              onOpen={(group) =>
                show({
                  playbook: group.playbook.id,
                  state: 'failed',
                  code: group.code,
                  ...(group.step === null ? {} : { step: group.step }),
                  ...(hasDays ? readRunsSearch({ from, to }) : { period: search.period ?? 'week' }),
                })
              }
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
              actions={
                search.state === 'failed' &&
                search.playbook !== undefined &&
                search.code !== undefined &&
                search.number === undefined &&
                search.test === undefined &&
                search.loop === undefined && (
                  <RepeatFailures
                    failed={{
                      playbookId: search.playbook,
                      errorCode: search.code,
                      errorStep: search.step,
                      kind: more.kind,
                      version: more.version,
                      startedBy: more.startedBy,
                      span: hasDays ? span : search.period === undefined ? {} : { period: search.period },
                    }}
                  />
                )
              }
            />
          )}
        </div>
      </div>
    </PageFrame>
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
