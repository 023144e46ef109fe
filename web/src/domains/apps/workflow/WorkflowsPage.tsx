import type { AppView } from '@caseloom/contract/apps/apps'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { listState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Card } from '../../../ui/list-page/Card.tsx'
import { CardsPage } from '../../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { appsEn } from '../model/apps.en.ts'
import { rulesOf } from './model/workflow-tree.ts'

addTexts('apps', appsEn)

/** The apps whose form logic one can edit, each with the size of its workflow. */
export function WorkflowsPage() {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const query = useQuery(appsQuery(scope.tenantId))
  useBreadcrumbs([{ label: t('workflows.title') }])
  usePageTitle(t('workflows.title'), scope.tenantName)
  const all = (query.data ?? []).filter(({ can }) => can.build)
  return (
    <CardsPage<AppView>
      title={t('workflows.title')}
      list={listState(query, all)}
      texts={{
        search: t('workflows.search'),
        failed: t('workflows.failed'),
        noMatch: (text) => t('workflows.noMatch', { text }),
      }}
      wordsOf={({ name, acronym }) => `${name} ${acronym}`}
      card={(app) => <WorkflowCard key={app.id} app={app} />}
      empty={<EmptyState title={t('workflows.empty')} text={t('workflows.emptyText')} />}
      summary={(_shown, count) => t('workflows.count', { count })}
    />
  )
}

function WorkflowCard({ app }: { app: AppView }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const { name, acronym, workflow, revision } = app
  const stages = workflow?.stages ?? []
  return (
    <Card
      icon={<AppIcon name={app.icon} size={18} />}
      to={paths.workflow(scope, app.id)}
      name={name}
      text={
        workflow === undefined || stages.length === 0
          ? t('workflows.none')
          : stages.map(({ title }) => title).join(', ')
      }
      facts={
        <>
          {acronym} · {t('workflows.stages', { count: stages.length })} ·{' '}
          {t('workflows.rules', { count: workflow === undefined ? 0 : rulesOf(workflow).length })} ·{' '}
          {t('apps.revision', { revision })}
        </>
      }
      menu={{
        label: t('workflows.menu', { name }),
        items: (
          <Menu.Item component={Link} to={paths.appBuilder(scope, app.id)}>
            {t('workflows.openForm')}
          </Menu.Item>
        ),
      }}
    />
  )
}
