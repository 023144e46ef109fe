import { Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { workspacesEn } from '../workspaces.en.ts'
import { dashboardsQuery } from '../workspaces.queries.ts'
import { homeEn } from './home.en.ts'
import { builtInWidgets } from './home-draft.ts'
import { BUILT_IN } from './home-pages.queries.ts'
import { NewHomePage } from './HomeDialogs.tsx'
import { HomeGrid } from './HomeGrid.tsx'
import { HomeMenu } from './HomeMenu.tsx'
import { HomeScreen } from './HomeScreen.tsx'

addTexts('home', homeEn)
addTexts('workspaces', workspacesEn)
addTexts('fields', fieldsEn)
addTexts('ui', workEn)
const NOTHING = ''

/** The page that the reader chose, the default of their roles, or the built-in one. */
export function HomePage() {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const query = useQuery(homeQuery(scope.tenantId))
  usePageTitle(t('title'), scope.tenantName)
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return null
  const { page } = query.data
  if (page === null) return <BuiltInHome />
  return <HomeScreen key={page.id} page={page} title={t('title')} />
}

/** The page of everyone who has no other: what waits for its reader, favorites, and a dashboard. */
export function BuiltInHome() {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const live = useLiveStatus()
  const dashboard = useQuery(homeQuery(tenantId)).data?.dashboard
  const [isAdding, setIsAdding] = useState(false)
  if (dashboard === undefined) return null
  const widgets = builtInWidgets(dashboard?.id ?? null)
  const actions = (
    <>
      <DashboardChoice chosen={dashboard?.id ?? null} />
      <HomeMenu
        shownId={BUILT_IN}
        name={t('pages.builtIn')}
        can={{ manage: false, share: false }}
        onDialog={() => setIsAdding(true)}
      />
    </>
  )
  return (
    <PageFrame>
      <PageBar title={t('title')} actions={actions} />
      <Content padding="page" fill="canvas">
        <HomeGrid widgets={widgets} />
      </Content>
      <StatusBar end={<LiveState status={live} />} />
      {isAdding && <NewHomePage widgets={widgets} onClose={() => setIsAdding(false)} />}
    </PageFrame>
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
