import type { AppView } from '@caseloom/contract/apps/apps'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { usePeople } from '../../data/people.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Centred } from '../../ui/frame/Frame.tsx'
import { BulkBar as SelectionBar } from '../../ui/grid/BulkBar.tsx'
import { NoResults } from '../../ui/grid/NoResults.tsx'
import { useDelayed } from '../../ui/grid/useDelayed.ts'
import { useStable } from '../../ui/grid/useStable.ts'
import { StateCard } from '../../ui/StateCard.tsx'
import { Board } from './board/Board.tsx'
import { boardColumns } from './board/board-columns.ts'
import { BoardSkeleton } from './board/BoardSkeleton.tsx'
import { cardLook } from './board/card-look.ts'
import { useBoard } from './board/useBoard.ts'
import { cardElement } from './board/card-element.ts'
import { toggled, useBoardKeys } from './board/useBoardKeys.ts'
import type { ChoiceField } from './editors/ChoiceEditor.tsx'
import { BulkBar, selectedWords } from './jobs/BulkBar.tsx'
import { type ClosingRows, useClosingRows } from './jobs/useClosingRows.ts'
import type { ListRow } from './list/list-columns.tsx'
import { isFiltered } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import { NoRecords } from './NoRecords.tsx'
import { useRowQuick } from './quick/useRowQuick.ts'
import { ShownColumns } from './search/shown-columns.ts'
import { useLiveList } from './useLiveList.ts'
import { useOpenRow } from './useOpenRow.ts'
import type { RecordRows } from './useRecordRows.ts'
import { useRowMenu } from './useRowMenu.ts'
import { useSelectedRows } from './useSelectedRows.ts'
import { useSplitAction } from './useSplitAction.ts'

const RowMenu = lazy(() => import('./buttons/RowMenu.tsx').then((m) => ({ default: m.RowMenu })))
const RowQuick = lazy(() => import('./quick/RowQuick.tsx').then((m) => ({ default: m.RowQuick })))

interface RecordBoardProps {
  app: AppView
  /** Of the view, or the app. */
  name: string
  state: ListState
  onState: (next: ListState) => void
  rows: RecordRows
}

