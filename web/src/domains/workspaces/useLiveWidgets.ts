import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../../data/keys.ts'
import { refetchAfterCurrent } from '../../data/refetch-after-current.ts'
import { useModelNews } from '../../data/useHubs.ts'

const APART_MS = 2000

/**
 * Refetches an app's widgets when its records change: at most every two seconds, and in a hidden tab only once it is
 * visible.
 */
export function useLiveWidgets(tenantId: string, appIds: readonly string[]): void {
  const client = useQueryClient()
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const last = useRef(new Map<string, number>())
  const waiting = useRef(new Set<string>())
  const read = (appId: string) => {
    timers.current.delete(appId)
    if (document.hidden) {
      waiting.current.add(appId)
      return
    }
    last.current.set(appId, Date.now())
    void refetchAfterCurrent(client, { queryKey: keys.list(tenantId, 'widgets', appId) })
  }
  const readSoon = (appId: string) => {
    if (timers.current.has(appId)) return
    const since = Date.now() - (last.current.get(appId) ?? 0)
    timers.current.set(
      appId,
      setTimeout(() => read(appId), Math.max(100, APART_MS - since)),
    )
  }
  useModelNews((news) => {
    if (news.kind !== 'records' || news.tenantId !== tenantId || news.appId === undefined) return
    if (appIds.includes(news.appId)) readSoon(news.appId)
  })
  useEffect(() => {
    const running = timers.current
    const held = waiting.current
    const look = () => {
      if (document.hidden) return
      for (const appId of held)
        void refetchAfterCurrent(client, { queryKey: keys.list(tenantId, 'widgets', appId) })
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
