import type { RecordPage } from '@caseloom/contract/records/records'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keys } from '../../data/keys.ts'
import { refetchAfterCurrent } from '../../data/refetch-after-current.ts'
import { useModelNews } from '../../data/useHubs.ts'
import { useStable } from '../../ui/grid/useStable.ts'
import type { ListRow } from './list/list-columns.tsx'
import { type ListSearch, readAgain, recordListQuery } from './model/records.queries.ts'

const QUIET_MS = 250
const FLASH_MS = 700

interface LiveList {
  /** Records that arrived and aren't shown yet. */
  newCount: number
  showNew: () => void
  flashing: ReadonlySet<string>
}

/**
 * Keeps a list current. Changed rows are refetched immediately, and only those, whatever the number of pages; new
 * rows are inserted while `slipsIn()` is true (scrolled to the top, nothing under the cursor), and otherwise wait
 * behind the pill.
 */
export function useLiveList(options: {
  tenantId: string
  appId: string
  search: ListSearch
  rows: readonly ListRow[]
  /** A changed row may belong to another group: all groups in view are read again. */
  isGrouped: boolean
  slipsIn: () => boolean
}): LiveList {
  const { tenantId, appId, search, rows, isGrouped, slipsIn } = options
  const client = useQueryClient()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(new Set())
  const flashTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = new Map(rows.map((row) => [String(row.id), row.trackingId]))
  const { queryKey } = recordListQuery(tenantId, appId, search)
  const lists = keys.list(tenantId, 'records', appId)
  useEffect(() => () => clearTimeout(flashTimer.current), [])
  const flash = (ids: ReadonlySet<string>) => {
    setFlashing(ids)
    clearTimeout(flashTimer.current)
    flashTimer.current = setTimeout(() => setFlashing(new Set()), FLASH_MS)
  }
  /** The first page only: later ones are refetched when they are reached. */
  const readFromTop = async (ids: ReadonlySet<string>) => {
    client.setQueryData<InfiniteData<RecordPage, string | null>>(queryKey, (before) =>
      before === undefined
        ? before
        : { pages: before.pages.slice(0, 1), pageParams: before.pageParams.slice(0, 1) },
    )
    // Groups have lists of their own. A first read in progress may have started before the event, and can't be restarted.
    if (isGrouped || client.getQueryData(queryKey) === undefined)
      await refetchAfterCurrent(client, { queryKey: lists })
    else await client.refetchQueries({ queryKey: lists, type: 'active' })
    flash(ids)
  }
  const readTouched = async (ids: ReadonlySet<string>) => {
    if (isGrouped || slipsIn() || rows.length === 0) return readFromTop(ids)
    const wanted = [...ids].flatMap((id) => shown.get(id) ?? [])
    if (wanted.length === 0) return
    const fresh = await readAgain({ tenantId, appId, search, trackingIds: wanted }).catch(() => null)
    if (fresh === null) return
    const byId = new Map(fresh.map((row) => [String(row.id), row]))
    client.setQueryData<InfiniteData<RecordPage, string | null>>(queryKey, (before) =>
      before === undefined
        ? before
        : { ...before, pages: before.pages.map((page) => renewed(page, ids, byId)) },
    )
    flash(ids)
  }
  const readSoon = useBurst({
    // The answer under way would undo what changes here.
    waits: () => !isGrouped && client.isFetching({ queryKey, exact: true }) > 0,
    onQuiet: (ids) => void readTouched(ids),
  })
  useModelNews((news) => {
    if (news.kind !== 'records' || news.tenantId !== tenantId || news.appId !== appId) return
    if (shown.has(news.id) || slipsIn()) return readSoon(news.id)
    if (news.verb !== 'destroyed') setArrived((before) => new Set([...before, news.id]))
    // What is being read may hold the record as it was before.
    if (client.isFetching({ queryKey: lists }) > 0) readSoon(news.id)
  })
  return {
    newCount: [...arrived].filter((id) => !shown.has(id)).length,
    showNew: () => {
      setArrived(new Set())
      void readFromTop(new Set(arrived))
    },
    flashing,
  }
}

interface Burst {
  waits: () => boolean
  onQuiet: (ids: ReadonlySet<string>) => void
}

/** A burst of events is one read: the first starts the timer, the rest join it. */
function useBurst({ waits, onQuiet }: Burst): (id: string) => void {
  const touched = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const tick = useStable(() => {
    if (waits()) return
    clearInterval(timer.current)
    timer.current = undefined
    const ids = touched.current
    touched.current = new Set()
    onQuiet(ids)
  })
  useEffect(() => () => clearInterval(timer.current), [])
  return (id) => {
    touched.current.add(id)
    timer.current ??= setInterval(tick, QUIET_MS)
  }
}

/** A page with the changed rows updated; those that no longer match are removed. */
function renewed(
  page: RecordPage,
  touched: ReadonlySet<string>,
  fresh: ReadonlyMap<string, ListRow>,
): RecordPage {
  if (!page.items.some((row) => touched.has(row.id))) return page
  return {
    ...page,
    items: page.items.flatMap((row) => (touched.has(row.id) ? (fresh.get(row.id) ?? []) : [row])),
  }
}
