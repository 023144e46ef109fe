import { useMemo } from 'react'
import { describeError, type ErrorText } from './describe-error.ts'

/** What a list page or grid shows of a query. */
export interface ListState<Row> {
  rows: readonly Row[]
  status: 'loading' | 'error' | 'ready'
  error: ErrorText | undefined
  onRetry: () => void
  /** True once the server has answered, even if a later refresh fails. */
  isLoaded: boolean
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
}

interface Query {
  data: unknown
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
}

interface PagedQuery extends Query {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface Pages<Row> {
  pages: readonly { items: readonly Row[] }[]
}

/** A query that loads page by page. `usePagedList(useInfiniteQuery(auditQuery(accountId, search)))` */
export function usePagedList<Row>(query: PagedQuery & { data: Pages<Row> | undefined }): ListState<Row> {
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  return pagedListState(query, rows)
}

/** The state of a paged query whose rows are composed elsewhere, for example with those that just arrived. */
export function pagedListState<Row>(query: PagedQuery, rows: readonly Row[]): ListState<Row> {
  return {
    ...listState(query, rows),
    status: query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'error' : 'ready',
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  }
}

/** A query that loads everything together; `rows` is what search and filters leave of it. */
export function listState<Row>(query: Query, rows: readonly Row[]): ListState<Row> {
  return {
    rows,
    status: query.isPending ? 'loading' : query.data === undefined ? 'error' : 'ready',
    error: query.isError ? describeError(query.error) : undefined,
    onRetry: () => void query.refetch(),
    isLoaded: query.data !== undefined,
    hasMore: false,
    loadingMore: false,
    onMore: () => undefined,
  }
}
