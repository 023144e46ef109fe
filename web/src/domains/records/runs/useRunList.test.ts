import { notifyManager, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { answer, APP, aRecord, TENANT, withQueries } from '../testing/a-record.ts'
import { useRunList } from './useRunList.ts'

endHooksAfterEach()
notifyManager.setScheduler((run) => run())
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
afterEach(() => client.clear())

const aRun = (sequence: number) => ({
  runId: `run-${sequence}`,
  sequence,
  at: '2026-11-23T10:00:00.000Z',
  actor: aRecord(1).createdBy,
  cause: 'save',
  workflowId: APP,
  workflowVersion: 1,
  expiredAt: null,
  changed: false,
})

test('lists the runs of all pages, oldest first', async () => {
  const pages = new Map([
    [null, { items: [aRun(5), aRun(4)], next: 'second' }],
    ['second', { items: [aRun(3), aRun(1)], next: null }],
  ])
  vi.stubGlobal('fetch', async (url: string) => {
    const cursor = new URL(url, 'http://localhost').searchParams.get('cursor')
    return answer(200, pages.get(cursor))
  })
  const place = { tenantId: TENANT, appId: APP, recordId: aRecord(1).id }
  const list = await renderHook(() => useRunList(place), { props: {}, wrap: withQueries(client) })
  await vi.waitFor(async () => {
    await doing(() => undefined)
    expect(list.now().map(({ sequence }) => sequence)).toEqual([1, 3, 4, 5])
  })
})
