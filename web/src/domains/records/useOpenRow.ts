import type { AppView } from '@caseloom/contract/apps/apps'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { isSameAddress } from '../../data/search-params.ts'
import type { GroupList } from './groups/useRecordGroups.ts'
import type { ListRow } from './list/list-columns.tsx'
import { readTrail, writeTrail } from './list/trail.ts'
import type { RecordRows } from './useRecordRows.ts'

interface OpenRow {
  app: AppView
  /** Of the list: the view's, or the app's. */
  name: string
  rows: RecordRows
}

/** Opens a record and remembers the list, so that the record's page leads through it and back to the row. */
export function useOpenRow({ app, name, rows }: OpenRow) {
  const scope = useTenantScope()
  const navigate = useNavigate()
  const back = useLocation({ select: ({ href }) => href })
  const [cameFrom] = useState(() => {
    const trail = readTrail(scope)
    return trail?.appId === app.id && isSameAddress(trail.back, back) ? trail.at : undefined
  })
  const open = (row: ListRow, group?: string) => {
    const { name: listName, rows: stops, ...list } = including(row, listOf(rows, name, group))
    const { filter, text, sort, similar } = list.search
    writeTrail(scope, {
      appId: app.id,
      name: listName,
      back,
      search: {
        ...(filter === undefined ? {} : { filter }),
        ...(text === undefined ? {} : { text }),
        ...(sort === undefined ? {} : { sort }),
        ...(similar === undefined ? {} : { similar }),
      },
      stops: stops.map(({ id, trackingId }) => ({ id, trackingId })),
      next: list.next,
      total: list.total,
      at: row.id,
    })
    void navigate({ to: paths.record(scope, app.id, row.id) })
  }
  return { open, cameFrom }
}

interface OpenedList extends Omit<GroupList, 'label' | 'total'> {
  name: string
  total: GroupList['total'] | null
}

/** A card that was just moved isn't in the list of its new column yet. */
function including(row: ListRow, list: OpenedList): OpenedList {
  if (list.rows.some(({ id }) => id === row.id)) return list
  const { total } = list
  return {
    ...list,
    rows: [row, ...list.rows],
    total: total === null || total.capped ? total : { ...total, value: total.value + 1 },
  }
}

/** The list that a row is in: its group, or the whole. */
function listOf(rows: RecordRows, name: string, key: string | undefined): OpenedList {
  const group = key === undefined ? null : (rows.groups?.listOf(key) ?? null)
  if (group !== null) return { ...group, name: `${name}: ${group.label}` }
  const next = rows.pages?.data?.pages.at(-1)?.next ?? null
  return { name, search: rows.search, rows: rows.items, next, total: rows.total ?? null }
}
