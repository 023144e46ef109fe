import { Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { describeError } from '../../../data/describe-error.ts'
import { chooseHome, homeQuery, refreshFavorites } from '../../../data/favorites.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { LiveState } from '../../../ui/LiveState.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { workEn } from '../../../ui/text/work.en.ts'
import { DashboardGrid } from '../DashboardGrid.tsx'
import { useLiveHome, useLiveWidgets } from '../useLiveWidgets.ts'
import { workspacesEn } from '../workspaces.en.ts'
import { dashboardQuery, dashboardsQuery } from '../workspaces.queries.ts'
import { ClocksAtRisk } from './ClocksAtRisk.tsx'
import { FailedRuns } from './FailedRuns.tsx'
import { Favorites } from './Favorites.tsx'
import classes from './Home.module.css'
import { homeEn } from './home.en.ts'
import { MyTasks } from './MyTasks.tsx'
import { useHomeKeys } from './useHomeKeys.ts'
import { WaitingQuestions } from './WaitingQuestions.tsx'
import { MyQueue, Unassigned } from './WorkLists.tsx'

addTexts('home', homeEn)
addTexts('workspaces', workspacesEn)
addTexts('fields', fieldsEn)
addTexts('ui', workEn)
const NOTHING = ''

export function HomePage() {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const live = useLiveStatus()
  const query = useQuery(homeQuery(scope.tenantId))
  usePageTitle(t('title'), scope.tenantName)
  if (query.isError)
    return (
      <PageFailure
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return null
  const { dashboard, favourites } = query.data
  return (
    <PageFrame>
      <PageBar title={t('title')} actions={<DashboardChoice chosen={dashboard?.id ?? null} />} />
      <Content padding="page" fill="canvas">
        <MyWork />
        <Favorites favorites={favourites} />
        {dashboard !== null && <HomeDashboard key={dashboard.id} dashboardId={dashboard.id} />}
      </Content>
      <StatusBar end={<LiveState status={live} />} />
    </PageFrame>
  )
}

/** What waits for the reader, the most pressing first. */
function MyWork() {
  const { tenantId } = useTenantScope()
  const lists = useRef<HTMLDivElement>(null)
  useLiveHome(tenantId)
  useHomeKeys(lists)
  return (
    <div ref={lists} className={classes.lists}>
      <MyQueue />
      <ClocksAtRisk />
      <Unassigned />
      <WaitingQuestions />
      <MyTasks />
      <FailedRuns />
    </div>
  )
}

function DashboardChoice({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const mayRead = useMay('dashboard:read')
  const dashboards = useQuery({ ...dashboardsQuery(tenantId), enabled: mayRead }).data ?? []
  const choose = useMutation({
    mutationFn: (id: string | null) => chooseHome(tenantId, id),
    onSettled: () => refreshFavorites(client, tenantId),
  })
  if (dashboards.length === 0) return null
  return (
    <Select
      aria-label={t('choose')}
      w={220}
      searchable
      disabled={choose.isPending}
      data={[
        { value: NOTHING, label: t('noDashboard') },
        ...dashboards.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={chosen ?? NOTHING}
      onChange={(id) => choose.mutate(id === NOTHING ? null : id)}
    />
  )
}

function HomeDashboard({ dashboardId }: { dashboardId: string }) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const query = useQuery(dashboardQuery(tenantId, dashboardId))
  const mayApps = useMay('app:read')
  const apps = useQuery({ ...appsQuery(tenantId), enabled: mayApps }).data ?? []
  const widgets = query.data?.widgets
  const appIds = useMemo(
    () => [...new Set((widgets ?? []).flatMap((one) => (one.kind === 'text' ? [] : [String(one.app)])))],
    [widgets],
  )
  useLiveWidgets(tenantId, appIds)
  if (query.isError)
    return (
      <PageFailure
        title={t('dashboards.oneFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return null
  const { id, range } = query.data
  return (
    <section aria-label={query.data.name}>
      <DashboardGrid
        widgets={query.data.widgets}
        saved={query.data.widgets}
        place={{ tenantId, dashboardId: id, range }}
        apps={apps}
      />
    </section>
  )
}
