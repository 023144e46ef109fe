import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../ui/text/i18n.ts'
import { connectTo } from './me.queries.ts'

startTexts()

const AT = '2026-11-29T12:00:00.000Z'
const view = { channel: 'webhook', host: 'soc.example', connectedAt: AT, deliveredAt: null }
const connected = { view: { ...view, failure: null, pausedAt: null }, secret: 'signs-messages' }
const fetched = vi.fn<typeof fetch>()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  client.clear()
})

const answer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const connect = () => connectTo(client, 'webhook', 'https://soc.example/hook')

test('a webhook that is connected and tested answers its signing secret', async () => {
  fetched.mockResolvedValueOnce(answer(connected))
  fetched.mockResolvedValueOnce(answer({ view: connected.view, failure: null }))
  expect(await connect()).toEqual({ secret: 'signs-messages', failure: null })
})

test('the signing secret is not lost when the connection fails during the test', async () => {
  fetched.mockResolvedValueOnce(answer(connected))
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { secret, failure } = await connect()
  expect(secret).toBe('signs-messages')
  expect(failure).toEqual(expect.any(String))
})

test('an address that is refused is reported', async () => {
  fetched.mockResolvedValueOnce(
    answer({ type: 'about:blank', title: 'Invalid', status: 400, code: 'request.invalid' }, 400),
  )
  await expect(connect()).rejects.toMatchObject({ status: 400 })
})
