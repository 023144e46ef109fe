import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pending } from './pending.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits until all that has begun is on its way', async () => {
  const pending = new Pending()
  await pending.idle()
  pending.add()
  pending.add()
  const left = vi.fn<() => void>()
  const waiting = pending.idle().then(left)
  pending.done()
  await Promise.resolve()
  expect([pending.isBusy, left.mock.calls.length]).toEqual([true, 0])
  pending.done()
  await waiting
  expect(pending.isBusy).toBe(false)
})

it('doesn’t wait for a server that never answers', async () => {
  const pending = new Pending()
  pending.add()
  const waiting = pending.idle()
  await vi.advanceTimersByTimeAsync(3000)
  await waiting
  expect(pending.isBusy).toBe(true)
})
