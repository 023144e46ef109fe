import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signalSessionLost } from './data/page-signals.ts'
import { tieSignals } from './tie-signals.ts'

const LIST = '/account/a/tenant/t/search/app?view=mine'
const navigate = vi.fn<(to: { search?: unknown; to?: string }) => Promise<void>>()
let at = LIST

beforeEach(() => {
  at = LIST
  navigate.mockReset()
  navigate.mockResolvedValue(undefined)
  vi.stubGlobal('location', { origin: 'http://caseloom.test' })
  const latest = () => ({ href: at, pathname: at.split('?')[0] })
  const router = {
    get latestLocation() {
      return latest()
    },
    navigate,
    state: { matches: [] },
  }
  tieSignals(new QueryClient(), router as never)
})

describe('a session that ended', () => {
  it('leads to sign-in, and back to the page that was open', () => {
    signalSessionLost()
    expect(navigate).toHaveBeenCalledTimes(1)
    expect(navigate.mock.calls[0]?.[0]).toMatchObject({ to: '/login', search: { returnTo: LIST } })
  })

  it('is noticed once by calls that fail together', () => {
    signalSessionLost()
    signalSessionLost()
    expect(navigate).toHaveBeenCalledTimes(1)
  })

  it('keeps the page to return to when a call fails late, on the sign-in page', async () => {
    signalSessionLost()
    await vi.waitFor(() => expect(navigate.mock.settledResults[0]?.type).toBe('fulfilled'))
    at = `/login?returnTo=${encodeURIComponent(LIST)}`
    signalSessionLost()
    expect(navigate).toHaveBeenCalledTimes(1)
  })
})
