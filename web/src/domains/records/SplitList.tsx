import type { AppView } from '@caseloom/contract/apps/apps'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { usePeople } from '../../data/people.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { addressParts, textParam } from '../../data/search-params.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { visibleColumns } from '../../ui/grid/grid-column.ts'
import { formatCount } from '../../ui/time.ts'
import { type ListRow, titleOf } from './list/list-columns.tsx'
import { sameTab } from './list/usePager.ts'
import { type Trail, writeTrail } from './list/trail.ts'
import { useAppColumns } from './list/useAppColumns.ts'
import { rowHue } from './list/useRowMarks.ts'
import { type ListSearch, recordListQuery, recordQuery } from './model/records.queries.ts'
import { WithApp } from './model/WithApp.tsx'
import { ShownColumns } from './search/shown-columns.ts'
import classes from './split/Split.module.css'
import { useListColumns } from './useListColumns.ts'
import { useLiveList } from './useLiveList.ts'

interface SplitListProps {
  appId: string
  /** The record beside it. */
  recordId: string
  trail: Trail
  onClose: () => void
}

/** The list that a record was opened from: as it is now, while J and K go the way that it was then. */
export function SplitList(props: SplitListProps) {
  return <WithApp appId={props.appId}>{(app) => <ListOfApp app={app} {...props} />}</WithApp>
}

const rowKey = (row: ListRow) => row.id

function ListOfApp({ app, recordId, trail, onClose }: SplitListProps & { app: AppView }) {
  const { t } = useTranslation('split')
  const frame = useRef<HTMLDivElement>(null)
  const { columns, layout, search, marksOf, shown } = useColumns(app, trail)
  const { query, items, next, total, live } = useRows(app, search, frame)
  const open = useOpenStop({ appId: app.id, trail, items, next, total })
  return (
    <>
      <Head trail={trail} total={total} onClose={onClose} />
      <div
        ref={frame}
        className={classes.rows}
        role="presentation"
        onKeyDown={(event) => stepByArrow(event, items, recordId, open)}
      >
        <ShownColumns value={shown}>
          <DataGrid<ListRow>
            {...live}
            label={t('name', { list: trail.name })}
            {...{ columns, layout, rowKey }}
            rows={items}
            status={query.isPending ? 'loading' : query.isError ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            onRetry={() => void query.refetch()}
            refreshing={query.isPlaceholderData}
            filtered
            hasKeys={false}
            current={recordId}
            onOpen={(row) => void open(row)}
            rowLabel={(row) => titleOf(app, row)}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            {...(marksOf === null ? {} : { rowHue: (row) => rowHue(marksOf(row)) })}
            total={total?.value}
          />
        </ShownColumns>
      </div>
    </>
  )
}

/** The rows as they are now. */
function useRows(app: AppView, search: ListSearch, frame: RefObject<HTMLElement | null>) {
  const { tenantId } = useTenantScope()
  const query = useInfiniteQuery({
    ...recordListQuery(tenantId, app.id, search),
    placeholderData: keepPreviousData,
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const { newCount, showNew, flashing } = useLiveList({
    tenantId,
    appId: app.id,
    search,
    rows: items,
    isGrouped: false,
    slipsIn: () => frame.current?.querySelector('[role="grid"]')?.scrollTop === 0,
  })
  const live = { newCount, onShowNew: showNew, flashing }
  const pages = query.data?.pages
  return { query, items, next: pages?.at(-1)?.next ?? null, total: pages?.[0]?.total, live }
}

/** The focus may be anywhere in the list; the record that is shown decides where a step begins. */
function stepByArrow(
  event: KeyboardEvent,
  items: readonly ListRow[],
  recordId: string,
  open: (row: ListRow) => Promise<void>,
): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const next = items[items.findIndex(({ id }) => id === recordId) + step]
  if (step === 0 || next === undefined) return
  event.preventDefault()
  void open(next)
}

interface HeadProps {
  trail: Trail
  total: Trail['total'] | undefined
  onClose: () => void
}

function Head({ trail, total, onClose }: HeadProps) {
  const { t } = useTranslation('split')
  return (
    <header className={classes.head}>
      <Link {...addressParts(trail.back)} className={classes.name ?? ''}>
        {trail.name}
      </Link>
      <span className={classes.count}>
        {total !== undefined && total !== null && `${formatCount(total.value)}${total.capped ? '+' : ''}`}
      </span>
      <ActionIcon aria-label={t('close')} title={t('close')} aria-keyshortcuts="V" onClick={onClose}>
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </header>
  )
}

/** The columns of the list, as many as there is room for, and the search that reads them. */
function useColumns(app: AppView, trail: Trail) {
  const { marked, marksOf, ...lists } = useAppColumns(app, usePeople())
  const { columns } = lists
  const { layout } = useListColumns({
    ...lists,
    cols: textParam(addressParts(trail.back).search, 'cols'),
    onCols: () => undefined,
  })
  // Chosen columns fold here as well: they were chosen for a whole page.
  const folding = useMemo(() => ({ ...layout, chosen: false }), [layout])
  const shown = useMemo(() => visibleColumns(columns, layout).map(({ key }) => key), [columns, layout])
  const { filter, text, sort } = trail.search
  const search = useMemo(
    () => ({
      ...(filter === undefined ? {} : { filter }),
      ...(text === undefined ? {} : { text, highlights: true }),
      ...(sort === undefined ? {} : { sort }),
      columns: [...new Set([app.titleField, ...shown, ...marked])].toSorted(),
    }),
    [filter, text, sort, app, shown, marked],
  )
  return { columns, layout: folding, search, marksOf, shown: useMemo(() => new Set(shown), [shown]) }
}

interface OpenStop {
  appId: string
  trail: Trail
  items: readonly ListRow[]
  /** Cursor of the page after the rows. */
  next: string | null
  total: Trail['total'] | undefined
}

/** Shows another record of the list; from then on, J and K go through the list as it is now. */
function useOpenStop({ appId, trail, items, next, total }: OpenStop) {
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (row: ListRow) => {
    writeTrail(scope, {
      ...trail,
      stops: items.map(({ id, trackingId }) => ({ id, trackingId })),
      next,
      total: total ?? null,
      at: row.id,
    })
    // The record that is shown stays until the other one is there.
    await client.prefetchQuery(recordQuery(scope.tenantId, appId, row.id))
    const to = paths.record(scope, appId, row.id)
    await navigate({ to, search: sameTab, replace: true })
  }
}
