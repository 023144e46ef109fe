import { session } from '@caseloom/contract/identity/identity'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { connectionLost, reportConnection } from './connection.ts'
import { watchConnection } from './watch-connection.ts'

const fetched = vi.fn<typeof fetch>()
const target = new EventTarget()
let stop: () => void
let refreshed: number
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  const client = new QueryClient()
  refreshed = 0
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async () => void (refreshed += 1))
  stop = watchConnection(client, target)
})
afterEach(() => {
  stop()
  reportConnection(true)
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const away = () => fetched.mockRejectedValue(new TypeError('Failed to fetch'))
const back = () => fetched.mockImplementation(async () => new Response('{"status":"ok"}'))

describe('the connection watch', () => {
  it('goes offline after a failed request, polls with back-off, and recovers on the first response', async () => {
    away()
    await call(session, {}).catch(() => undefined)
    expect(connectionLost()).toBe(true)
    const calls = () => fetched.mock.calls.length - 1
    await vi.advanceTimersByTimeAsync(999)
    expect(calls()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000 + 10_000)
    expect(calls()).toBe(6)
    expect(fetched.mock.lastCall?.[0]).toBe('/api/health')
    back()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([connectionLost(), refreshed]).toEqual([false, 1])
    const after = calls()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls()).toBe(after)
  })

  it('goes offline with the browser, and polls immediately when it is online again', async () => {
    back()
    target.dispatchEvent(new Event('offline'))
    expect(connectionLost()).toBe(true)
    target.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect([connectionLost(), refreshed]).toEqual([false, 1])
  })

  it('stays online while the server responds at all', async () => {
    fetched.mockResolvedValueOnce(new Response('{}', { status: 503 }))
    await call(session, {}).catch(() => undefined)
    expect(connectionLost()).toBe(false)
  })

  it("doesn't go offline on an abort or a timeout", async () => {
    fetched.mockImplementation((_address, init) => Promise.reject(init?.signal?.reason))
    await call(session, { signal: AbortSignal.abort() }).catch(() => undefined)
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(
      AbortSignal.abort(new DOMException('late', 'TimeoutError')),
    )
    await call(session, {}).catch(() => undefined)
    expect(connectionLost()).toBe(false)
  })
})
