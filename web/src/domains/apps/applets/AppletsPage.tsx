import type { AppletView } from '@caseloom/contract/apps/applets'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Card } from '../../../ui/list-page/Card.tsx'
import { CardsPage } from '../../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { AppletIcon } from '../model/AppletIcon.tsx'
import { appletsEn } from '../model/applets.en.ts'
import { appletsQuery } from '../model/applets.queries.ts'
import { appsEn } from '../model/apps.en.ts'
import { AppsSwitch } from '../model/AppsSwitch.tsx'
import { DeleteAppletDialog } from './DeleteAppletDialog.tsx'
import { NewAppletDialog } from './NewAppletDialog.tsx'

addTexts('apps', appsEn)
addTexts('applets', appletsEn)

export function AppletsPage() {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayBuild = useMay('app:build')
  const query = useQuery(appletsQuery(scope.tenantId))
  const [isAdding, setIsAdding] = useState(false)
  const [deleting, setDeleting] = useState<AppletView | null>(null)
  useBreadcrumbs([{ label: app('apps.title'), to: paths.apps(scope) }, { label: t('title') }])
  usePageTitle(t('title'), scope.tenantName)
  const all = query.data ?? []
  return (
    <CardsPage<AppletView>
      title={t('title')}
      list={listState(query, all)}
      texts={{ search: t('search'), failed: t('failed'), noMatch: (text) => t('noMatch', { text }) }}
      actions={<Actions mayBuild={mayBuild} onAdd={() => setIsAdding(true)} />}
      wordsOf={({ name, description = '' }) => `${name} ${description}`}
      card={(applet) => <AppletCard key={applet.id} applet={applet} onDelete={() => setDeleting(applet)} />}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      summary={(_shown, count) => t('count', { count })}
    >
      {deleting !== null && (
        <DeleteAppletDialog
          applet={deleting}
          onDone={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      )}
      {isAdding && (
        <NewAppletDialog
          applets={all}
          onDone={({ id }) => void navigate({ to: paths.appletBuilder(scope, id) })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </CardsPage>
  )
}

function Actions({ mayBuild, onAdd }: { mayBuild: boolean; onAdd: () => void }) {
  const { t } = useTranslation('applets')
  return (
    <>
      <AppsSwitch value="applets" />
      {mayBuild && (
        <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={onAdd}>
          {t('new')}
        </Button>
      )}
    </>
  )
}

function AppletCard({ applet, onDelete }: { applet: AppletView; onDelete: () => void }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  const { id, name, description, fields, links, revision, can } = applet
  return (
    <Card
      icon={<AppletIcon name={applet.icon} size={18} />}
      to={paths.appletBuilder(scope, id)}
      name={name}
      text={description}
      facts={
        <>
          {app('apps.fields', { count: fields.length })} · {t('usedIn', { count: links })} ·{' '}
          {t('version', { revision })}
        </>
      }
      menu={
        can.build
          ? {
              label: app('apps.menu', { name }),
              items: (
                <>
                  <Menu.Item component={Link} to={paths.appletWorkflow(scope, id)}>
                    {t('openWorkflow')}
                  </Menu.Item>
                  <Menu.Item color="red" onClick={onDelete}>
                    {t('delete.action')}
                  </Menu.Item>
                </>
              ),
            }
          : undefined
      }
    />
  )
}
