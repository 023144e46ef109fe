import type { InstallSummary } from '@caseloom/contract/content/packages'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listState, usePagedList } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Centred, Content, FilterBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { TabBar, tabPanelProps } from '../../ui/frame/TabBar.tsx'
import type { GridColumn } from '../../ui/grid/grid-column.ts'
import { ListPage } from '../../ui/list-page/ListPage.tsx'
import { SearchField } from '../../ui/list-page/SearchField.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { TimeAgo } from '../../ui/Times.tsx'
import { contentEn } from './content.en.ts'
import { installsQuery, packagesQuery } from './content.queries.ts'
import { CatalogCards, CatalogsMenu } from './CatalogLinks.tsx'
import { countWords, stateWord } from './content-words.ts'
import classes from './Content.module.css'
import { UploadPackage } from './UploadPackage.tsx'

addTexts('content', contentEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/content')
const PREFIX = 'content'

/** Packages of the tenant: what is installed, and what was imported when. */
export function ContentPage() {
  const { t } = useTranslation('content')
  const navigate = useNavigate()
  const scope = useTenantScope()
  const mayImport = useMay('content:import')
  const { tab = 'installed' } = route.useSearch()
  useBreadcrumbs([{ label: t('title') }])
  usePageTitle(t('title'))
  if (!mayImport) return <ExportOnly />
  const tabs = (['installed', 'history'] as const).map((key) => ({ key, label: t(`tabs.${key}`) }))
  return (
    <PageFrame>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      <TabBar
        label={t('title')}
        prefix={PREFIX}
        tabs={tabs}
        value={tab}
        onChange={(key) =>
          void navigate({ to: paths.content(scope), search: key === 'history' ? { tab: key } : {} })
        }
        actions={<Actions />}
      />
      <Content>
        <div {...tabPanelProps(PREFIX, tab)} style={{ height: '100%' }}>
          {tab === 'history' ? <History /> : <Installed />}
        </div>
      </Content>
    </PageFrame>
  )
}

function Actions() {
  const mayExport = useMay('content:export')
  return (
    <>
      <CatalogsMenu />
      {mayExport && <ExportLink />}
      <UploadPackage />
    </>
  )
}

function ExportLink() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  return (
    <Button
      component={Link}
      to={paths.contentExport(scope)}
      leftSection={<IconPackageExport size={14} stroke={1.7} aria-hidden />}
    >
      {t('export')}
    </Button>
  )
}

function ExportOnly() {
  const { t } = useTranslation('content')
  return (
    <PageFrame>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      <Content>
        <Centred>
          <EmptyState title={t('notYours')} text={t('notYoursText')}>
            <ExportLink />
          </EmptyState>
        </Centred>
      </Content>
    </PageFrame>
  )
}

function Installed() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const columns = useColumns(false)
  const [words, setWords] = useState('')
  const query = useQuery(packagesQuery(scope.tenantId))
  const all = query.data ?? []
  const wanted = foldText(words.trim())
  const shown = all.filter(({ title, description }) => foldText(`${title} ${description}`).includes(wanted))
  return (
    <ListPage<InstallSummary>
      bars={
        <FilterBar>
          <SearchField type="search" label={t('search')} value={words} onChange={setWords} />
        </FilterBar>
      }
      list={listState(query, shown)}
      label={t('tabs.installed')}
      columns={columns}
      errorTitle={t('failed')}
      filtered={wanted !== ''}
      onClearFilters={() => setWords('')}
      empty={
        <EmptyState title={t('empty')} text={t('emptyText')}>
          <CatalogCards />
        </EmptyState>
      }
      onOpen={({ id }) => void navigate({ to: paths.contentInstall(scope, id) })}
      total={shown.length}
      summary={query.isSuccess && t('count', { shown: shown.length, total: all.length })}
    />
  )
}

function History() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const columns = useColumns(true)
  const list = usePagedList(useInfiniteQuery(installsQuery(scope.tenantId)))
  return (
    <ListPage<InstallSummary>
      list={list}
      label={t('tabs.history')}
      columns={columns}
      errorTitle={t('failed')}
      filtered={false}
      onClearFilters={() => undefined}
      empty={<EmptyState title={t('historyEmpty')} text={t('historyEmptyText')} />}
      onOpen={({ id }) => void navigate({ to: paths.contentInstall(scope, id) })}
      total={list.rows.length}
      summary={list.isLoaded && t('imports', { count: list.rows.length })}
    />
  )
}

function useColumns(withState: boolean): GridColumn<InstallSummary>[] {
  const { t } = useTranslation('content')
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('name'),
        title: true,
        render: (one) => one.title,
        text: (one) => one.title,
      },
      {
        key: 'items',
        label: t('plan.items'),
        width: 260,
        quiet: true,
        fold: 1,
        render: (one) => <span className={classes.quiet}>{countWords(one, t)}</span>,
        text: (one) => countWords(one, t),
      },
      { key: 'version', label: t('version'), width: 90, render: ({ version }) => version },
      ...(withState
        ? [
            {
              key: 'state',
              label: t('state'),
              width: 140,
              render: (one: InstallSummary) => stateWord(one, t),
            },
          ]
        : []),
      { key: 'by', label: t('by'), width: 180, quiet: true, fold: 2, render: ({ by }) => by.name },
      {
        key: 'age',
        label: t('age'),
        width: 80,
        align: 'end',
        quiet: true,
        render: ({ at }) => <TimeAgo at={at} />,
      },
    ],
    [t, withState],
  )
}
