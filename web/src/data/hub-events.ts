import { ModelEvent, type ModelVerb, TaskUpdate } from '@caseloom/contract/hubs'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'

export type ModelNews = ModelEvent & { verb: ModelVerb }

type ModelListener = (news: ModelNews) => void
type TaskListener = (update: TaskUpdate) => void

const modelListeners = new Set<ModelListener>()
const taskListeners = new Set<TaskListener>()

/** Calls back on every event of the model hub; answers how to stop. */
export function onModelNews(listener: ModelListener): () => void {
  modelListeners.add(listener)
  return () => modelListeners.delete(listener)
}

/** Calls back on every task update; answers how to stop. */
export function onTaskUpdate(listener: TaskListener): () => void {
  taskListeners.add(listener)
  return () => taskListeners.delete(listener)
}

/** Takes one event of the model hub: marks what it touches as stale, then tells the pages that listen. */
export function receiveModelEvent(client: QueryClient, verb: ModelVerb, payload: unknown): void {
  const parsed = ModelEvent.safeParse(payload)
  if (!parsed.success) return
  const news = { ...parsed.data, verb }
  void invalidate(client, news)
  for (const listener of modelListeners) listener(news)
}

/** Takes one task update: the run or job it is about is read again. */
export function receiveTaskUpdate(client: QueryClient, tenantId: string, payload: unknown): void {
  const parsed = TaskUpdate.safeParse(payload)
  if (!parsed.success) return
  for (const kind of ['runs', 'jobs'] as const)
    void client.invalidateQueries({ queryKey: keys.one(tenantId, kind, parsed.data.taskId) })
  for (const listener of taskListeners) listener(parsed.data)
}

async function invalidate(client: QueryClient, news: ModelNews): Promise<void> {
  const { tenantId, kind, id, appId } = news
  if (kind === 'records') {
    // A gone record must not be asked for again (404); its page hears the news and says so itself.
    const refetchType = news.verb === 'destroyed' ? 'none' : 'active'
    await client.invalidateQueries({ queryKey: keys.one(tenantId, 'records', id), refetchType })
    // Rows never move under the cursor: an open list hears the news and shows its pill instead.
    await client.invalidateQueries({
      queryKey: keys.list(tenantId, 'records', ...(appId === undefined ? [] : [appId])),
      refetchType: 'none',
    })
    return
  }
  // Open lists of runs and open playbooks read what they show again by themselves, once they hear of it.
  if (kind === 'runs' || kind === 'playbooks') return
  await client.invalidateQueries({ queryKey: keys.kind(tenantId, kind) })
  if (kind === 'users' || kind === 'settings') await client.invalidateQueries({ queryKey: keys.session })
  // Playbooks, triggers and their kin have no kind of their own on the hub: they are settings of the tenant.
  if (kind === 'settings') await client.invalidateQueries({ queryKey: keys.kind(tenantId, 'playbooks') })
}
