import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { PageFrame } from '../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../ui/frame/TabBar.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import classes from './Automation.module.css'
import { automationEn } from './automation.en.ts'
import { playbooksQuery } from './automation.queries.ts'
import { RUN_PERIODS, type RunsSearch, withParam } from './automation-search.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { ORCHESTRATION_TABS, OrchestrationTabs } from './OrchestrationTabs.tsx'
import { FailuresGrid } from './runs/FailuresGrid.tsx'
import { QueueGrid } from './runs/QueueGrid.tsx'
import { KIND_WORDS, RUN_VIEWS, RunsViews } from './runs/RunsViews.tsx'
import { runsEn } from './runs/runs.en.ts'
import { RunsGrid } from './RunsGrid.tsx'

addTexts('automation', automationEn)
addTexts('runs', runsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/runs')

/** All runs of the tenant, what of them fails and what waits; the filters stand in the address. */
export function RunsPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const search = route.useSearch()
  const show = (next: RunsSearch) => void navigate({ to: '.', search: next, replace: true })
  const { kind, period, code, step } = search
  const more = useMemo(
    () => ({
      ...(kind === undefined ? {} : { kind }),
      ...(period === undefined ? {} : { period }),
      ...(code === undefined ? {} : { errorCode: code }),
      ...(step === undefined ? {} : { errorStep: step }),
    }),
    [kind, period, code, step],
  )
  useBreadcrumbs([{ label: t('orchestration'), to: paths.orchestration(scope) }, { label: t('runs.label') }])
  usePageTitle(t('runs.label'), t('orchestration'))
  return (
    <PageFrame>
      <OrchestrationTabs value="runs" />
      <div {...tabPanelProps(ORCHESTRATION_TABS, 'runs')} className={classes.column}>
        <div {...tabPanelProps(RUN_VIEWS, search.view ?? 'runs')} className={classes.column}>
          {search.view === 'failures' ? (
            <FailuresGrid
              playbookId={search.playbook}
              period={search.period ?? 'week'}
              filters={<Filters search={search} show={show} />}
              onOpen={(group) =>
                show({
                  playbook: group.playbook.id,
                  state: 'failed',
                  code: group.code,
                  ...(group.step === null ? {} : { step: group.step }),
                  period: search.period ?? 'week',
                })
              }
            />
          ) : search.view === 'queue' ? (
            <QueueGrid playbookId={search.playbook} filters={<Filters search={search} show={show} />} />
          ) : (
            <RunsGrid
              key={JSON.stringify(search)}
              playbookId={search.playbook}
              state={search.state}
              more={more}
              onState={(state) => show(withParam(search, 'state', state))}
              onClear={() => show({})}
              filters={<Filters search={search} show={show} />}
            />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

interface FiltersProps {
  search: RunsSearch
  show: (next: RunsSearch) => void
}

function Filters({ search, show }: FiltersProps) {
  const { t } = useTranslation('runs')
  const { t: word } = useTranslation('automation')
  const scope = useTenantScope()
  const mayReadPlaybooks = useMay('playbook:read')
  const playbooks = useQuery({ ...playbooksQuery(scope.tenantId), enabled: mayReadPlaybooks })
  const set = <K extends keyof RunsSearch>(key: K, value: RunsSearch[K] | undefined) =>
    show(withParam(search, key, value))
  const period = search.view === 'failures' ? (search.period ?? 'week') : search.period
  return (
    <>
      <RunsViews value={search.view} onChange={(view) => set('view', view)} />
      {mayReadPlaybooks && (
        <ChoiceFilter
          field={word('runs.playbook')}
          value={search.playbook}
          choices={(playbooks.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(playbook) => set('playbook', playbook)}
        />
      )}
      {search.view !== 'queue' && (
        <ChoiceFilter
          field={t('period')}
          value={period}
          choices={RUN_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
          onChange={(value) =>
            set(
              'period',
              RUN_PERIODS.find((one) => one === value),
            )
          }
        />
      )}
      {search.view === undefined && (
        <>
          <ChoiceFilter
            field={t('kind')}
            value={search.kind}
            choices={KIND_WORDS.map((value) => ({ value, label: word(`trigger.${value}`) }))}
            onChange={(kind) => set('kind', kind)}
          />
          {search.code !== undefined && (
            <ChoiceFilter
              field={t('code')}
              value={search.code}
              choices={[]}
              onChange={() => set('code', undefined)}
            />
          )}
          {search.step !== undefined && (
            <ChoiceFilter
              field={t('step')}
              value={search.step}
              choices={[]}
              onChange={() => set('step', undefined)}
            />
          )}
        </>
      )}
    </>
  )
}
