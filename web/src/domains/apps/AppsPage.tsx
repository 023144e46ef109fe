import type { AppView } from '@caseloom/contract/apps'
import { ActionIcon, Button, FileButton, Menu, TextInput } from '@mantine/core'
import { IconDots, IconFileImport, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { describeError } from '../../data/describe-error.ts'
import { saveFile } from '../../data/files.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { PageFailure } from '../../ui/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './Apps.module.css'
import { appsEn } from './apps.en.ts'
import { DeleteAppDialog } from './DeleteAppDialog.tsx'
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
  const [text, setText] = useState('')
  const [adding, setAdding] = useState<{ template?: Record<string, unknown> } | null>(null)
  const [deleting, setDeleting] = useState<AppView | null>(null)
  useBreadcrumbs([{ label: t('apps.title') }])
  usePageTitle(t('apps.title'), scope.tenantName)
  if (query.isError)
    return (
      <PageFailure
        title={t('apps.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const all = query.data ?? []
  const wanted = text.trim().toLowerCase()
  const shown = all.filter(({ name, acronym }) => `${name} ${acronym}`.toLowerCase().includes(wanted))
  const read = async (file: File | null) => {
    if (file === null) return
    const read = readDefinitionFile(await file.text(), all)
    if (read === null) toast({ kind: 'error', title: t('apps.importBad') })
    else if (read.app === undefined)
      toast({ kind: 'error', title: t('apps.importMissing', { apps: read.missing.join(', ') }) })
    else setAdding({ template: { ...read.app } })
  }
  return (
    <PageFrame>
      <PageBar
        title={t('apps.title')}
        actions={
          mayBuild && (
            <>
              <FileButton onChange={(file) => void read(file)} accept="application/json,.json">
                {(props) => (
                  <Button {...props} leftSection={<IconFileImport size={14} stroke={1.7} aria-hidden />}>
                    {t('apps.import')}
                  </Button>
                )}
              </FileButton>
              <Button
                variant="filled"
                leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
                onClick={() => setAdding({})}
              >
                {t('apps.new')}
              </Button>
            </>
          )
        }
      />
      <FilterBar>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label={t('apps.search')}
          placeholder={t('apps.search')}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FilterBar>
      <Content padding="page" fill="canvas">
        {query.isSuccess && all.length === 0 ? (
          <EmptyState title={t('apps.empty')} text={t(mayBuild ? 'apps.emptyText' : 'apps.emptyRead')}>
            {mayBuild && (
              <StartCard
                icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
                title={t('apps.new')}
                text={t('apps.start')}
                onClick={() => setAdding({})}
              />
            )}
          </EmptyState>
        ) : query.isSuccess && shown.length === 0 ? (
          <p className={classes.quiet}>{t('apps.noMatch', { text })}</p>
        ) : (
          <ul className={classes.cards} aria-label={t('apps.title')}>
            {shown.map((app) => (
              <AppCard
                key={app.id}
                app={app}
                onSave={() => save(app, all)}
                onDelete={() => setDeleting(app)}
              />
            ))}
          </ul>
        )}
        {mayBuild && <DeletedApps />}
      </Content>
      <StatusBar>{query.isSuccess && t('apps.count', { count: all.length })}</StatusBar>
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
    </PageFrame>
  )
}

function AppCard({ app, onSave, onDelete }: { app: AppView; onSave: () => void; onDelete: () => void }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const { name, acronym, description, fields, revision } = app
  const leadsTo = app.can.build ? paths.appBuilder(scope, app.id) : paths.recordList(scope, app.id)
  return (
    <li className={classes.card}>
      <AppIcon name={app.icon} size={18} />
      <span className={classes.cardWords}>
        <Link to={leadsTo} className={classes.cardName}>
          {name}
        </Link>
        {description !== undefined && <span className={classes.quiet}>{description}</span>}
        <span className={classes.facts}>
          {acronym} · {t('apps.fields', { count: fields.length })} · {t('apps.revision', { revision })}
        </span>
      </span>
      <span className={classes.cardMenu}>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={24} aria-label={t('apps.menu', { name })}>
              <IconDots size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {app.can.build && (
              <Menu.Item component={Link} to={paths.appBuilder(scope, app.id)}>
                {t('apps.build')}
              </Menu.Item>
            )}
            <Menu.Item component={Link} to={paths.recordList(scope, app.id)}>
              {t('apps.records')}
            </Menu.Item>
            {app.can.build && <Menu.Item onClick={onSave}>{t('apps.export')}</Menu.Item>}
            {app.can.build && (
              <Menu.Item color="red" onClick={onDelete}>
                {t('delete.action')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </span>
    </li>
  )
}

function save(app: AppView, apps: readonly AppView[]): void {
  const blob = new Blob([definitionFile(app, apps)], { type: 'application/json' })
  saveFile({ blob, name: `${app.key}.app.json` }, 'app.json')
}
