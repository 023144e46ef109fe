import type { WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import { Button, Menu } from '@mantine/core'
import { IconLayoutGrid, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { listState } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Card } from '../../ui/list-page/Card.tsx'
import { CardsPage } from '../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { WorkspaceDialog } from './WorkspaceDialog.tsx'
import { workspacesEn } from './workspaces.en.ts'
import { changeWorkspace, refreshLists, removeWorkspace, workspacesQuery } from './workspaces.queries.ts'

addTexts('workspaces', workspacesEn)

export function WorkspacesPage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const mayManage = useMay('workspace:manage')
  const query = useQuery(workspacesQuery(scope.tenantId))
  const [isAdding, setIsAdding] = useState(false)
  useBreadcrumbs([{ label: t('workspaces.title') }])
  usePageTitle(t('workspaces.title'), scope.tenantName)
  const add = () => setIsAdding(true)
  return (
    <CardsPage<WorkspaceView>
      title={t('workspaces.title')}
      list={listState(query, query.data ?? [])}
      texts={{
        search: t('workspaces.search'),
        failed: t('workspaces.failed'),
        noMatch: (text) => t('workspaces.noMatch', { text }),
      }}
      actions={
        mayManage && (
          <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={add}>
            {t('workspaces.new')}
          </Button>
        )
      }
      wordsOf={({ name }) => name}
      card={(workspace) => <WorkspaceCard key={workspace.id} workspace={workspace} />}
      empty={
        <EmptyState
          title={t('workspaces.empty')}
          text={t(mayManage ? 'workspaces.emptyText' : 'workspaces.emptyRead')}
        >
          {mayManage && (
            <StartCard
              icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
              title={t('workspaces.new')}
              text={t('workspaces.start')}
              onClick={add}
            />
          )}
        </EmptyState>
      }
      summary={(_shown, all) => t('workspaces.count', { count: all })}
    >
      {isAdding && <WorkspaceDialog onClose={() => setIsAdding(false)} />}
    </CardsPage>
  )
}

function WorkspaceCard({ workspace }: { workspace: WorkspaceView }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const [dialog, setDialog] = useState<CardDialog | null>(null)
  const { name, apps, dashboards } = workspace
  const menu = {
    label: t('widget.menu', { title: name }),
    items: (
      <>
        <Menu.Item onClick={() => setDialog('edit')}>{t('edit')}</Menu.Item>
        <Menu.Item onClick={() => setDialog('share')}>{t('share')}</Menu.Item>
        <Menu.Item onClick={() => setDialog('delete')}>{t('workspaces.delete')}</Menu.Item>
      </>
    ),
  }
  return (
    <Card
      icon={
        workspace.icon === 'layout-grid' ? (
          <IconLayoutGrid size={18} stroke={1.6} aria-hidden />
        ) : (
          <AppIcon name={workspace.icon} size={18} />
        )
      }
      to={paths.workspace(scope, workspace.id)}
      name={name}
      text={workspace.description === '' ? undefined : workspace.description}
      facts={
        <>
          {t('workspaces.appCount', { count: apps.length })} ·{' '}
          {t('workspaces.dashboardCount', { count: dashboards.length })}
        </>
      }
      menu={workspace.can.manage ? menu : undefined}
    >
      {dialog !== null && (
        <WorkspaceDialogs workspace={workspace} open={dialog} onClose={() => setDialog(null)} />
      )}
    </Card>
  )
}

type CardDialog = 'edit' | 'share' | 'delete'

interface WorkspaceDialogsProps {
  workspace: WorkspaceView
  open: CardDialog
  onClose: () => void
}

function WorkspaceDialogs({ workspace, open, onClose }: WorkspaceDialogsProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const { name } = workspace
  const refresh = () => refreshLists(client, scope.tenantId)
  if (open === 'edit') return <WorkspaceDialog workspace={workspace} onClose={onClose} />
  if (open === 'share')
    return (
      <ShareDialog
        name={name}
        sharing={workspace.sharing}
        onClose={onClose}
        save={(sharing) => changeWorkspace(scope.tenantId, workspace.id, { ...bodyOf(workspace), sharing })}
        onConflict={refresh}
        onDone={() => {
          refresh()
          onClose()
        }}
      />
    )
  return (
    <ConfirmDialog
      danger
      title={t('workspaces.deleteTitle', { name })}
      text={t('workspaces.deleteText')}
      confirm={`${t('workspaces.delete')} ${name}`}
      run={() => removeWorkspace(scope.tenantId, workspace.id)}
      onDone={refresh}
      onClose={onClose}
      describe={describeError}
    />
  )
}

function bodyOf({ name, description, icon, apps, dashboards, revision }: WorkspaceView) {
  return { name, description, icon, apps, dashboards: dashboards.map(({ id }) => id), revision }
}
