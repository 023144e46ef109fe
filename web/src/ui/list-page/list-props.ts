import type { DataGridProps } from '../grid/grid-props.ts'
import type { ErrorView } from '../StateCard.tsx'

/** What a list shows of its query; made by `usePagedList` or `listState` of the data layer. */
export interface ListView<Row> {
  rows: readonly Row[]
  status: 'loading' | 'error' | 'ready'
  error: ErrorView | undefined
  onRetry: () => void
  isLoaded: boolean
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
}

type FromQuery = 'rows' | 'status' | 'error' | 'onRetry' | 'hasMore' | 'loadingMore' | 'onMore'

export interface ListGridProps<Row> extends Omit<DataGridProps<Row>, FromQuery> {
  list: ListView<Row>
}
