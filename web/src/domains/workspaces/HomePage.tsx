import type { Favorite } from '@caseloom/contract/workspaces/home'
import { Select } from '@mantine/core'
import { IconLayoutDashboard, IconLayoutGrid, IconRoute } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { describeError } from '../../data/describe-error.ts'
import { chooseHome, favoritePath, homeQuery, refreshFavorites, useFavorite } from '../../data/favorites.ts'
import { useLiveStatus } from '../../data/live-status.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FavoriteButton } from '../../ui/FavoriteButton.tsx'
import { fieldsEn } from '../../field-types/values/fields.en.ts'
import { Content, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { Card, Cards } from '../../ui/list-page/Card.tsx'
import { LiveState } from '../../ui/LiveState.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { DashboardGrid } from './DashboardGrid.tsx'
import home from './HomePage.module.css'
import { MyTasks } from './MyTasks.tsx'
import { WaitingQuestions } from './WaitingQuestions.tsx'
import { useLiveWidgets } from './useLiveWidgets.ts'
import { workspacesEn } from './workspaces.en.ts'
import { dashboardQuery, dashboardsQuery } from './workspaces.queries.ts'

addTexts('workspaces', workspacesEn)
addTexts('fields', fieldsEn)
const NOTHING = ''

export function HomePage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const live = useLiveStatus()
  const query = useQuery(homeQuery(scope.tenantId))
  usePageTitle(t('home.title'), scope.tenantName)
  if (query.isError)
    return (
      <PageFailure
        title={t('home.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return null
  const { dashboard, favourites } = query.data
  return (
    <PageFrame>
      <PageBar title={t('home.title')} actions={<DashboardChoice chosen={dashboard?.id ?? null} />} />
      <Content padding="page" fill="canvas">
        {favourites.length > 0 && (
          <Cards className={home.favorites} label={t('home.favorites')}>
            {favourites.map((favorite) => (
              <FavoriteCard key={`${favorite.kind} ${favorite.id}`} favorite={favorite} />
            ))}
          </Cards>
        )}
        <WaitingQuestions />
        <MyTasks />
        {dashboard !== null && <HomeDashboard key={dashboard.id} dashboardId={dashboard.id} />}
        {dashboard === null && favourites.length === 0 && (
          <EmptyState title={t('home.empty')} text={t('home.emptyText')} />
        )}
      </Content>
      <StatusBar end={<LiveState status={live} />} />
    </PageFrame>
  )
}

function DashboardChoice({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation('workspaces')
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
      aria-label={t('home.choose')}
      w={220}
      searchable
      disabled={choose.isPending}
      data={[
        { value: NOTHING, label: t('home.noDashboard') },
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

function FavoriteCard({ favorite }: { favorite: Favorite }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const star = useFavorite(favorite.kind, favorite.id)
  return (
    <Card
      icon={<FavoriteIcon favorite={favorite} />}
      to={favoritePath(scope, favorite)}
      name={favorite.name}
      text={t(`home.kinds.${favorite.kind}`)}
    >
      <FavoriteButton {...star} />
    </Card>
  )
}

function FavoriteIcon({ favorite }: { favorite: Favorite }) {
  const look = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
  if (favorite.kind === 'dashboard') return <IconLayoutDashboard {...look} />
  if (favorite.kind === 'playbook') return <IconRoute {...look} />
  if (favorite.icon === null) return <IconLayoutGrid {...look} />
  return <AppIcon name={favorite.icon} size={18} />
}
