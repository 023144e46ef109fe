// Connectors of the tenant and their actions.
import type { ConnectorSummary } from '@caseloom/contract/automation/connectors'
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Centred, Content, FilterBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import classes from '../assets/Assets.module.css'
import { assetsEn } from '../assets/assets.en.ts'
import { connectorsQuery } from '../assets/assets.queries.ts'
import { automationEn } from '../shared/automation.en.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { ORCHESTRATION_TABS, OrchestrationTabs } from '../shared/OrchestrationTabs.tsx'
import { hasWords, useCatalogSearch } from '../shared/useCatalogSearch.ts'
import { ConnectorIcon } from './ConnectorIcon.tsx'

addTexts('automation', automationEn)
addTexts('assets', assetsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/connectors')
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

export function ConnectorsPage() {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayManage = useMay('asset:manage')
  const search = route.useSearch()
  const show = useCatalogSearch(t('connectors.label'), search)
  const query = useQuery(connectorsQuery(scope.tenantId))
  const [isImporting, setIsImporting] = useState(false)
  const all = query.data ?? []
  const rows = useMemo(() => found(query.data ?? [], search), [query.data, search])
  const categories = [...new Set(all.flatMap(({ categories: names }) => names))].toSorted()
  const importing = <ImportButton setIsImporting={setIsImporting} />
  return (
    <PageFrame>
      <OrchestrationTabs value="connectors" />
      <FilterBar end={mayManage ? importing : undefined}>
        <SearchField label={t('connectors.search')} value={search.q} onChange={(q) => show({ q })} />
        <ChoiceFilter
          field={t('connectors.category')}
          value={search.category}
          choices={categories.map((value) => ({ value, label: capital(value) }))}
          onChange={(category) => show({ category })}
        />
      </FilterBar>
      <Content>
        <div {...tabPanelProps(ORCHESTRATION_TABS, 'connectors')} className={classes.panel}>
          {query.isError && query.data === undefined && (
            <Centred>
              <StateCard
                title={t('connectors.failed')}
                error={describeError(query.error)}
                onRetry={() => void query.refetch()}
              />
            </Centred>
          )}
          {query.data !== undefined && rows.length === 0 && (
            <EmptyState title={t('connectors.none')} text={t('connectors.noMatch')}>
              <Button onClick={() => show({ q: undefined, category: undefined })}>
                {t('connectors.clear')}
              </Button>
            </EmptyState>
          )}
          <ul className={classes.list} aria-label={t('connectors.label')} aria-busy={query.isPending}>
            {rows.map((row) => (
              <Entry key={row.key} row={row} />
            ))}
          </ul>
        </div>
      </Content>
      <StatusBar>
        {query.data !== undefined &&
          t('connectors.count', { count: rows.length, shown: formatCount(rows.length) })}
      </StatusBar>
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog
            onDone={(connector) => void navigate({ to: paths.connector(scope, connector.key) })}
            onClose={() => setIsImporting(false)}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

function ImportButton({ setIsImporting }: { setIsImporting: (next: boolean) => void }) {
  const { t } = useTranslation('assets')
  return (
    <Button
      variant="filled"
      leftSection={<IconFileImport size={14} stroke={1.8} aria-hidden />}
      onClick={() => setIsImporting(true)}
    >
      {t('connectors.import')}
    </Button>
  )
}

function Entry({ row }: { row: ConnectorSummary }) {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  return (
    <li>
      <Link to={paths.connector(scope, row.key)} className={classes.entry}>
        <span className={classes.tile}>
          <ConnectorIcon name={row.icon} />
        </span>
        <span className={classes.words}>
          <h2 className={classes.title}>{row.title}</h2>
          <p className={classes.text} title={row.description}>
            {row.description}
          </p>
        </span>
        <span className={`${classes.meta} ${classes.figures}`}>
          <span>{row.categories.map(capital).join(', ')}</span>
          <span>{row.assets > 0 && t('connectors.assets', { count: row.assets })}</span>
          <span>{t('connectors.actions', { count: row.actions })}</span>
        </span>
      </Link>
    </li>
  )
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function found(
  all: readonly ConnectorSummary[],
  { q, category }: { q?: string; category?: string },
): ConnectorSummary[] {
  return all.filter(
    ({ title, key, vendor, description, categories }) =>
      (category === undefined || categories.includes(category)) &&
      hasWords(`${title} ${key} ${vendor} ${description}`, q),
  )
}
