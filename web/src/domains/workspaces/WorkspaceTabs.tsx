import type { WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { TabBar } from '../../ui/frame/TabBar.tsx'
import classes from './Dashboards.module.css'
import { useApps } from './useApps.ts'

/** The dashboards of a workspace, and links to its apps. */
export function WorkspaceTabs({ workspace, dashboardId }: { workspace: WorkspaceView; dashboardId: string }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const apps = useApps()
  return (
    <TabBar
      label={t('workspaces.tabs')}
      prefix="workspace"
      tabs={workspace.dashboards.map(({ id, name }) => ({ key: id, label: name }))}
      value={dashboardId}
      onChange={(id) => void navigate({ to: paths.workspace(scope, workspace.id, id) })}
      actions={
        <nav aria-label={t('workspaces.openApps')} className={classes.appBar}>
          {apps
            .filter(({ id }) => workspace.apps.includes(id))
            .map((app) => (
              <Button
                key={app.id}
                component={Link}
                to={paths.recordList(scope, app.id)}
                variant="subtle"
                leftSection={<AppIcon name={app.icon} size={14} />}
              >
                {app.name}
              </Button>
            ))}
        </nav>
      }
    />
  )
}
