import type { ReactNode } from 'react'
import type { ErrorView } from '../StateCard.tsx'
import type { ColumnLayout, GridColumn, GridSort } from './grid-column.ts'

/** What a `DataGrid` is given. Sort, filter, selection and layout are the caller's state. */
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
  /** Seconds after which it is tried again by itself, counted down in the error card. */
  retryAfter?: number | undefined
  /** True while filters or a search narrow the list: decides between "no results" and `empty`. */
  filtered?: boolean
  onClearFilters?: () => void
  /** Shown instead of the grid when there never was a row: an `EmptyState`. */
  empty?: ReactNode
  /** A refetch goes on behind the rows: the 2 px bar. */
  refreshing?: boolean
  layout?: ColumnLayout
  onLayout?: (layout: ColumnLayout) => void
  sort?: readonly GridSort[] | undefined
  onSort?: (sort: GridSort[]) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** How a row is named in "Select …"; needed with `onSelect`. */
  rowLabel?: (row: Row) => string
  /** What the bulk bar says in place of how many rows are ticked: more than these are meant. */
  selectedWords?: string | undefined
  /** Verbs of the bulk bar. */
  bulk?: ReactNode
  onOpen?: (row: Row) => void
  /** Unread or new rows: the title is heavier. */
  isStrong?: (row: Row) => boolean
  /** Rows whose values just changed: they flash once. */
  flashing?: ReadonlySet<string>
  hasMore?: boolean
  onMore?: () => void
  loadingMore?: boolean
  /** Rows that arrived since: the pill in the title's header. */
  newCount?: number
  onShowNew?: () => void
  /** Of the whole list, for readers; unknown when absent. */
  total?: number | undefined
  /** Row under the cursor when the page opens, for coming back from a record. */
  initialCursor?: string | undefined
}
