import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Centred, Content, PageFrame } from '../../ui/frame/Frame.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { fieldsEn } from '../../field-types/values/fields.en.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { DashboardScreen } from './DashboardScreen.tsx'
import { workspacesEn } from './workspaces.en.ts'
import { dashboardQuery, workspaceQuery, workspacesQuery } from './workspaces.queries.ts'

addTexts('workspaces', workspacesEn)
addTexts('fields', fieldsEn)
const inWorkspace = getRouteApi('/account/$accountId/tenant/$tenantId/workspace/$workspaceId/$dashboardId')
const ownRoute = getRouteApi('/account/$accountId/tenant/$tenantId/dashboard/$dashboardId')

export function WorkspaceDashboardPage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const { workspaceId, dashboardId } = inWorkspace.useParams()
  const workspace = useQuery(workspaceQuery(scope.tenantId, workspaceId))
  useBreadcrumbs([
    { label: t('workspaces.title'), to: paths.workspaces(scope) },
    ...(workspace.data === undefined
      ? []
      : [{ label: workspace.data.name, to: paths.workspace(scope, workspaceId) }]),
  ])
  if (workspace.isError)
    return (
      <PageFailure
        title={t('workspaces.oneFailed')}
        error={describeError(workspace.error)}
        onRetry={() => void workspace.refetch()}
      />
    )
  if (workspace.data === undefined) return null
  // It may have been moved to another workspace.
  if (!workspace.data.dashboards.some(({ id }) => id === dashboardId))
    return <Navigate to={paths.dashboard(scope, dashboardId)} replace />
  return <LoadedDashboard key={dashboardId} dashboardId={dashboardId} workspace={workspace.data} />
}

/** Opens the dashboard in the first workspace the user can read; without one, on its own. */
export function DashboardRedirectPage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const { dashboardId } = ownRoute.useParams()
  const workspaces = useQuery(workspacesQuery(scope.tenantId))
  useBreadcrumbs([{ label: t('dashboards.title'), to: paths.dashboards(scope) }])
  if (workspaces.isError)
    return (
      <PageFailure
        title={t('workspaces.failed')}
        error={describeError(workspaces.error)}
        onRetry={() => void workspaces.refetch()}
      />
    )
  if (workspaces.data === undefined) return null
  const home = workspaces.data.find((one) => one.dashboards.some(({ id }) => id === dashboardId))
  if (home !== undefined) return <Navigate to={paths.workspace(scope, home.id, dashboardId)} replace />
  return <LoadedDashboard key={dashboardId} dashboardId={dashboardId} />
}

type Workspace = React.ComponentProps<typeof DashboardScreen>['workspace']

function LoadedDashboard({ dashboardId, workspace }: { dashboardId: string; workspace?: Workspace }) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const query = useQuery(dashboardQuery(tenantId, dashboardId))
  if (query.data !== undefined && hasCode(query.error, 'resource.not_found'))
    return (
      <PageFrame>
        <Content>
          <Centred>
            <StateCard level={1} title={t('dashboards.gone')} error={{ text: t('dashboards.goneText') }} />
          </Centred>
        </Content>
      </PageFrame>
    )
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('dashboards.oneFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return query.data === undefined ? null : <DashboardScreen dashboard={query.data} workspace={workspace} />
}
