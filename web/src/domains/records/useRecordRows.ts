import type { AppView } from '@caseloom/contract/apps/apps'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../data/people.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { visibleColumns } from '../../ui/grid/grid-column.ts'
import { markedColumns } from './list/marked-columns.tsx'
import { markedFields, useRowMarks } from './list/useRowMarks.ts'
import { listColumns, usualColumns } from './list/list-columns.tsx'
import { searchOf } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import { recordListQuery } from './model/records.queries.ts'
import { useListColumns } from './useListColumns.ts'

interface RecordRowsOptions {
  app: AppView
  view: ReportView | undefined
  state: ListState
  setState: (next: ListState) => void
  people: ReturnType<typeof usePeople>
}

/** Requested columns follow from the list's state and layout. */
export function useRecordRows({ app, view, state, setState, people }: RecordRowsOptions) {
  const { t } = useTranslation('records')
  const { tenantId, userId } = useTenantScope()
  const mayView = useMay('report:read')
  const marksOf = useRowMarks(app)
  const columns = useMemo(
    () => markedColumns(listColumns(app, people, t), marksOf),
    [app, people, t, marksOf],
  )
  const marked = useMemo(() => markedFields(app), [app])
  const usual = useMemo(() => usualColumns(app), [app])
  const { layout, setLayout } = useListColumns({
    columns,
    usual,
    cols: state.cols,
    storageKey: view === undefined ? `caseloom.cols.${userId}.${app.id}` : null,
    onCols: (cols) => {
      const { cols: _old, ...rest } = state
      setState(cols === undefined ? rest : { ...rest, cols })
    },
  })
  const shown = useMemo(() => visibleColumns(columns, layout).map(({ key }) => key), [columns, layout])
  const search = useMemo(
    () => ({
      ...searchOf(state),
      columns: [...new Set([app.titleField, ...shown, ...marked])].toSorted(),
      ...(state.q === undefined ? {} : { highlights: true }),
    }),
    [state, shown, marked, app.titleField],
  )
  const query = useInfiniteQuery({
    ...recordListQuery(tenantId, app.id, search),
    placeholderData: keepPreviousData,
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  return {
    columns,
    marksOf,
    layout,
    setLayout,
    shown,
    search,
    query,
    items,
    mayView,
    total: query.isPlaceholderData ? undefined : query.data?.pages[0]?.total,
    partial: query.data?.pages[0]?.partial === true,
  }
}

export type RecordRows = ReturnType<typeof useRecordRows>
