import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from './keys.ts'
import { setLive } from './live-status.ts'
import { makeQueryClient } from './query-client.ts'
import { onPageSignals } from './page-signals.ts'
import { watchSessionLife } from './session-life.ts'

const fetched = vi.fn<(path: string) => Promise<Response>>()
const page = Object.assign(new EventTarget(), { hidden: false })
const lost = vi.fn()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', page)
  page.hidden = false
  onPageSignals({ sessionLost: lost, leave: () => undefined })
  fetched.mockImplementation(async () => new Response(null, { status: 204 }))
})
afterEach(() => {
  stop()
  setLive('off')
  fetched.mockReset()
  lost.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function watch(session: unknown = { user: {} }) {
  const client = makeQueryClient()
  client.setQueryData(keys.session, session)
  stop = watchSessionLife(client)
}

describe('session polling', () => {
  test('polls each second without a hub, and leaves the page when the session ends [S4.17]', async () => {
    watch()
    await vi.advanceTimersByTimeAsync(3000)
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(Array(3).fill('/iam/session/alive'))
    expect(lost).not.toHaveBeenCalled()
    const ended = { type: 'x', title: 'Sign in', status: 401, code: 'session.none', requestId: 'r' }
    fetched.mockImplementation(async () => Response.json(ended, { status: 401 }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(lost).toHaveBeenCalled()
  })

  test('pauses while a hub is live, no one is signed in, or the page is hidden', async () => {
    setLive('live')
    watch()
    await vi.advanceTimersByTimeAsync(5000)
    setLive('reconnecting')
    page.hidden = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(fetched).not.toHaveBeenCalled()
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched).toHaveBeenCalledTimes(1)
    stop()
    watch(null)
    await vi.advanceTimersByTimeAsync(5000)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test("ignores a server that doesn't respond", async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    watch()
    await vi.advanceTimersByTimeAsync(2000)
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(lost).not.toHaveBeenCalled()
  })
})
