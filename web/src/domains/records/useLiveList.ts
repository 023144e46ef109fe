import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keys } from '../../data/keys.ts'
import { useModelNews } from '../../data/useHubs.ts'

const QUIET_MS = 250
const FLASH_MS = 700

interface LiveList {
  /** Records that arrived and are not shown yet. */
  newCount: number
  showNew: () => void
  /** Rows that just changed or came. */
  flashing: ReadonlySet<string>
}

/**
 * Keeps a list in step with the hub. Changes of shown rows are read again at once; new rows come by themselves while
 * `slipsIn()` is true (the reader is at the top and has nothing under the cursor), and wait behind the pill otherwise.
 */
export function useLiveList(options: {
  tenantId: string
  appId: string
  shown: ReadonlySet<string>
  slipsIn: () => boolean
}): LiveList {
  const { tenantId, appId, shown, slipsIn } = options
  const client = useQueryClient()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(new Set())
  const touched = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flashTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      clearTimeout(flashTimer.current)
    },
    [],
  )
  const refetch = () => {
    timer.current = undefined
    const rows = new Set(touched.current)
    touched.current.clear()
    void client.refetchQueries({ queryKey: keys.list(tenantId, 'records', appId) }).then(() => {
      setFlashing(rows)
      clearTimeout(flashTimer.current)
      flashTimer.current = setTimeout(() => setFlashing(new Set()), FLASH_MS)
    })
  }
  // A storm of events is one read: the first starts the clock, the rest join it.
  const readSoon = (id: string) => {
    touched.current.add(id)
    timer.current ??= setTimeout(refetch, QUIET_MS)
  }
  useModelNews((news) => {
    if (news.kind !== 'records' || news.tenantId !== tenantId || news.appId !== appId) return
    if (shown.has(news.id) || slipsIn()) readSoon(news.id)
    else if (news.verb !== 'destroyed') setArrived((before) => new Set([...before, news.id]))
  })
  return {
    newCount: [...arrived].filter((id) => !shown.has(id)).length,
    showNew: () => {
      setArrived(new Set())
      refetch()
    },
    flashing,
  }
}
