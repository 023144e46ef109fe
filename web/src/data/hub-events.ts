import { ModelEvent, type ModelVerb, TaskUpdate } from '@caseloom/contract/hubs'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { refetchAfterCurrent } from './refetch-after-current.ts'

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
  invalidate(client, news)
  for (const listener of modelListeners) listener(news)
}

/** Takes one task update: the run or job it is about is read again. */
export function receiveTaskUpdate(client: QueryClient, tenantId: string, payload: unknown): void {
  const parsed = TaskUpdate.safeParse(payload)
  if (!parsed.success) return
  readTask(client, tenantId, parsed.data.taskId)
  for (const listener of taskListeners) listener(parsed.data)
}

/** Reads a run or job again, whichever of them it is. */
export function readTask(client: QueryClient, tenantId: string, taskId: string): void {
  for (const kind of ['runs', 'jobs'] as const)
    void refetchAfterCurrent(client, { queryKey: keys.one(tenantId, kind, taskId) })
}

function invalidate(client: QueryClient, news: ModelNews): void {
  const { tenantId, kind, id, appId } = news
  if (kind === 'records') {
    // A gone record must not be asked for again (404); its page hears the news and says so itself.
    const refetchType = news.verb === 'destroyed' ? 'none' : 'active'
    void refetchAfterCurrent(client, { queryKey: keys.one(tenantId, 'records', id), refetchType })
    // Rows never move under the cursor: an open list hears the news and shows its pill instead.
    const lists = keys.list(tenantId, 'records', ...(appId === undefined ? [] : [appId]))
    void refetchAfterCurrent(client, { queryKey: lists, refetchType: 'none' })
    return
  }
  // Open lists of runs and open playbooks read what they show again by themselves, once they hear of it.
  if (kind === 'runs' || kind === 'playbooks') return
  void refetchAfterCurrent(client, { queryKey: keys.kind(tenantId, kind) })
  if (kind === 'users' || kind === 'settings') void refetchAfterCurrent(client, { queryKey: keys.session })
  // Playbooks, triggers and their kin have no kind of their own on the hub: they are settings of the tenant.
  if (kind === 'settings') void refetchAfterCurrent(client, { queryKey: keys.kind(tenantId, 'playbooks') })
}
