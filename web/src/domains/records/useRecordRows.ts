import type { AppView } from '@caseloom/contract/apps/apps'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { usePeople } from '../../data/people.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { visibleColumns } from '../../ui/grid/grid-column.ts'
import { useAppColumns } from './list/useAppColumns.ts'
import { boardField, cardFields } from './groups/board-fields.ts'
import { useRecordGroups } from './groups/useRecordGroups.ts'
import { isBoard, searchOf } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import { type ListSearch, recordListQuery } from './model/records.queries.ts'
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
  const mayView = useMay('report:read')
  const { columns, usual, marked, marksOf, storageKey } = useAppColumns(app, people)
  const { layout, setLayout } = useListColumns({
    columns,
    usual,
    cols: state.cols,
    storageKey: view === undefined ? storageKey : null,
    onCols: (cols) => {
      const { cols: _old, ...rest } = state
      setState(cols === undefined ? rest : { ...rest, cols })
    },
  })
  const shown = useMemo(() => visibleColumns(columns, layout).map(({ key }) => key), [columns, layout])
  const search = useMemo(
    () => ({
      ...searchOf(state),
      columns: [...new Set([app.titleField, ...shown, ...marked, ...onCards(app, state)])].toSorted(),
      ...(state.q === undefined ? {} : { highlights: true }),
    }),
    [state, shown, marked, app],
  )
  const groups = useRecordGroups({ app, state, setState, search, people })
  const pages = usePages(app.id, search, groups)
  return { columns, marksOf, layout, setLayout, shown, search, groups, mayView, ...pages }
}

/** What cards need besides the columns of the list. */
function onCards(app: AppView, state: ListState): string[] {
  if (!isBoard(state)) return []
  const { severity, assignee } = cardFields(app)
  return [boardField(app, state), severity, assignee].flatMap((field) => field?.key ?? [])
}

/** The rows of the list, or those that its groups have loaded. */
function usePages(appId: string, search: ListSearch, groups: ReturnType<typeof useRecordGroups>) {
  const { tenantId } = useTenantScope()
  const list = useInfiniteQuery({
    ...recordListQuery(tenantId, appId, search),
    placeholderData: keepPreviousData,
    enabled: groups === null,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const first = list.data?.pages[0]
  const query = groups?.query ?? list
  return {
    /** Of the rows, or of the groups. */
    query,
    /** Pages after the first; groups load their own. */
    pages: groups === null ? list : null,
    items: groups?.rows ?? rows,
    total: query.isPlaceholderData ? undefined : (groups ?? first)?.total,
    partial: groups?.partial ?? first?.partial === true,
  }
}

export type RecordRows = ReturnType<typeof useRecordRows>
