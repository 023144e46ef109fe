import { LicenseView } from '@caseloom/contract/tenancy/licensing'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { receiveModelEvent } from './hub-events.ts'
import { keys } from './keys.ts'
import { followLicense, lacksLicense } from './license.ts'

const view = (licenseId: string | null, isValid: boolean | null) =>
  LicenseView.parse({ licenseId, isValid, details: null })
const refusal = (code: 'license.invalid' | 'right.missing') =>
  new ApiError({ code, status: 403, title: 'No', on404: 'here' })

describe('the license', () => {
  it.each([
    ['none', view(null, false), true],
    ['invalid', view('own-1', false), true],
    ['valid', view('own-1', true), false],
    ['not checked yet', view('own-1', null), false],
    ['not read yet', undefined, false],
  ])('locks people out, or not, when it is %s [S3.01] [S4.01]', (_state, license, lacks) => {
    expect(lacksLicense(license)).toBe(lacks)
  })
})

describe('what refetches the license', () => {
  const clients: QueryClient[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.clear()
  })
  function following() {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    clients.push(client)
    client.setQueryData(keys.license, view('own-1', true))
    const leave = followLicense(client)
    return { client, leave, isStale: () => client.getQueryState(keys.license)?.isInvalidated === true }
  }
  const news = (client: QueryClient, kind: string) =>
    receiveModelEvent(client, 'updated', { kind, tenantId: 't', id: 'license', rev: 1 })

  it("settings events do, record events don't", () => {
    const { client, leave, isStale } = following()
    news(client, 'records')
    expect(isStale()).toBe(false)
    news(client, 'settings')
    expect(isStale()).toBe(true)
    leave()
  })

  it("a call refused because of the license does, other refusals don't", async () => {
    for (const code of ['right.missing', 'license.invalid'] as const) {
      const read = following()
      const queryFn = () => Promise.reject(refusal(code))
      await read.client.fetchQuery({ queryKey: ['any'], queryFn }).catch(() => undefined)
      expect(read.isStale()).toBe(code === 'license.invalid')
      const write = following()
      const mutation = new MutationObserver(write.client, { mutationFn: queryFn })
      await mutation.mutate().catch(() => undefined)
      expect(write.isStale()).toBe(code === 'license.invalid')
    }
  })

  it('nothing does after unsubscribing', () => {
    const { client, leave, isStale } = following()
    leave()
    news(client, 'settings')
    expect(isStale()).toBe(false)
  })
})
