import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
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
import { type RunsSearch, withParam } from './automation-search.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { ORCHESTRATION_TABS, OrchestrationTabs } from './OrchestrationTabs.tsx'
import { RunsGrid } from './RunsGrid.tsx'

addTexts('automation', automationEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/runs')

/** All runs of the tenant, filtered by playbook and state; the filters stand in the address. */
export function RunsPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const search = route.useSearch()
  const mayReadPlaybooks = useMay('playbook:read')
  const playbooks = useQuery({ ...playbooksQuery(scope.tenantId), enabled: mayReadPlaybooks })
  const show = (next: RunsSearch) => void navigate({ to: '.', search: next, replace: true })
  useBreadcrumbs([{ label: t('orchestration'), to: paths.orchestration(scope) }, { label: t('runs.label') }])
  usePageTitle(t('runs.label'), t('orchestration'))
  return (
    <PageFrame>
      <OrchestrationTabs value="runs" />
      <div {...tabPanelProps(ORCHESTRATION_TABS, 'runs')} className={classes.column}>
        <RunsGrid
          key={`${search.playbook} ${search.state}`}
          playbookId={search.playbook}
          state={search.state}
          onState={(state) => show(withParam(search, 'state', state))}
          onClear={() => show({})}
          filters={
            mayReadPlaybooks && (
              <ChoiceFilter
                field={t('runs.playbook')}
                value={search.playbook}
                choices={(playbooks.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
                onChange={(playbook) => show(withParam(search, 'playbook', playbook))}
              />
            )
          }
        />
      </div>
    </PageFrame>
  )
}
