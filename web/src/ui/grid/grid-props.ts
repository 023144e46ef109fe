import type { ReactNode } from 'react'
import type { Hue } from '../glyphs/hue.ts'
import type { ErrorView } from '../StateCard.tsx'
import type { Shortcut } from '../shortcuts/shortcut.ts'
import type { ColumnLayout, GridColumn, GridSort } from './grid-column.ts'

/** Where a row is on the page. */
export interface RowPlace {
  /** Of the row, or the grid while the row isn't drawn. */
  element: () => HTMLElement | null
  /** Moves the cursor to the row below, unless it left this one. */
  goNext: () => void
  /** Gives the focus back to the grid. */
  focus: () => void
}

/** What a key does with the row under the cursor. */
export interface RowAction<Row> extends Shortcut {
  run: (row: Row, place: RowPlace) => void
}

/** Sort, filter, selection, and layout are the caller's state. */
export interface DataGridProps<Row> {
  /** Accessible name, for example the app's name. */
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
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
  onOpen?: (row: Row) => void
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
}
