import {
  ContentExchangeComplete,
  ModelEvent,
  type ModelVerb,
  TaskUpdate,
} from '@caseloom/contract/kernel/hubs'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { refetchAfterCurrent } from './refetch-after-current.ts'

export type ModelNews = ModelEvent & { verb: ModelVerb }

type ModelListener = (news: ModelNews) => void
type TaskListener = (update: TaskUpdate) => void

const modelListeners = new Set<ModelListener>()
const taskListeners = new Set<TaskListener>()

export function onModelNews(listener: ModelListener): () => void {
  modelListeners.add(listener)
  return () => modelListeners.delete(listener)
}

export function onTaskUpdate(listener: TaskListener): () => void {
  taskListeners.add(listener)
  return () => taskListeners.delete(listener)
}

/** Handles a model hub event: marks what it touches as stale, then notifies the listening pages. */
export function receiveModelEvent(client: QueryClient, verb: ModelVerb, payload: unknown): void {
  const parsed = ModelEvent.safeParse(payload)
  if (!parsed.success) return
  const news = { ...parsed.data, verb }
  invalidate(client, news)
  for (const listener of modelListeners) listener(news)
}

export function receiveTaskUpdate(client: QueryClient, tenantId: string, payload: unknown): void {
  const parsed = TaskUpdate.safeParse(payload)
  if (!parsed.success) return
  readTask(client, tenantId, parsed.data.taskId)
  for (const listener of taskListeners) listener(parsed.data)
}

/** The import of a package, or its undo, has ended: its page and all lists of packages show the result. */
export function receiveContentExchange(client: QueryClient, tenantId: string, payload: unknown): void {
  if (ContentExchangeComplete.safeParse(payload).success)
    void refetchAfterCurrent(client, { queryKey: keys.kind(tenantId, 'content') })
}

export function readTask(client: QueryClient, tenantId: string, taskId: string): void {
  for (const kind of ['runs', 'jobs', 'content'] as const)
    void refetchAfterCurrent(client, { queryKey: keys.one(tenantId, kind, taskId) })
}

function invalidate(client: QueryClient, news: ModelNews): void {
  const { tenantId, kind, id, appId } = news
  if (kind === 'records') {
    // Never refetch a deleted record (404); its page hears the event and says so itself.
    const refetchType = news.verb === 'destroyed' ? 'none' : 'active'
    void refetchAfterCurrent(client, { queryKey: keys.one(tenantId, 'records', id), refetchType })
    // Rows never move under the cursor: an open list shows its pill instead.
    const lists = keys.list(tenantId, 'records', ...(appId === undefined ? [] : [appId]))
    void refetchAfterCurrent(client, { queryKey: lists, refetchType: 'none' })
    return
  }
  // Reading them writes: only the record of the event.
  if (kind === 'viewers') {
    void refetchAfterCurrent(client, { queryKey: keys.one(tenantId, 'viewers', id) })
    return
  }
  // Open run lists and playbooks refetch what they show on an event.
  if (kind === 'runs' || kind === 'playbooks') return
  void refetchAfterCurrent(client, { queryKey: keys.kind(tenantId, kind) })
  if (kind === 'users' || kind === 'settings') void refetchAfterCurrent(client, { queryKey: keys.session })
  // Playbooks, triggers, and so on have no hub kind of their own: they are settings of the tenant.
  if (kind === 'settings') void refetchAfterCurrent(client, { queryKey: keys.kind(tenantId, 'playbooks') })
}
