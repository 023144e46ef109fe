import type { AppView } from '@caseloom/contract/apps/apps'
import { Button, FileButton } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { listState } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { CardsPage } from '../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { appsEn } from './model/apps.en.ts'
import { AppCard } from './AppCard.tsx'
import { ArchivedApps } from './ArchivedApps.tsx'
import { AppsSwitch } from './model/AppsSwitch.tsx'
import { DeletedApps } from './DeletedApps.tsx'
import { readDefinitionFile } from './definition-file.ts'
import { NewAppDialog } from './NewAppDialog.tsx'

addTexts('apps', appsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/apps')

export function AppsPage() {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayBuild = useMay('app:build')
  const query = useQuery(appsQuery(scope.tenantId))
  const { new: isNew } = route.useSearch()
  const [adding, setAdding] = useState<{ template?: Record<string, unknown> } | null>(
    isNew !== undefined && mayBuild ? {} : null,
  )
  useBreadcrumbs([{ label: t('apps.title') }])
  usePageTitle(t('apps.title'), scope.tenantName)
  const all = query.data ?? []
  const open = all.filter(({ archived }) => archived !== true)
  const add = () => setAdding({})
  const importFile = async (file: File | null) => {
    if (file === null) return
    const read = readDefinitionFile(await file.text(), all)
    if (read === null) toast({ kind: 'error', title: t('apps.importBad') })
    else if (read.app === undefined)
      toast({ kind: 'error', title: t('apps.importMissing', { apps: read.missing.join(', ') }) })
    else setAdding({ template: { ...read.app } })
  }
  return (
    <CardsPage<AppView>
      title={t('apps.title')}
      list={listState(query, open)}
      texts={{
        search: t('apps.search'),
        failed: t('apps.failed'),
        noMatch: (text) => t('apps.noMatch', { text }),
      }}
      actions={<Actions mayBuild={mayBuild} onImport={(file) => void importFile(file)} onAdd={add} />}
      wordsOf={({ name, acronym }) => `${name} ${acronym}`}
      card={(app) => <AppCard key={app.id} app={app} apps={all} />}
      empty={<NoApps mayBuild={mayBuild} onAdd={add} />}
      more={
        <>
          <ArchivedApps apps={all} />
          {mayBuild && <DeletedApps />}
        </>
      }
      summary={(_shown, count) => t('apps.count', { count })}
    >
      {adding !== null && (
        <NewAppDialog
          apps={all}
          template={adding.template}
          onDone={(app) => void navigate({ to: paths.appBuilder(scope, app.id) })}
          onClose={() => setAdding(null)}
        />
      )}
    </CardsPage>
  )
}

interface ActionsProps {
  mayBuild: boolean
  onImport: (file: File | null) => void
  onAdd: () => void
}

function Actions({ mayBuild, onImport, onAdd }: ActionsProps) {
  const { t } = useTranslation('apps')
  return (
    <>
      <AppsSwitch value="apps" />
      {mayBuild && (
        <>
          <FileButton onChange={onImport} accept="application/json,.json">
            {(props) => (
              <Button {...props} leftSection={<IconFileImport size={14} stroke={1.7} aria-hidden />}>
                {t('apps.import')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={onAdd}
          >
            {t('apps.new')}
          </Button>
        </>
      )}
    </>
  )
}

function NoApps({ mayBuild, onAdd }: { mayBuild: boolean; onAdd: () => void }) {
  const { t } = useTranslation('apps')
  return (
    <EmptyState title={t('apps.empty')} text={t(mayBuild ? 'apps.emptyText' : 'apps.emptyRead')}>
      {mayBuild && (
        <StartCard
          icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
          title={t('apps.new')}
          text={t('apps.start')}
          onClick={onAdd}
        />
      )}
    </EmptyState>
  )
}
