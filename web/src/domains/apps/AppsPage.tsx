import type { AppView } from '@caseloom/contract/apps'
import { Button, FileButton, Menu } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { saveFile } from '../../data/files.ts'
import { listState } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Card } from '../../ui/list-page/Card.tsx'
import { CardsPage } from '../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { appsEn } from './model/apps.en.ts'
import { DeleteAppDialog } from './model/DeleteAppDialog.tsx'
import { DeletedApps } from './DeletedApps.tsx'
import { definitionFile, readDefinitionFile } from './definition-file.ts'
import { NewAppDialog } from './NewAppDialog.tsx'

addTexts('apps', appsEn)

export function AppsPage() {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayBuild = useMay('app:build')
  const query = useQuery(appsQuery(scope.tenantId))
  const [adding, setAdding] = useState<{ template?: Record<string, unknown> } | null>(null)
  const [deleting, setDeleting] = useState<AppView | null>(null)
  useBreadcrumbs([{ label: t('apps.title') }])
  usePageTitle(t('apps.title'), scope.tenantName)
  const all = query.data ?? []
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
      list={listState(query, all)}
      texts={{
        search: t('apps.search'),
        failed: t('apps.failed'),
        noMatch: (text) => t('apps.noMatch', { text }),
      }}
      actions={mayBuild && <Actions onImport={(file) => void importFile(file)} onAdd={() => setAdding({})} />}
      wordsOf={({ name, acronym }) => `${name} ${acronym}`}
      card={(app) => (
        <AppCard key={app.id} app={app} onSave={() => save(app, all)} onDelete={() => setDeleting(app)} />
      )}
      empty={<NoApps mayBuild={mayBuild} onAdd={() => setAdding({})} />}
      more={mayBuild && <DeletedApps />}
      summary={(_shown, count) => t('apps.count', { count })}
    >
      {deleting !== null && (
        <DeleteAppDialog app={deleting} onDone={() => setDeleting(null)} onClose={() => setDeleting(null)} />
      )}
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

function Actions({ onImport, onAdd }: { onImport: (file: File | null) => void; onAdd: () => void }) {
  const { t } = useTranslation('apps')
  return (
    <>
      <FileButton onChange={onImport} accept="application/json,.json">
        {(props) => (
          <Button {...props} leftSection={<IconFileImport size={14} stroke={1.7} aria-hidden />}>
            {t('apps.import')}
          </Button>
        )}
      </FileButton>
      <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={onAdd}>
        {t('apps.new')}
      </Button>
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

function AppCard({ app, onSave, onDelete }: { app: AppView; onSave: () => void; onDelete: () => void }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const { name, acronym, description, fields, revision } = app
  const builder = paths.appBuilder(scope, app.id)
  const records = paths.recordList(scope, app.id)
  return (
    <Card
      icon={<AppIcon name={app.icon} size={18} />}
      to={app.can.build ? builder : records}
      name={name}
      text={description}
      facts={
        <>
          {acronym} · {t('apps.fields', { count: fields.length })} · {t('apps.revision', { revision })}
        </>
      }
      menu={{
        label: t('apps.menu', { name }),
        items: (
          <>
            {app.can.build && (
              <Menu.Item component={Link} to={builder}>
                {t('apps.build')}
              </Menu.Item>
            )}
            <Menu.Item component={Link} to={records}>
              {t('apps.records')}
            </Menu.Item>
            {app.can.build && <Menu.Item onClick={onSave}>{t('apps.export')}</Menu.Item>}
            {app.can.build && (
              <Menu.Item color="red" onClick={onDelete}>
                {t('delete.action')}
              </Menu.Item>
            )}
          </>
        ),
      }}
    />
  )
}

function save(app: AppView, apps: readonly AppView[]): void {
  const blob = new Blob([definitionFile(app, apps)], { type: 'application/json' })
  saveFile({ blob, name: `${app.key}.app.json` }, 'app.json')
}
