// Configurations of connectors.
import type { AssetView } from '@caseloom/contract/automation/assets'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listState } from '../../../data/list-state.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { Dot } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { automationEn } from '../shared/automation.en.ts'
import { ORCHESTRATION_TABS, OrchestrationTabs } from '../shared/OrchestrationTabs.tsx'
import { ListStatus } from '../shared/ListStatus.tsx'
import { hasWords, useCatalogSearch } from '../shared/useCatalogSearch.ts'
import { AssetDialog } from './AssetDialog.tsx'
import { AssetPanel } from './AssetPanel.tsx'
import classes from './Assets.module.css'
import { assetsEn } from './assets.en.ts'
import { assetsQuery } from './assets.queries.ts'

addTexts('automation', automationEn)
addTexts('assets', assetsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/assets')

export function AssetsPage() {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  const mayManage = useMay('asset:manage')
  const search = route.useSearch()
  const show = useCatalogSearch(t('assets.label'), search)
  const query = useQuery(assetsQuery(scope.tenantId))
  const columns = useMemo(() => assetColumns(t), [t])
  const rows = useMemo(() => found(query.data ?? [], search.q), [query.data, search.q])
  const selected = query.data?.find(({ id }) => id === search.asset)
  const add = <AddButton onAdded={(asset) => show({ asset: asset.id, q: undefined })} />
  const panel = selected !== undefined && (
    <AssetPanel key={selected.id} asset={selected} onClose={() => show({ asset: undefined })} />
  )
  return (
    <PageFrame>
      <OrchestrationTabs value="assets" />
      <FilterBar end={mayManage ? add : undefined}>
        <SearchField label={t('assets.search')} value={search.q} onChange={(q) => show({ q })} />
      </FilterBar>
      <Content>
        <Docked panel={panel}>
          <div {...tabPanelProps(ORCHESTRATION_TABS, 'assets')} className={classes.panel}>
            <ListGrid<AssetView>
              label={t('assets.label')}
              columns={columns}
              list={listState(query, rows)}
              rowKey={idOf}
              errorTitle={t('assets.failed')}
              filtered={search.q !== undefined}
              onClearFilters={() => show({ q: undefined })}
              empty={<NoAssets mayManage={mayManage}>{mayManage && add}</NoAssets>}
              onOpen={(asset) => show({ asset: asset.id })}
              total={rows.length}
            />
          </div>
        </Docked>
      </Content>
      <ListStatus>
        {query.data !== undefined &&
          t('assets.count', { count: rows.length, shown: formatCount(rows.length) })}
      </ListStatus>
    </PageFrame>
  )
}

function AddButton({ onAdded }: { onAdded: (asset: AssetView) => void }) {
  const { t } = useTranslation('assets')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        onClick={() => setIsAdding(true)}
      >
        {t('assets.add')}
      </Button>
      {isAdding && (
        <AssetDialog
          onDone={(asset) => {
            setIsAdding(false)
            onAdded(asset)
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}

function NoAssets({ mayManage, children }: { mayManage: boolean; children: ReactNode }) {
  const { t } = useTranslation('assets')
  return (
    <EmptyState title={t('assets.none')} text={t(mayManage ? 'assets.noneText' : 'assets.noneRead')}>
      {children}
    </EmptyState>
  )
}

const idOf = (asset: AssetView) => asset.id

function found(all: readonly AssetView[], q: string | undefined): AssetView[] {
  return all.filter(({ name, key, connector, description }) =>
    hasWords(`${name} ${key} ${connector.title} ${description ?? ''}`, q),
  )
}

const HUES = {
  untested: 'gray',
  works: 'green',
  fails: 'red',
  unconnected: 'amber',
  needsSecret: 'amber',
} as const

function assetColumns(t: TFunction<'assets'>): GridColumn<AssetView>[] {
  return [
    textColumn({ key: 'name', label: t('assets.name'), title: true, text: ({ name }) => name }),
    textColumn({
      key: 'key',
      label: t('assets.key'),
      width: 160,
      fold: 2,
      quiet: true,
      text: ({ key }) => key,
    }),
    {
      key: 'connector',
      label: t('assets.connector'),
      width: 160,
      render: ({ connector }) => connector.title,
    },
    { key: 'auth', label: t('assets.auth'), width: 184, fold: 3, render: ({ auth }) => t(`kinds.${auth}`) },
    {
      key: 'state',
      label: t('assets.state'),
      width: 136,
      render: ({ state }) => (
        <span className={classes.meta} style={{ gap: 6, alignItems: 'center' }}>
          <Dot hue={HUES[state]} />
          {t(`states.${state}`)}
        </span>
      ),
    },
    {
      key: 'tested',
      label: t('assets.tested'),
      width: 96,
      align: 'end',
      quiet: true,
      render: ({ lastTest }) => (lastTest === null ? t('assets.never') : <TimeAgo at={lastTest.at} />),
    },
  ]
}
