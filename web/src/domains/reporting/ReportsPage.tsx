import type { AppView } from '@caseloom/contract/apps/apps'
import { foldText } from '@caseloom/contract/values/normalize-text'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { listState } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { FilterBar } from '../../ui/frame/Frame.tsx'
import type { GridColumn } from '../../ui/grid/grid-column.ts'
import { ListPage } from '../../ui/list-page/ListPage.tsx'
import { SearchField } from '../../ui/list-page/SearchField.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { TimeAgo } from '../../ui/Times.tsx'
import { reportingEn } from './reporting.en.ts'
import { reportsQuery } from './reporting.queries.ts'

addTexts('reporting', reportingEn)

type Say = (key: string) => string

export function ReportsPage() {
  const { t } = useTranslation('reporting')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const query = useQuery(reportsQuery(scope.tenantId))
  const apps = useQuery(appsQuery(scope.tenantId)).data
  const columns = useMemo(() => reportColumns(apps ?? [], t), [apps, t])
  const all = query.data ?? []
  const wanted = foldText(words.trim())
  const shown = all.filter((report) => foldText(`${report.name} ${report.description}`).includes(wanted))
  useBreadcrumbs([{ label: t('title') }])
  usePageTitle(t('title'))
  return (
    <ListPage<ReportView>
      title={t('title')}
      bars={
        <FilterBar>
          <SearchField type="search" label={t('search')} value={words} onChange={setWords} />
        </FilterBar>
      }
      list={listState(query, shown)}
      label={t('title')}
      columns={columns}
      errorTitle={t('failed')}
      filtered={wanted !== ''}
      onClearFilters={() => setWords('')}
      empty={<EmptyState title={t('none')} text={t('noneText')} />}
      onOpen={(report) => void navigate({ to: paths.report(scope, report.appId, report.id) })}
      total={shown.length}
      summary={query.isSuccess && t('count', { shown: shown.length, total: all.length })}
    />
  )
}

function reportColumns(apps: readonly AppView[], t: Say): GridColumn<ReportView>[] {
  const names = new Map(apps.map((app) => [app.id, app.name]))
  return [
    { key: 'name', label: t('name'), title: true, render: (report) => report.name },
    { key: 'app', label: t('app'), width: 180, render: (report) => names.get(report.appId) ?? '' },
    { key: 'owner', label: t('owner'), width: 180, quiet: true, render: (report) => report.owner.name },
    {
      key: 'for',
      label: t('for'),
      width: 120,
      quiet: true,
      render: ({ sharing }) => t(sharing === null ? 'everyone' : sharing.length === 0 ? 'own' : 'some'),
    },
    {
      key: 'updated',
      label: t('updated'),
      width: 92,
      align: 'end',
      quiet: true,
      render: (report) => <TimeAgo at={report.updatedAt} />,
    },
  ]
}
