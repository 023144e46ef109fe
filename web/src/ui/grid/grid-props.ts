import type { ReactNode } from 'react'
import type { Hue } from '../glyphs/hue.ts'
import type { ErrorView } from '../StateCard.tsx'
import type { Shortcut } from '../shortcuts/shortcut.ts'
import type { ColumnLayout, GridColumn, GridSort, PlaceColumn } from './grid-column.ts'
import type { GridGroup, GridLine } from './grid-lines.ts'
import type { Pins } from './GridRow.tsx'

/** Where a row is on the page. */
export interface RowPlace {
  /** Of the row, or the grid while the row isn't drawn. */
  element: () => HTMLElement | null
  /** The group that this line of the row is in. */
  group?: string | undefined
  /** Moves the cursor to the row below, unless it left this one. */
  goNext: () => void
  /** Gives the focus back to the grid. */
  focus: () => void
}

/** What a key does with the row under the cursor. */
export interface RowAction<Row> extends Shortcut {
  run: (row: Row, place: RowPlace) => void
  /** Called instead while rows are selected. */
  runSelected?: (() => void) | undefined
  /** Called instead without a row under the cursor. */
  runAnywhere?: (() => void) | undefined
}

/** Groups of rows; which of them are open, and their rows, are the caller's state. */
export interface GridGroups<Row> {
  items: readonly GridGroup<Row>[]
  onFold: (key: string, isOpen: boolean) => void
  /** A group whose rows aren't loaded came into view. */
  onNeeded: (key: string) => void
  onMore: (key: string) => void
}

/** Sort, filter, selection, and layout are the caller's state. */
export interface DataGridProps<Row> {
  /** Accessible name, for example the app's name. */
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Headings with rows instead of one list; `rows` are then those that are loaded. */
  groups?: GridGroups<Row> | undefined
  status: 'loading' | 'error' | 'ready'
  /** For `status: 'error'`. */
  error?: ErrorView | undefined
  errorTitle?: string
  onRetry?: () => void
  /** Seconds until an automatic retry, counted down in the error card. */
  retryAfter?: number | undefined
  /** True while filters or a search narrow the list: decides between "no results" and `empty`. */
  filtered?: boolean
  onClearFilters?: () => void
  /** Shown instead of the grid when there never was a row: an `EmptyState`. */
  empty?: ReactNode
  /** A refetch is running: shows the 2 px bar. */
  refreshing?: boolean
  layout?: ColumnLayout
  onLayout?: (layout: ColumnLayout) => void
  sort?: readonly GridSort[] | undefined
  onSort?: (sort: GridSort[]) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** A row's name in "Select …"; required with `onSelect`. */
  rowLabel?: (row: Row) => string
  /** Replaces the count in the bulk bar when more than the selected rows are meant. */
  selectedWords?: string | undefined
  bulk?: ReactNode
  /** `group` is the one in which the row was opened. */
  onOpen?: (row: Row, group?: string) => void
  /** Opens the menu of a row beside an element of it; requires `rowMenuLabel`. */
  onRowMenu?: (row: Row, anchor: HTMLElement) => void
  rowMenuLabel?: (row: Row) => string
  rowActions?: readonly RowAction<Row>[]
  /** Something that a key asked for is on its way: the next one isn't for a row. */
  pausesKeys?: boolean
  /** Unread or new rows: the title is bold. */
  isStrong?: (row: Row) => boolean
  /** Colors the row; a cell must say what it means. */
  rowHue?: (row: Row) => Hue | undefined
  /** Rows whose values just changed: they flash once. */
  flashing?: ReadonlySet<string>
  hasMore?: boolean
  onMore?: () => void
  loadingMore?: boolean
  /** Newly arrived rows: the pill in the title's header. */
  newCount?: number
  onShowNew?: () => void
  /** Of the full list, for screen readers; unknown when absent. */
  total?: number | undefined
  /** Row under the cursor when the page opens, for coming back from a record. */
  initialCursor?: string | undefined
  /** Key of the row that the page shows beside the grid: the cursor goes there whenever it changes. */
  current?: string
  /** False where the keys of the page belong to something else. */
  hasKeys?: boolean
}

/** What the grid works out for its lines. */
export interface GridBodyProps<Row> extends DataGridProps<Row> {
  shown: readonly GridColumn<Row>[]
  lines: readonly GridLine<Row>[]
  /** Of the rows, each once. */
  keys: readonly string[]
  sortBy: ((key: string, add: boolean) => void) | undefined
  resize: ((key: string, width: number | null) => void) | undefined
  place: PlaceColumn | undefined
  pins: Pins
  children: ReactNode
}
