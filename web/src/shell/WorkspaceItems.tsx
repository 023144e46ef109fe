import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../data/paths.ts'
import { useMay, useTenantScope } from '../data/scope.tsx'
import { workspacesQuery } from '../domains/workspaces/workspaces.queries.ts'

export function WorkspaceItems() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const mayRead = useMay('workspace:read')
  const { workspaceId } = useParams({ strict: false })
  const workspaces = useQuery({ ...workspacesQuery(scope.tenantId), enabled: mayRead }).data ?? []
  if (workspaces.length === 0) return null
  return (
    <>
      <Menu.Label>{t('nav.workspaces')}</Menu.Label>
      {workspaces.map((workspace) => (
        <Menu.Item
          key={workspace.id}
          component={Link}
          to={paths.workspace(scope, workspace.id)}
          rightSection={
            workspace.id === workspaceId ? <IconCheck size={14} stroke={2} aria-hidden /> : undefined
          }
        >
          {workspace.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
