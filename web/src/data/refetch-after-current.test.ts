import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { receiveTaskUpdate } from './hub-events.ts'
import { keys } from './keys.ts'
import { makeQueryClient } from './query-client.ts'
import { refetchAfterCurrent } from './refetch-after-current.ts'

const T = '019a0000-0000-7000-8000-0000000000a1'
const RUN = keys.one(T, 'runs', 'run')
const NEWS = { type: 'run', taskId: 'run', dateTime: '2026-11-22T03:02:15.120Z' }
const open: (() => void)[] = []

afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A page that shows a run; its reads resolve on command, with the server state at their start. */
function aPage() {
  const client = makeQueryClient()
  const server = { state: 'running' }
  const reads: { answer: () => void; fail: () => void; stopped: () => boolean }[] = []
  const page = new QueryObserver(client, {
    queryKey: RUN,
    retry: false,
    queryFn: ({ signal }) => {
      const seen = server.state
      return new Promise<string>((resolve, reject) => {
        reads.push({
          answer: () => resolve(seen),
          fail: () => reject(new Error('away')),
          stopped: () => signal.aborted,
        })
      })
    },
  })
  open.push(page.subscribe(() => undefined))
  const shown = () => page.getCurrentResult().data
  const begun = (count: number) => vi.waitFor(() => expect(reads).toHaveLength(count))
  return { client, server, reads, shown, begun }
}

describe('events of a run', () => {
  test('during the first fetch cause another, because its answer may be older', async () => {
    const { client, server, reads, shown, begun } = aPage()
    await begun(1)
    server.state = 'succeeded'
    receiveTaskUpdate(client, T, NEWS)
    reads[0]?.answer()
    await begun(2)
    reads[1]?.answer()
    await vi.waitFor(() => expect(shown()).toBe('succeeded'))
  })

  test("faster than the answers don't cancel a fetch: each answer is shown, and one more fetch follows", async () => {
    const { client, server, reads, shown, begun } = aPage()
    await begun(1)
    reads[0]?.answer()
    await vi.waitFor(() => expect(shown()).toBe('running'))
    for (const state of ['step 1', 'step 2', 'step 3']) {
      server.state = state
      receiveTaskUpdate(client, T, NEWS)
    }
    await begun(2)
    expect(reads[1]?.stopped()).toBe(false)
    reads[1]?.answer()
    await vi.waitFor(() => expect(shown()).toBe('step 1'))
    await begun(3)
    reads[2]?.answer()
    await vi.waitFor(() => expect(shown()).toBe('step 3'))
    expect(client.isFetching()).toBe(0)
    expect(reads).toHaveLength(3)
  })

  test('cause another fetch after a failed one', async () => {
    const { client, server, reads, shown, begun } = aPage()
    await begun(1)
    server.state = 'succeeded'
    receiveTaskUpdate(client, T, NEWS)
    reads[0]?.fail()
    await begun(2)
    reads[1]?.answer()
    await vi.waitFor(() => expect(shown()).toBe('succeeded'))
  })
})

test("marks queries as stale after the current fetch when they aren't refetched immediately", async () => {
  const { client, reads, shown, begun } = aPage()
  await begun(1)
  const refetching = refetchAfterCurrent(client, { queryKey: RUN, refetchType: 'none' })
  reads[0]?.answer()
  await refetching
  expect(shown()).toBe('running')
  expect(client.getQueryState(RUN)?.isInvalidated).toBe(true)
  expect(reads).toHaveLength(1)
})
