import type { CatalogItem, ProductLine } from '@caseloom/contract/content/catalog'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linesQuery } from '../../../data/lines.ts'
import { listState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState, StartCard } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { KeyHint } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { catalogEn } from './catalog.en.ts'
import { catalogQuery } from './catalog.queries.ts'
import { type CatalogRow, useCatalogColumns } from './catalog-columns.tsx'
import { CatalogFilters } from './CatalogFilters.tsx'
import { shownItems } from './catalog-items.ts'
import type { CatalogSearch } from './catalog-search.ts'
import { LineDialog } from './LineDialog.tsx'
import { LineMenu } from './LineMenu.tsx'
import { StageCards } from './StageCards.tsx'
import { useItemActions } from './useItemActions.ts'

addTexts('catalog', catalogEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/{$lineKey}content')

const NONE: readonly CatalogItem[] = []

/** The catalog of a product line: what its packages offer, and what of it the tenant uses. */
export function CatalogPage() {
  const { lineKey } = route.useParams()
  // Dialogs and the cursor belong to one line.
  return <Catalog key={lineKey} lineKey={lineKey} />
}

function Catalog({ lineKey }: { lineKey: string }) {
  const { t } = useTranslation('catalog')
  const scope = useTenantScope()
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery(catalogQuery(scope.tenantId, lineKey))
  const lines = useQuery(linesQuery(scope.tenantId)).data
  const line = query.data?.line
  const title = line === undefined ? t('content') : t('title', { name: line.name })
  useBreadcrumbs([{ label: t('content'), to: paths.content(scope) }, { label: title }])
  usePageTitle(title, scope.tenantName)
  const all = query.data?.items ?? NONE
  const rows = shownItems(all, search).map((item) => ({ id: `${item.kind}/${item.key}`, item }))
  const actions = useItemActions(lineKey)
  const columns = useCatalogColumns(actions)
  const go = (next: CatalogSearch) =>
    void navigate({ to: paths.catalog(scope, lineKey), search: next as Record<string, string> })
  return (
    <ListPage<CatalogRow>
      title={title}
      actions={<Actions line={line} canAdd={lines?.can.create === true} />}
      bars={<Bars line={line} items={all} shown={rows.length} search={search} onSearch={go} />}
      list={listState(query, rows)}
      label={title}
      columns={columns}
      errorTitle={t('failed')}
      filtered={search.stage !== undefined || search.kind !== undefined || search.q !== undefined}
      onClearFilters={() => go({})}
      empty={<Empty line={line} />}
      onOpen={({ item }) => actions.run(item)}
      rowActions={[{ keys: ['U'], label: t('use'), run: ({ item }) => actions.use(item) }]}
      total={rows.length}
      summary={query.isSuccess && t('shown', { shown: rows.length, total: all.length })}
      summaryEnd={<Keys />}
    />
  )
}

/** What the bars above the list show; all of it stays while the list loads or fails. */
interface BarsProps {
  line: ProductLine | undefined
  items: readonly CatalogItem[]
  shown: number
  search: CatalogSearch
  onSearch: (next: CatalogSearch) => void
}

function Bars({ line, items, shown, search, onSearch }: BarsProps) {
  return (
    <>
      {line !== undefined && items.length > 0 && (
        <StageCards
          line={line}
          items={items}
          chosen={search.stage}
          onChoose={(stage) => {
            const { stage: _before, ...rest } = search
            onSearch(stage === undefined ? rest : { ...rest, stage })
          }}
        />
      )}
      <CatalogFilters name={line?.name ?? ''} count={shown} search={search} onSearch={onSearch} />
    </>
  )
}

function Actions({ line, canAdd }: { line: ProductLine | undefined; canAdd: boolean }) {
  const { t } = useTranslation('catalog')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      {line !== undefined && <LineMenu line={line} />}
      {canAdd && (
        <Button leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t('add')}
        </Button>
      )}
      {isAdding && <LineDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

function Empty({ line }: { line: ProductLine | undefined }) {
  const { t } = useTranslation('catalog')
  const [isEditing, setIsEditing] = useState(false)
  return (
    <EmptyState title={t('empty')} text={t('emptyText')}>
      {line?.can.update === true && (
        <StartCard
          icon={<IconPencil size={16} stroke={1.6} aria-hidden />}
          title={t('edit', { name: line.name })}
          text={t('chooseHelp')}
          onClick={() => setIsEditing(true)}
        />
      )}
      {isEditing && line !== undefined && <LineDialog line={line} onClose={() => setIsEditing(false)} />}
    </EmptyState>
  )
}

function Keys() {
  const { t } = useTranslation('catalog')
  return (
    <>
      <KeyHint
        keys={
          <>
            <Kbd keys="J" />
            <Kbd keys="K" />
          </>
        }
      >
        {t('move')}
      </KeyHint>
      <KeyHint keys={<Kbd keys="↵" />}>{t('openKey')}</KeyHint>
      <KeyHint keys={<Kbd keys="U" />}>{t('useKey')}</KeyHint>
    </>
  )
}
