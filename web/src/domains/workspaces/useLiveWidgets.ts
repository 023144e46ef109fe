import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../../data/keys.ts'
import { refetchAfterCurrent } from '../../data/refetch-after-current.ts'
import { useModelNews } from '../../data/useHubs.ts'

const APART_MS = 2000

/** The lists of the home page are read under this name, as widgets of one app are under its ID. */
export const HOME_LISTS = 'home'

/**
 * Refetches an app's widgets when its records change: at most every two seconds, and in a hidden tab only once it is
 * visible.
 */
export function useLiveWidgets(tenantId: string, appIds: readonly string[]): void {
  useLiveLists(tenantId, (appId) => (appIds.includes(appId) ? appId : null))
}

/** The same for the lists of the home page, which read records of all apps. */
export function useLiveHome(tenantId: string): void {
  useLiveLists(tenantId, () => HOME_LISTS)
}

function useLiveLists(tenantId: string, listsOf: (appId: string) => string | null): void {
  const client = useQueryClient()
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const last = useRef(new Map<string, number>())
  const waiting = useRef(new Set<string>())
  const read = (lists: string) => {
    timers.current.delete(lists)
    if (document.hidden) {
      waiting.current.add(lists)
      return
    }
    last.current.set(lists, Date.now())
    void refetchAfterCurrent(client, { queryKey: keys.list(tenantId, 'widgets', lists) })
  }
  const readSoon = (lists: string) => {
    if (timers.current.has(lists)) return
    const since = Date.now() - (last.current.get(lists) ?? 0)
    timers.current.set(
      lists,
      setTimeout(() => read(lists), Math.max(100, APART_MS - since)),
    )
  }
  useModelNews((news) => {
    if (news.kind !== 'records' || news.tenantId !== tenantId || news.appId === undefined) return
    const lists = listsOf(news.appId)
    if (lists !== null) readSoon(lists)
  })
  useEffect(() => {
    const running = timers.current
    const held = waiting.current
    const look = () => {
      if (document.hidden) return
      for (const lists of held)
        void refetchAfterCurrent(client, { queryKey: keys.list(tenantId, 'widgets', lists) })
      held.clear()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [client, tenantId])
}
