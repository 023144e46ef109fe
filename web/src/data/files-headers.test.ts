import { brandingLogo } from '@caseloom/contract/tenancy/tenancy-admin'
import { uploadLicense } from '@caseloom/contract/tenancy/licensing-admin'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchFile, sendBytes } from './files.ts'
import { sendSpansTo } from './traces.ts'
import { setUserZone } from './zone.ts'

const ID = '019a0000-0000-7000-8000-0000000000c1'

afterEach(() => {
  vi.unstubAllGlobals()
  setUserZone(null)
  sendSpansTo(() => undefined)
})

test('logos, files and uploads carry the zone and their trace like every request [S7.02]', async () => {
  setUserZone('Asia/Kathmandu')
  // A first sink also gets what waited: spans of other files of tests that ran in this process.
  sendSpansTo(() => undefined)
  const names: string[] = []
  sendSpansTo((span) => names.push(span.name))
  const fetched = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  await fetchFile(brandingLogo, { params: { accountId: ID } })
  await sendBytes(uploadLicense, { bytes: 'x', contentType: 'text/plain' })
  const [logo, upload] = fetched.mock.calls.map(([, init]) => new Headers(init?.headers))
  for (const headers of [logo, upload]) {
    expect(headers?.get('timezone')).toBe('Asia/Kathmandu')
    expect(headers?.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  }
  expect(upload?.get('content-type')).toBe('text/plain')
  expect(names).toEqual([`GET ${brandingLogo.path}`, `${uploadLicense.method} ${uploadLicense.path}`])
})
