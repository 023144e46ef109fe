import type { WorkspaceView } from '@caseloom/contract/workspaces'
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconDots, IconLayoutGrid, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { PageFailure } from '../../ui/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import classes from './Dashboards.module.css'
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
  const [text, setText] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  useBreadcrumbs([{ label: t('workspaces.title') }])
  usePageTitle(t('workspaces.title'), scope.tenantName)
  if (query.isError)
    return (
      <PageFailure
        title={t('workspaces.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const all = query.data ?? []
  const shown = all.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <PageFrame>
      <PageBar
        title={t('workspaces.title')}
        actions={
          mayManage && (
            <Button
              variant="filled"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              {t('workspaces.new')}
            </Button>
          )
        }
      />
      <FilterBar>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label={t('workspaces.search')}
          placeholder={t('workspaces.search')}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FilterBar>
      <Content padding="page" fill="canvas">
        {query.isSuccess && all.length === 0 ? (
          <EmptyState
            title={t('workspaces.empty')}
            text={t(mayManage ? 'workspaces.emptyText' : 'workspaces.emptyRead')}
          >
            {mayManage && (
              <StartCard
                icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
                title={t('workspaces.new')}
                text={t('workspaces.start')}
                onClick={() => setIsAdding(true)}
              />
            )}
          </EmptyState>
        ) : query.isSuccess && shown.length === 0 ? (
          <p className={classes.quiet}>{t('workspaces.noMatch', { text })}</p>
        ) : (
          <ul className={classes.cards} aria-label={t('workspaces.title')}>
            {shown.map((workspace) => (
              <WorkspaceCard key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        )}
      </Content>
      <StatusBar>{query.isSuccess && t('workspaces.count', { count: all.length })}</StatusBar>
      {isAdding && <WorkspaceDialog onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}

function WorkspaceCard({ workspace }: { workspace: WorkspaceView }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'edit' | 'share' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { name, apps, dashboards } = workspace
  return (
    <li className={classes.card}>
      {workspace.icon === 'layout-grid' ? (
        <IconLayoutGrid size={18} stroke={1.6} aria-hidden />
      ) : (
        <AppIcon name={workspace.icon} size={18} />
      )}
      <span className={classes.cardWords}>
        <Link to={paths.workspace(scope, workspace.id)} className={classes.cardName}>
          {name}
        </Link>
        {workspace.description !== '' && <span className={classes.quiet}>{workspace.description}</span>}
        <span className={classes.facts}>
          {t('workspaces.appCount', { count: apps.length })} ·{' '}
          {t('workspaces.dashboardCount', { count: dashboards.length })}
        </span>
      </span>
      {workspace.can.manage && (
        <span className={classes.cardMenu}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={24} aria-label={t('widget.menu', { title: name })}>
                <IconDots size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setDialog('edit')}>{t('edit')}</Menu.Item>
              <Menu.Item onClick={() => setDialog('share')}>{t('share')}</Menu.Item>
              <Menu.Item onClick={() => setDialog('delete')}>{t('workspaces.delete')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      )}
      {dialog === 'edit' && <WorkspaceDialog workspace={workspace} onClose={close} />}
      {dialog === 'share' && (
        <ShareDialog
          name={name}
          sharing={workspace.sharing}
          onClose={close}
          save={(sharing) => changeWorkspace(scope.tenantId, workspace.id, { ...bodyOf(workspace), sharing })}
          onConflict={() => refreshLists(client, scope.tenantId)}
          onDone={() => {
            refreshLists(client, scope.tenantId)
            close()
          }}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          danger
          title={t('workspaces.deleteTitle', { name })}
          text={t('workspaces.deleteText')}
          confirm={`${t('workspaces.delete')} ${name}`}
          run={() => removeWorkspace(scope.tenantId, workspace.id)}
          onDone={() => refreshLists(client, scope.tenantId)}
          onClose={close}
          describe={describeError}
        />
      )}
    </li>
  )
}

function bodyOf({ name, description, icon, apps, dashboards, revision }: WorkspaceView) {
  return { name, description, icon, apps, dashboards: dashboards.map(({ id }) => id), revision }
}
