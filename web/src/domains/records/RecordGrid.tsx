import type { AppView } from '@caseloom/contract/apps/apps'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { RowAction, RowPlace } from '../../ui/grid/grid-props.ts'
import { BulkBar, selectedWords } from './jobs/BulkBar.tsx'
import { useClosingRows } from './jobs/useClosingRows.ts'
import { type ListRow, titleOf } from './list/list-columns.tsx'
import { rowHue } from './list/useRowMarks.ts'
import { isFiltered, NEWEST_FIRST, shownSorts, withSorts } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import { NoRecords } from './NoRecords.tsx'
import { ShownColumns } from './search/shown-columns.ts'
import { useRowQuick } from './quick/useRowQuick.ts'
import { useSimilarRows } from './similar/useSimilarRows.ts'
import { useRowMenu } from './useRowMenu.ts'
import { useOpenRow } from './useOpenRow.ts'
import { useLiveList } from './useLiveList.ts'
import type { RecordRows } from './useRecordRows.ts'
import { useSelectedRows } from './useSelectedRows.ts'
import { useSplitAction } from './useSplitAction.ts'

const RowMenu = lazy(() => import('./buttons/RowMenu.tsx').then((m) => ({ default: m.RowMenu })))
const RowQuick = lazy(() => import('./quick/RowQuick.tsx').then((m) => ({ default: m.RowQuick })))

interface RecordGridProps {
  app: AppView
  /** Of the view, or the app. */
  name: string
  state: ListState
  onState: (next: ListState) => void
  rows: RecordRows
}

const rowKey = (row: ListRow) => row.id

export function RecordGrid({ app, name, state, onState, rows }: RecordGridProps) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const frame = useRef<HTMLDivElement>(null)
  const { selected, isAll, setAll, tick, mayTick } = useSelectedRows()
  const { t: say } = useTranslation('jobs')
  const { query, items, search, layout, marksOf } = rows
  const shown = useMemo(() => new Set(rows.shown), [rows.shown])
  const { newCount, showNew, flashing } = useLiveList({
    tenantId: scope.tenantId,
    appId: app.id,
    search,
    rows: items,
    isGrouped: rows.groups !== null,
    slipsIn: () => isAtTop(frame.current) && isNewestFirst(state),
  })
  const rowMenu = useRowMenu(app)
  const similar = useSimilarRows({ app, items, columns: rows.columns, search })
  const closing = useClosingRows(app)
  const rowQuick = useRowQuick(app, closing.isOffered ? closing.open : undefined)
  const { open, cameFrom } = useOpenRow({ app, name, rows })
  const split = useSplitAction(rows, open)
  const rowActions = useRowActions([...rowQuick.actions, split], similar)
  const clearFilters = () => {
    const { filter: _filter, q: _q, ...rest } = state
    onState(rest)
  }
  const select = mayTick
    ? {
        selected,
        onSelect: (next: Set<string>) => tick(new Set([...next].filter(similar.isRecord))),
        selectedWords: isAll ? selectedWords(say, rows.total) : undefined,
        bulk: (
          <BulkBar
            app={app}
            selected={selected}
            onClear={() => tick(new Set())}
            search={search}
            // One row represents several: what was found is more than the rows.
            total={search.similar === true ? undefined : rows.total}
            isAll={isAll}
            onAll={setAll}
            closing={closing}
          />
        ),
      }
    : {}
  return (
    <div ref={frame} style={{ height: '100%' }}>
      <ShownColumns value={shown}>
        <DataGrid<ListRow>
          label={app.name}
          columns={similar.columns}
          rows={similar.rows}
          rowKey={rowKey}
          groups={rows.groups?.grid}
          status={query.isPending ? 'loading' : query.isError ? 'error' : 'ready'}
          error={query.isError ? describeError(query.error) : undefined}
          errorTitle={t('loadFailed')}
          onRetry={() => void query.refetch()}
          refreshing={query.isPlaceholderData}
          filtered={isFiltered(state)}
          onClearFilters={clearFilters}
          empty={<NoRecords app={app} />}
          layout={layout}
          onLayout={rows.setLayout}
          sort={shownSorts(state)}
          onSort={(sort) => onState(withSorts(state, sort))}
          {...rowMenu.props}
          onRowMenu={(row, anchor) => similar.isRecord(row.id) && rowMenu.props.onRowMenu(row, anchor)}
          rowActions={rowActions}
          pausesKeys={rowQuick.asked !== null}
          onOpen={(row, group) => similar.openParent(row) || open(row, group)}
          initialCursor={cameFrom}
          rowLabel={(row) => titleOf(app, row)}
          hasMore={rows.pages?.hasNextPage === true}
          loadingMore={rows.pages?.isFetchingNextPage === true}
          onMore={() => void rows.pages?.fetchNextPage()}
          newCount={newCount}
          onShowNew={showNew}
          flashing={flashing}
          {...(marksOf === null ? {} : { rowHue: (row) => rowHue(marksOf(row)) })}
          total={rows.total?.value}
          {...select}
        />
      </ShownColumns>
      {rowQuick.isUsed && (
        <Suspense fallback={null}>
          <RowQuick app={app} asked={rowQuick.asked} onEnd={rowQuick.end} />
        </Suspense>
      )}
      {rowMenu.open !== null && (
        <Suspense fallback={null}>
          <RowMenu
            key={rowMenu.open.row.id}
            app={app}
            record={rowMenu.open.row}
            anchor={rowMenu.open.anchor}
            onClose={rowMenu.close}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What keys do with records; lines below them that are none are left alone. */
function useRowActions(
  actions: readonly RowAction<ListRow>[],
  { action, isRecord }: ReturnType<typeof useSimilarRows>,
): RowAction<ListRow>[] {
  return [
    ...actions.map((one) => ({
      ...one,
      run: (row: ListRow, place: RowPlace) => {
        if (isRecord(row.id)) one.run(row, place)
      },
    })),
    action,
  ]
}

function isAtTop(frame: HTMLElement | null): boolean {
  const grid = frame?.querySelector('[role="grid"], [role="treegrid"]')
  if (grid === null || grid === undefined) return true
  return grid.scrollTop === 0 && !grid.hasAttribute('aria-activedescendant')
}

function isNewestFirst(state: ListState): boolean {
  const [first] = shownSorts(state)
  return first?.key === NEWEST_FIRST.key && first.direction === 'desc'
}
