import type { WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { Card, Cards } from '../../ui/list-page/Card.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { NewDashboard } from './DashboardsPage.tsx'
import classes from './Dashboards.module.css'
import { workspacesEn } from './workspaces.en.ts'
import { workspaceQuery } from './workspaces.queries.ts'

addTexts('workspaces', workspacesEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/workspace/$workspaceId')

/** Redirects to the first dashboard the user can see; otherwise shows the apps. */
export function WorkspacePage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const { workspaceId } = route.useParams()
  const [isAdding, setIsAdding] = useState(false)
  const mayApps = useMay('app:read')
  const query = useQuery(workspaceQuery(scope.tenantId, workspaceId))
  const apps = useQuery({ ...appsQuery(scope.tenantId), enabled: mayApps })
  const workspace = query.data
  useBreadcrumbs([{ label: t('workspaces.title'), to: paths.workspaces(scope) }])
  usePageTitle(workspace?.name, scope.tenantName)
  if (query.isError)
    return (
      <PageFailure
        title={t('workspaces.oneFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (workspace === undefined) return null
  const [first] = workspace.dashboards
  if (first !== undefined && !isAdding)
    return <Navigate to={paths.workspace(scope, workspace.id, first.id)} replace />
  const shown = (apps.data ?? []).filter(({ id }) => workspace.apps.includes(id))
  return (
    <PageFrame>
      <PageBar title={workspace.name} />
      <Content padding="page" fill="canvas">
        <NoDashboards workspace={workspace} setIsAdding={setIsAdding} />
        {shown.length > 0 && (
          <Cards className={classes.place} label={t('workspaces.openApps')}>
            {shown.map((app) => (
              <Card
                key={app.id}
                icon={<AppIcon name={app.icon} size={18} />}
                to={paths.recordList(scope, app.id)}
                name={app.name}
                text={app.description ?? app.acronym}
              />
            ))}
          </Cards>
        )}
      </Content>
      {isAdding && <NewDashboard workspaceId={workspace.id} onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}

interface NoDashboardsProps {
  workspace: WorkspaceView
  setIsAdding: (next: boolean) => void
}

function NoDashboards({ workspace, setIsAdding }: NoDashboardsProps) {
  const { t } = useTranslation('workspaces')
  const mayBuild = useMay('dashboard:build')
  return (
    <EmptyState title={t('workspaces.noDashboards')} text={t('workspaces.noDashboardsText')}>
      {mayBuild && workspace.can.manage && (
        <StartCard
          icon={<IconLayoutDashboard size={16} stroke={1.6} aria-hidden />}
          title={t('dashboards.new')}
          text={t('workspaces.noDashboardsStart')}
          onClick={() => setIsAdding(true)}
        />
      )}
    </EmptyState>
  )
}
