import { listPlaybooks, listRuns } from '@caseloom/contract/automation/automation'
import { enterTenant, loginOptions, session } from '@caseloom/contract/identity/identity'
import { installStatus } from '@caseloom/contract/identity/installer'
import { getRecord } from '@caseloom/contract/records/records'
import { licenseSettings } from '@caseloom/contract/tenancy/licensing'
import { me } from '@caseloom/contract/identity/sign-in'
import { ROUTES } from '@caseloom/contract/routes'
import { tracingConfig } from '@caseloom/contract/system/telemetry'
import { featureFlags, productVersion } from '@caseloom/contract/tenancy/tenancy'
import { brandingLogo, brandingName, flagSettings } from '@caseloom/contract/tenancy/tenancy-admin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf, call, headersOf, READ_TIMEOUT_MS, timeoutOf } from './call.ts'
import { setUserZone, userZone } from './zone.ts'

const T = '019a0000-0000-7000-8000-0000000000c1'

function answer(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
}

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
  setUserZone(null)
})

describe('the address', () => {
  test('encodes params and omits absent query values', () => {
    expect(
      addressOf('/a/:xId/b/:y', { xId: '1/2', y: 'ü' }, { limit: 5, cursor: undefined, state: 'failed' }),
    ).toBe('/a/1%2F2/b/%C3%BC?limit=5&state=failed')
  })

  test('rejects a missing param', () => {
    expect(() => addressOf('/a/:xId', {}, {})).toThrow('xId')
  })
})

describe('the headers', () => {
  test("name the stored zone, or the browser's [S7.02]", () => {
    expect(headersOf('/api/x', false)['Timezone']).toBe(userZone())
    setUserZone('Asia/Kathmandu')
    expect(headersOf('/api/x', false)['Timezone']).toBe('Asia/Kathmandu')
  })

  test('set JSON for bodies and on every orchestration path [S7.03]', () => {
    expect(headersOf('/api/x', false)['Content-Type']).toBeUndefined()
    expect(headersOf('/api/x', true)['Content-Type']).toBe('application/json')
    expect(headersOf(addressOf(listPlaybooks.path, { tenantId: T }, {}), false)['Content-Type']).toBe(
      'application/json',
    )
    expect(headersOf('/api/x?next=orchestration/api', false)['Content-Type']).toBeUndefined()
  })

  test("use the request's content-type override [S7.03]", () => {
    expect(headersOf('/api/t/orchestration/api/x', false, 'text/plain')['Content-Type']).toBe('text/plain')
  })
})

describe('the time limit', () => {
  test('is 5000 ms for reads of the session and settings [S9.06]', () => {
    expect(READ_TIMEOUT_MS).toBe(5000)
    const short = [session, loginOptions, me, licenseSettings, productVersion, featureFlags, installStatus]
    for (const route of [...short, tracingConfig, flagSettings, brandingName, brandingLogo])
      expect(timeoutOf(route), route.path).toBe(5000)
  })

  test('is unlimited for records, runs, and writes', () => {
    for (const route of [getRecord, listRuns, enterTenant]) expect(timeoutOf(route)).toBeNull()
    const writes = Object.values(ROUTES).filter((route) => route.method !== 'GET')
    expect(writes.length).toBeGreaterThan(10)
    expect(writes.filter((route) => timeoutOf(route) !== null)).toEqual([])
  })

  test('aborts the request itself after 5000 ms [S9.06]', async () => {
    const timer = vi.spyOn(AbortSignal, 'timeout')
    fetched.mockResolvedValueOnce(answer(401))
    await call(session, {}).catch(() => undefined)
    expect(timer.mock.calls).toEqual([[5000]])
    expect(fetched.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal)
    timer.mockRestore()
  })
})

describe('a call', () => {
  test('returns the parsed reply', async () => {
    fetched.mockResolvedValueOnce(answer(200, { version: '1.2.3+build', more: 1 }))
    await expect(call(productVersion, {})).resolves.toEqual({ version: '1.2.3+build' })
  })

  test('returns nothing for 204', async () => {
    fetched.mockResolvedValueOnce(answer(204))
    await expect(call(enterTenant, { body: { accountId: T, tenantId: T } })).resolves.toBeUndefined()
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ accountId: T, tenantId: T }),
    })
  })

  test("throws the server's problem with its 404 action", async () => {
    fetched.mockResolvedValueOnce(answer(404, { nothing: true }))
    const params = { tenantId: T, appId: T, recordId: T }
    await expect(call(getRecord, { params })).rejects.toMatchObject({
      code: 'resource.not_found',
      on404: 'tenant-error',
    })
    fetched.mockResolvedValueOnce(answer(404))
    await expect(call(listRuns, { params: { tenantId: T } })).rejects.toMatchObject({ on404: 'here' })
  })

  test('fails as offline when no answer arrives', async () => {
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
    await expect(call(productVersion, {})).rejects.toMatchObject({ code: 'client.offline', status: 0 })
  })

  test('fails as timeout when the answer takes too long', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(
      AbortSignal.abort(new DOMException('late', 'TimeoutError')),
    )
    fetched.mockImplementationOnce((_address, init) => Promise.reject(init?.signal?.reason))
    await expect(call(session, {})).rejects.toMatchObject({ code: 'client.timeout' })
  })

  test('passes on the abort when the page was left', async () => {
    const left = AbortSignal.abort()
    fetched.mockImplementationOnce((_address, init) => Promise.reject(init?.signal?.reason))
    await expect(call(productVersion, { signal: left })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
