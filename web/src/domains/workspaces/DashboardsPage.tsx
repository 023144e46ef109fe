import type { DashboardItem } from '@caseloom/contract/workspaces/workspaces'
import { Button, Menu } from '@mantine/core'
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { describeError } from '../../data/describe-error.ts'
import { listState } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Card } from '../../ui/list-page/Card.tsx'
import { CardsPage } from '../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { TimeAgo } from '../../ui/Times.tsx'
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
const route = getRouteApi('/account/$accountId/tenant/$tenantId/dashboards')
type Item = z.infer<typeof DashboardItem>

export function DashboardsPage() {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const mayBuild = useMay('dashboard:build')
  const query = useQuery(dashboardsQuery(scope.tenantId))
  const { new: isNew } = route.useSearch()
  const [isAdding, setIsAdding] = useState(isNew !== undefined && mayBuild)
  useBreadcrumbs([{ label: t('dashboards.title') }])
  usePageTitle(t('dashboards.title'), scope.tenantName)
  const add = () => setIsAdding(true)
  return (
    <CardsPage<Item>
      title={t('dashboards.title')}
      list={listState(query, query.data ?? [])}
      texts={{ search: t('dashboards.search'), failed: t('dashboards.failed') }}
      actions={
        mayBuild && (
          <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={add}>
            {t('dashboards.new')}
          </Button>
        )
      }
      wordsOf={({ name }) => name}
      card={(item) => <DashboardCard key={item.id} item={item} />}
      empty={
        <EmptyState title={t('dashboards.empty')} text={t('dashboards.emptyText')}>
          {mayBuild && (
            <StartCard
              icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
              title={t('dashboards.new')}
              text={t('dashboards.start')}
              onClick={add}
            />
          )}
        </EmptyState>
      }
      summary={(shown, all) => `${shown} / ${all}`}
    >
      {isAdding && <NewDashboard workspaceId={null} onClose={() => setIsAdding(false)} />}
    </CardsPage>
  )
}

function DashboardCard({ item }: { item: Item }) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const client = useQueryClient()
  const [isDeleting, setIsDeleting] = useState(false)
  const menu = {
    label: t('widget.menu', { title: item.name }),
    items: <Menu.Item onClick={() => setIsDeleting(true)}>{t('dashboards.delete')}</Menu.Item>,
  }
  return (
    <Card
      icon={<IconLayoutDashboard size={18} stroke={1.6} aria-hidden />}
      to={paths.dashboard(scope, item.id)}
      name={item.name}
      text={item.description === '' ? undefined : item.description}
      facts={
        <>
          {t('dashboards.widget', { count: item.widgets })} · {t('updated')} <TimeAgo at={item.updatedAt} />
        </>
      }
      menu={item.can.manage ? menu : undefined}
    >
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
    </Card>
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
