import { AssetView } from '@caseloom/contract/assets'
import { PlaybookView } from '@caseloom/contract/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { type AnsweringServer, startAnsweringServer } from '@caseloom/testkit/answering-server'
import { type Product, startProduct } from '@caseloom/testkit/product'
import { tracesOf } from '@caseloom/testkit/product-traces'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anOperator, type Operator } from './operator.ts'

const PLANTED = {
  basic: 'planted-in-basic-1f0c',
  bearer: 'planted-in-bearer-2b9d',
  header: 'planted-in-header-3c8e',
  query: 'planted-in-query-4d7f',
  client: 'planted-in-client-5e6a',
  access: 'planted-in-access-6f5b',
} as const

const ASSETS = [
  { key: 'by-basic', auth: 'basic', settings: { username: 'robot' }, secrets: { password: PLANTED.basic } },
  { key: 'by-bearer', auth: 'bearer', settings: {}, secrets: { token: PLANTED.bearer } },
  {
    key: 'by-header',
    auth: 'apiKey',
    settings: { keyIn: 'header', keyName: 'X-Key' },
    secrets: { key: PLANTED.header },
  },
  {
    key: 'by-query',
    auth: 'apiKey',
    settings: { keyIn: 'query', keyName: 'key' },
    secrets: { key: PLANTED.query },
  },
  {
    key: 'by-client',
    auth: 'oauth2ClientCredentials',
    settings: { clientId: 'robot' },
    secrets: { clientSecret: PLANTED.client },
  },
] as const

/**
 * Each asset calls a service that says back all that it was told, in words, headers and faults; a record, a log line
 * and another call are made of the answers.
 */
function playbook(url: string): JsonObject {
  const called = ASSETS.flatMap(({ key }): JsonObject[] => {
    const name = key.replace('by-', '')
    const call = (path: string, more: JsonObject = {}): JsonObject => ({
      action: 'http.request',
      asset: key,
      with: { method: 'POST', url: path, body: { of: name }, ...more },
    })
    return [
      { key: `${name}_told`, ...call('/told') },
      {
        key: `${name}_tried`,
        action: 'flow.try',
        after: `${name}_told`,
        steps: [{ key: `${name}_failed`, ...call('/failed'), retry: { attempts: 2, from: '1s' } }],
        catch: [
          {
            key: `${name}_why`,
            action: 'data.transform',
            with: { value: '{% $string(error) %}' },
          },
        ],
      },
    ]
  })
  return {
    playbook: 'planted',
    title: 'Calls of services that tell all',
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'secret' } }],
    steps: [
      ...called,
      {
        key: 'sum',
        action: 'data.transform',
        after: ASSETS.map(({ key }) => `${key.replace('by-', '')}_tried`),
        with: { value: '{% $string($merge([steps, {"trigger": trigger}])) %}' },
      },
      {
        key: 'keep',
        action: 'record.create',
        after: 'sum',
        with: { app: 'alert', set: { title: 'All answers', description: '{% steps.sum.output %}' } },
      },
      {
        key: 'pass',
        action: 'http.request',
        after: 'keep',
        with: { method: 'POST', url: `${url}/passed`, body: { all: '{% steps.sum.output %}' } },
      },
    ],
  }
}

describe('secrets of assets, triggers and people', () => {
  let service: AnsweringServer
  let product: Product
  let operator: Operator

  beforeAll(async () => {
    service = await startAnsweringServer()
    service.answer(({ method, url, headers, body }) => {
      if (url === '/token') return { body: { access_token: PLANTED.access, expires_in: 3600 } }
      const all: JsonObject = { method, url, headers, body }
      return {
        status: url.startsWith('/failed') ? 500 : 200,
        headers: { 'x-told': headers['authorization'] ?? headers['x-key'] ?? url },
        body: all,
      }
    })
    product = await startProduct({
      LOG_LEVEL: 'trace',
      CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${service.port}`,
    })
    operator = await anOperator(product.address)
  })
  afterAll(async () => {
    await product?.dispose()
    await service?.close()
  })

  it('stand in no row, no journal, no log and no answer, whatever a service says back', async () => {
    for (const { key, auth, settings, secrets } of ASSETS) {
      const open = { baseUrl: service.origin, tokenUrl: `${service.origin}/token`, ...settings }
      const made = AssetView.parse(
        await operator.call('POST', '/orchestration/api/assets', {
          key,
          name: key,
          connector: 'http',
          auth,
          settings: open,
          secrets,
        }),
      )
      await operator.call('POST', `/orchestration/api/assets/${made.id}/test`, {})
    }
    const hook = await operator.publish(playbook(service.origin))
    const sent = await fetch(hook.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-secret': hook.secret },
      body: '{"from":"outside"}',
    })
    expect(sent.status).toBe(202)
    const [run] = await vi.waitFor(
      async () => {
        const runs = await operator.runs(hook.playbookId)
        expect(runs).toMatchObject([{ state: 'succeeded' }])
        return runs
      },
      { timeout: 60_000, interval: 200 },
    )
    const { draft } = PlaybookView.parse(
      await operator.call('GET', `/orchestration/api/playbooks/${hook.playbookId}`),
    )
    await operator.call('POST', `/orchestration/api/playbooks/${hook.playbookId}/test-step`, {
      document: draft as JsonValue,
      path: 'bearer_told',
      trigger: { key: 'hook', payload: {} },
      stubs: { bearer_told: { use: 'real' } },
    })
    const evidence = JSON.stringify(await operator.call('GET', `/orchestration/api/runs/${run?.id}/evidence`))

    // The service was told each of them: it had something to say back.
    const heard = service.requests().map(({ url, headers, body }) => JSON.stringify({ url, headers, body }))
    const base64 = Buffer.from(`robot:${PLANTED.basic}`).toString('base64')
    for (const secret of [base64, PLANTED.bearer, PLANTED.header, PLANTED.query, PLANTED.access])
      expect(heard.filter((one) => one.includes(secret)).length).toBeGreaterThanOrEqual(3)
    const passed = service.requests().filter(({ url }) => url === '/passed')
    expect(passed).toHaveLength(1)
    expect(passed[0]?.body).toContain('bearer_told')

    const secrets = [...Object.values(PLANTED), base64, hook.secret, 'kettle orbit mango 7']
    const forms = secrets.flatMap((one) => [
      one,
      Buffer.from(one).toString('base64'),
      encodeURIComponent(one),
    ])
    const traces = [
      ...(await tracesOf(product)),
      { place: 'evidence', text: evidence },
      { place: 'passed on', text: JSON.stringify(passed) },
    ]
    // What is searched is really what was done.
    for (const place of ['caseloom.run', 'evidence', 'engine/'])
      expect(
        traces.some((one) => one.place.includes(place) && one.text.length > 0),
        place,
      ).toBe(true)
    expect(traces.filter(({ text }) => text.includes('bearer_told')).length).toBeGreaterThan(3)
    const found = traces.flatMap(({ place, text }) =>
      [...new Set(forms)].filter((form) => text.includes(form)).map((form) => `${place}: ${form}`),
    )
    expect(found).toEqual([])
  })
})
