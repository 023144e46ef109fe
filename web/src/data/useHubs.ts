import type { TaskUpdate } from '@caseloom/contract/kernel/hubs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ModelNews, onModelNews, onTaskUpdate } from './hub-events.ts'
import { watchTask } from './hubs.ts'

/** Calls back on model hub events while the page is open; filter inside. */
export function useModelNews(onNews: (news: ModelNews) => void): void {
  const take = useEffectEvent(onNews)
  useEffect(() => onModelNews((news) => take(news)), [])
}

/**
 * Watches one run or job while its page is open: its queries `keys.one(tenantId, 'runs', taskId)` are refetched on
 * every update; `onUpdate` is for anything else on the page.
 */
export function useTask(
  tenantId: string,
  taskId: string | undefined,
  onUpdate?: (update: TaskUpdate) => void,
): void {
  const take = useEffectEvent((update: TaskUpdate) => onUpdate?.(update))
  const client = useQueryClient()
  useEffect(() => {
    if (taskId === undefined) return
    const unwatch = watchTask(client, tenantId, taskId)
    const unlisten = onTaskUpdate((update) => {
      if (update.taskId === taskId) take(update)
    })
    return () => {
      unwatch()
      unlisten()
    }
  }, [client, tenantId, taskId])
}
