import { describe, expect, test, vi } from 'vitest'
import { onModelNews, receiveModelEvent, receiveTaskUpdate } from './hub-events.ts'
import { keys } from './keys.ts'
import { makeQueryClient } from './query-client.ts'

const T = 't'

function aClient() {
  const client = makeQueryClient()
  const stale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  for (const key of [
    keys.one(T, 'records', 'r1'),
    keys.one(T, 'records', 'r1', 'history'),
    keys.one(T, 'records', 'r2'),
    keys.list(T, 'records', 'a1', {}),
    keys.list(T, 'records', 'a2', {}),
    keys.list(T, 'apps'),
    keys.one(T, 'runs', 'run1'),
    keys.one('other', 'records', 'r1'),
    keys.session,
  ]) {
    client.setQueryData(key, 1)
  }
  return { client, stale }
}

describe('events of the model hub', () => {
  test("invalidate one record and its app's lists, nothing else", () => {
    const { client, stale } = aClient()
    receiveModelEvent(client, 'updated', { kind: 'records', tenantId: T, appId: 'a1', id: 'r1', rev: 2 })
    expect(stale(keys.one(T, 'records', 'r1'))).toBe(true)
    expect(stale(keys.one(T, 'records', 'r1', 'history'))).toBe(true)
    expect(stale(keys.one(T, 'records', 'r2'))).toBe(false)
    expect(stale(keys.list(T, 'records', 'a2', {}))).toBe(false)
    expect(stale(keys.one('other', 'records', 'r1'))).toBe(false)
    return vi.waitFor(() => expect(stale(keys.list(T, 'records', 'a1', {}))).toBe(true), { timeout: 15_000 })
  })

  test('refetch who views a record only on the pages of that record', async () => {
    const { client, stale } = aClient()
    const [mine, other] = ['r1', 'r2'].map((id) => keys.one(T, 'viewers', id, 'seat', null))
    for (const key of [mine, other]) client.setQueryData(key ?? [], [])
    receiveModelEvent(client, 'updated', { kind: 'viewers', tenantId: T, appId: 'a1', id: 'r1', rev: 2 })
    await vi.waitFor(() => expect(stale(mine ?? [])).toBe(true), { timeout: 15_000 })
    expect(stale(other ?? [])).toBe(false)
    expect(stale(keys.one(T, 'records', 'r1'))).toBe(false)
  })

  test('invalidate the session when users change, so that permissions and zone update', async () => {
    const { client, stale } = aClient()
    receiveModelEvent(client, 'updated', { kind: 'users', tenantId: T, id: 'u', rev: 1 })
    await vi.waitFor(() => expect(stale(keys.session)).toBe(true), { timeout: 15_000 })
  })

  test('reach listening pages until they unsubscribe', () => {
    const { client } = aClient()
    const listener = vi.fn()
    const stop = onModelNews(listener)
    const event = { kind: 'apps', tenantId: T, id: 'a1', rev: 1 }
    receiveModelEvent(client, 'created', event)
    expect(listener).toHaveBeenCalledWith({ ...event, verb: 'created' })
    stop()
    receiveModelEvent(client, 'created', event)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('are dropped when malformed', () => {
    const { client, stale } = aClient()
    receiveModelEvent(client, 'updated', { kind: 'secrets', id: 'r1' })
    receiveModelEvent(client, 'updated', null)
    expect(stale(keys.one(T, 'records', 'r1'))).toBe(false)
  })
})

test('a task update invalidates its run', () => {
  const { client, stale } = aClient()
  receiveTaskUpdate(client, T, { type: 'run', taskId: 'run1', dateTime: '2026-11-21T03:02:15.120Z' })
  expect(stale(keys.one(T, 'runs', 'run1'))).toBe(true)
})
