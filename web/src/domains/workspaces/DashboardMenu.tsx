import type { DashboardView, WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { toast } from '../../ui/toast.tsx'
import { addDashboard, keepDashboard } from './workspaces.queries.ts'

/** A name has at most 100 characters, "(copy)" included. */
const LONGEST_COPIED = 90

interface DashboardMenuProps {
  dashboard: DashboardView
  workspace?: WorkspaceView | undefined
  /** Absent: there is nothing to show, or the browser can’t. */
  onFullScreen: (() => void) | undefined
  onRename: () => void
  onDelete: () => void
}

export function DashboardMenu({
  dashboard,
  workspace,
  onFullScreen,
  onRename,
  onDelete,
}: DashboardMenuProps) {
  const { t } = useTranslation('workspaces')
  const mayBuild = useMay('dashboard:build')
  const copy = useCopy(dashboard, workspace)
  if (onFullScreen === undefined && !mayBuild) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('more')}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onFullScreen !== undefined && (
          <Menu.Item onClick={onFullScreen}>{t('dashboards.fullScreen')}</Menu.Item>
        )}
        {mayBuild && (
          <Menu.Item disabled={copy.isPending} onClick={() => copy.mutate()}>
            {t('dashboards.duplicate')}
          </Menu.Item>
        )}
        {dashboard.can.manage && (
          <>
            <Menu.Item onClick={onRename}>{t('dashboards.rename')}</Menu.Item>
            <Menu.Item onClick={onDelete}>{t('dashboards.delete')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Copies what is saved, in the same workspace and shared with the same people. */
function useCopy({ name, description, range, widgets, sharing }: DashboardView, workspace?: WorkspaceView) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const place = workspace?.can.manage === true ? { workspaceId: workspace.id } : {}
  return useMutation({
    mutationFn: () => {
      const copied = t('dashboards.copyOf', { name: name.slice(0, LONGEST_COPIED) })
      return addDashboard(scope.tenantId, { name: copied, description, range, widgets, sharing, ...place })
    },
    onSuccess: (made) => {
      keepDashboard(client, scope.tenantId, made)
      toast({ kind: 'success', title: t('dashboards.duplicated', { name: made.name }) })
      void navigate({ to: paths.dashboard(scope, made.id) })
    },
    onError: (error) => {
      const { text } = describeError(error)
      toast({ kind: 'error', title: t('dashboards.duplicateFailed'), text })
    },
  })
}
