import type { AppView } from '@caseloom/contract/apps/apps'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
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
    return trail?.appId === app.id && trail.back === back ? trail.at : undefined
  })
  const open = (row: ListRow) => {
    const { filter, text, sort } = rows.search
    writeTrail(scope, {
      appId: app.id,
      name,
      back,
      search: {
        ...(filter === undefined ? {} : { filter }),
        ...(text === undefined ? {} : { text }),
        ...(sort === undefined ? {} : { sort }),
      },
      stops: rows.items.map(({ id, trackingId }) => ({ id, trackingId })),
      next: rows.query.data?.pages.at(-1)?.next ?? null,
      total: rows.total ?? null,
      at: row.id,
    })
    void navigate({ to: paths.record(scope, app.id, row.id) })
  }
  return { open, cameFrom }
}