/** A list as a board, with the states of its query. */
export function RecordBoard(props: RecordBoardProps) {
  const { app, state, onState, rows } = props
  const { t } = useTranslation('records')
  const { query, groups } = rows
  const isLate = useDelayed(query.isPending, 200)
  const field = groups?.columns ?? null
  if (groups === null || field === null || query.isPending) return isLate ? <BoardSkeleton /> : null
  if (query.isError && query.data === undefined)
    return (
      <Centred>
        <StateCard
          title={t('loadFailed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      </Centred>
    )
  if (rows.total?.value === 0) {
    const { filter: _filter, q: _q, ...rest } = state
    return isFiltered(state) ? <NoResults onClear={() => onState(rest)} /> : <NoRecords app={app} />
  }
  return <OpenBoard key={field.key} {...props} field={field} groups={groups} />
}

interface OpenBoardProps extends RecordBoardProps {
  field: ChoiceField
  groups: NonNullable<RecordRows['groups']>
}

function OpenBoard({ app, name, rows, field, groups }: OpenBoardProps) {
  const scope = useTenantScope()
  const selection = useSelectedRows()
  const { open, cameFrom } = useOpenRow({ app, name, rows })
  const columns = useMemo(
    () => boardColumns(groups.counted, groups.grid.items, groups.needed),
    [groups.counted, groups.grid.items, groups.needed],
  )
  const board = useBoard({ app, field, columns, cameFrom })
  const live = useLiveList({
    tenantId: scope.tenantId,
    appId: app.id,
    search: rows.search,
    rows: rows.items,
    isGrouped: true,
    slipsIn: () => board.spot === null && board.drag === null,
  })
  const menu = useRowMenu(app)
  const closing = useClosingRows(app)
  const quick = useRowQuick(app, closing.isOffered ? closing.open : undefined)
  const look = useLook(app, field, rows)
  const acts = useActs({ board, groups, open, menu, selection })
  const split = useSplitAction(rows, open)
  useKeys({ board, quick, split, open, menu, selection })
  const shownKeys = useMemo(() => new Set(rows.shown), [rows.shown])
  if (look === null) return null
  return (
    <ShownColumns value={shownKeys}>
      <Board
        {...{ app, field, board, look, acts }}
        selected={selection.selected}
        flashing={live.flashing}
        newCount={live.newCount}
        onShowNew={live.showNew}
      >
        <Selected {...{ app, rows, selection, closing }} />
        <Menus {...{ app, quick, menu }} />
      </Board>
    </ShownColumns>
  )
}

function useLook(app: AppView, { key: by }: ChoiceField, { columns, shown, marksOf }: RecordRows) {
  const people = usePeople()
  return useMemo(
    () => cardLook({ app, by, columns, shown, people, marksOf }),
    [app, by, columns, shown, people, marksOf],
  )
}

type KeysOptions = Pick<ActsOptions, 'board' | 'open' | 'menu' | 'selection'> & {
  quick: ReturnType<typeof useRowQuick>
  split: ReturnType<typeof useSplitAction>
}

function useKeys({ board, quick, split, open, menu, selection }: KeysOptions): void {
  useBoardKeys({
    columns: board.shown,
    spot: board.spot,
    isPaused: quick.asked !== null || board.moves.closing !== null,
    selected: selection.selected,
    actions: [...quick.actions, split],
    onGo: board.go,
    onOpen: open,
    onMove: (row, column, step) => board.move({ column, id: row.id }, step),
    onMenu: (row, spot) => {
      const button = cardElement(spot)?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
      if (button) menu.props.onRowMenu(row, button)
    },
    onSelect: selection.mayTick ? selection.tick : undefined,
  })
}

type Selection = ReturnType<typeof useSelectedRows>

interface ActsOptions {
  board: ReturnType<typeof useBoard>
  groups: OpenBoardProps['groups']
  open: (row: ListRow, column: string) => void
  menu: ReturnType<typeof useRowMenu>
  selection: Selection
}

/** What cards and columns call. */
function useActs({ board, groups, open, menu, selection }: ActsOptions) {
  const onOpen = useStable(open)
  const onTick = useStable((id: string) => selection.tick(toggled(selection.selected, id)))
  const onNeeded = useStable((key: string) => groups.grid.onNeeded(key))
  const onMore = useStable((key: string) => groups.grid.onMore(key))
  const { setSpot } = board
  const { onRowMenu: onMenu, rowMenuLabel: menuLabel } = menu.props
  const { mayTick } = selection
  return useMemo(
    () => ({
      onOpen,
      onFocus: setSpot,
      onMenu,
      menuLabel,
      onTick: mayTick ? onTick : undefined,
      onNeeded,
      onMore,
    }),
    [onOpen, setSpot, onMenu, menuLabel, mayTick, onTick, onNeeded, onMore],
  )
}

interface SelectedProps {
  app: AppView
  rows: RecordRows
  selection: Selection
  closing: ClosingRows
}

function Selected({ app, rows, selection, closing }: SelectedProps) {
  const { t } = useTranslation('jobs')
  const { selected, isAll, setAll, tick } = selection
  const clear = () => tick(new Set())
  return (
    <SelectionBar
      count={selected.size}
      words={isAll ? selectedWords(t, rows.total) : undefined}
      onClear={clear}
    >
      <BulkBar
        {...{ app, selected, isAll, closing }}
        onClear={clear}
        search={rows.search}
        total={rows.total}
        onAll={setAll}
      />
    </SelectionBar>
  )
}

interface MenusProps {
  app: AppView
  quick: ReturnType<typeof useRowQuick>
  menu: ReturnType<typeof useRowMenu>
}

function Menus({ app, quick, menu }: MenusProps) {
  return (
    <Suspense fallback={null}>
      {quick.isUsed && <RowQuick app={app} asked={quick.asked} onEnd={quick.end} />}
      {menu.open !== null && (
        <RowMenu
          key={menu.open.row.id}
          app={app}
          record={menu.open.row}
          anchor={menu.open.anchor}
          onClose={menu.close}
        />
      )}
    </Suspense>
  )
}
