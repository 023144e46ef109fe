import type { DashboardItem } from '@caseloom/contract/workspaces'
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconDots, IconLayoutDashboard, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { PageFailure } from '../../ui/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { TimeAgo } from '../../ui/Times.tsx'
import classes from './Dashboards.module.css'
import { NameDialog } from './NameDialog.tsx'
import { workspacesEn } from './workspaces.en.ts'
import {
  addDashboard,
  dashboardsQuery,
  keepDashboard,
  refreshLists,
  removeDashboard,
} from './workspaces.queries.ts'

addTexts('workspaces', workspacesEn)
type Item = z.infer<typeof DashboardItem>

export function DashboardsPage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const mayBuild = useMay('dashboard:build')
  const query = useQuery(dashboardsQuery(scope.tenantId))
  const [text, setText] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  useBreadcrumbs([{ label: t('dashboards.title') }])
  usePageTitle(t('dashboards.title'), scope.tenantName)
  if (query.isError)
    return (
      <PageFailure
        title={t('dashboards.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const all = query.data ?? []
  const shown = all.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <PageFrame>
      <PageBar
        title={t('dashboards.title')}
        actions={
          mayBuild && (
            <Button
              variant="filled"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              {t('dashboards.new')}
            </Button>
          )
        }
      />
      <FilterBar>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label={t('dashboards.search')}
          placeholder={t('dashboards.search')}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FilterBar>
      <Content padding="page" fill="canvas">
        {query.isSuccess && all.length === 0 ? (
          <EmptyState title={t('dashboards.empty')} text={t('dashboards.emptyText')}>
            {mayBuild && (
              <StartCard
                icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
                title={t('dashboards.new')}
                text={t('dashboards.start')}
                onClick={() => setIsAdding(true)}
              />
            )}
          </EmptyState>
        ) : (
          <ul className={classes.cards} aria-label={t('dashboards.title')}>
            {shown.map((item) => (
              <DashboardCard key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Content>
      <StatusBar>{query.isSuccess && `${shown.length} / ${all.length}`}</StatusBar>
      {isAdding && <NewDashboard workspaceId={null} onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}

function DashboardCard({ item }: { item: Item }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <li className={classes.card}>
      <IconLayoutDashboard size={18} stroke={1.6} aria-hidden />
      <span className={classes.cardWords}>
        <Link to={paths.dashboard(scope, item.id)} className={classes.cardName}>
          {item.name}
        </Link>
        {item.description !== '' && <span className={classes.quiet}>{item.description}</span>}
        <span className={classes.facts}>
          {t('dashboards.widget', { count: item.widgets })} · {t('updated')} <TimeAgo at={item.updatedAt} />
        </span>
      </span>
      {item.can.manage && (
        <span className={classes.cardMenu}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={24} aria-label={t('widget.menu', { title: item.name })}>
                <IconDots size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setIsDeleting(true)}>{t('dashboards.delete')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      )}
      {isDeleting && (
        <ConfirmDialog
          danger
          title={t('dashboards.deleteTitle', { name: item.name })}
          text={t('dashboards.deleteText')}
          confirm={`${t('dashboards.delete')} ${item.name}`}
          run={() => removeDashboard(scope.tenantId, item.id)}
          onDone={() => refreshLists(client, scope.tenantId)}
          onClose={() => setIsDeleting(false)}
          describe={describeError}
        />
      )}
    </li>
  )
}

export function NewDashboard({ workspaceId, onClose }: { workspaceId: string | null; onClose: () => void }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <NameDialog
      title={t('dashboards.new')}
      confirm={t('dashboards.add')}
      intoWorkspace={workspaceId}
      save={async ({ name, description, workspaceId: chosen }) => {
        const body = { name, description, ...(chosen === null ? {} : { workspaceId: chosen }) }
        return { made: await addDashboard(scope.tenantId, body), chosen }
      }}
      onDone={({ made, chosen }) => {
        keepDashboard(client, scope.tenantId, made)
        const to = chosen === null ? paths.dashboard(scope, made.id) : paths.workspace(scope, chosen, made.id)
        void navigate({ to })
      }}
      onClose={onClose}
    />
  )
}
