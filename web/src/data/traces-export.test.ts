import type { TracingConfig } from '@caseloom/contract/system/telemetry'
import { propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type * as exportModule from './traces-export.ts'
import type { SpanRecord } from './traces.ts'

const CONFIG: TracingConfig & { url: string } = {
  url: '/tenant/telemetry/v1/traces',
  headers: { 'x-team': 'soc' },
  concurrencyLimit: 30,
  timeoutMillis: 10_000,
}
const Sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(z.looseObject({})) })) })),
})
type Module = typeof exportModule

// Node would get the library's transport for Node: bundled as for the product, the browser's one is what is tested.
const folder = mkdtempSync(join(tmpdir(), 'caseloom-traces-'))
let module: Module
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: folder,
      minify: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL('./traces-export.ts', import.meta.url)),
        formats: ['es'],
        fileName: 'it',
      },
    },
  })
  // The bundle of the module has the exports of the module.
  module = (await import(pathToFileURL(join(folder, 'it.js')).href)) as Module
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('http://localhost:4000/login'))
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

let count = 0
function record(more: Partial<SpanRecord> = {}): SpanRecord {
  count += 1
  const spanId = count.toString(16).padStart(16, '0')
  const span = {
    traceId: 'a'.repeat(32),
    spanId,
    parentId: undefined,
    name: 'navigate',
    kind: 'internal' as const,
  }
  return { ...span, start: 1000, end: 1500, facts: {}, failure: undefined, ...more }
}
function start(config: Partial<typeof CONFIG> = {}) {
  return module.startExport(module.collectorExporter({ ...CONFIG, ...config }, () => 'Asia/Kathmandu'))
}
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers })
const never = () => new Promise<Response>(() => undefined)
const spansOf = (at: number) => {
  const body = fetched.mock.calls[at]?.[1]?.body
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array) // as the library sends it
  return Sent.parse(JSON.parse(text)).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  )
}
/** Milliseconds between the requests until nothing more comes. */
async function distances(): Promise<number[]> {
  const times: number[] = []
  const reply = fetched.getMockImplementation() ?? never
  fetched.mockImplementation((...given) => {
    times.push(Date.now())
    return reply(...given)
  })
  start({ timeoutMillis: 60_000 })(record())
  await vi.advanceTimersByTimeAsync(90_000)
  return times.slice(1).map((time, at) => Math.round(time - (times[at] ?? 0)))
}

describe('the exporter of the browser', () => {
  it('posts OTLP JSON to the configured URL with its headers and the zone [S7.10] [S7.02]', async () => {
    fetched.mockResolvedValue(answer(204))
    start()(record({ kind: 'client', name: 'GET /iam/session', facts: { 'url.template': '/iam/session' } }))
    await vi.advanceTimersByTimeAsync(5000)
    const [address, init] = fetched.mock.calls[0] ?? []
    expect(address).toBe('http://localhost:4000/tenant/telemetry/v1/traces')
    expect(init).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Timezone: 'Asia/Kathmandu', 'x-team': 'soc' },
    })
    expect(spansOf(0)).toMatchObject([{ name: 'GET /iam/session', traceId: 'a'.repeat(32), kind: 3 }])
  })

  it('preserves the IDs that requests sent, and parent links', async () => {
    fetched.mockResolvedValue(answer(204))
    const send = start()
    send(record({ spanId: '1'.repeat(16), parentId: '2'.repeat(16) }))
    send(record({ spanId: '2'.repeat(16) }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(spansOf(0)).toMatchObject([
      { spanId: '1'.repeat(16), parentSpanId: '2'.repeat(16) },
      { spanId: '2'.repeat(16) },
    ])
    expect(spansOf(0)[1]).not.toHaveProperty('parentSpanId')
  })

  it('records an exception without IDs and query values', async () => {
    fetched.mockResolvedValue(answer(204))
    const thrown = new TypeError('No 019a0000-0000-7000-8000-0000000000c1 at http://h/x.js?q=secret:1:2')
    start()(record({ failure: { code: 'TypeError', thrown } }))
    await vi.advanceTimersByTimeAsync(5000)
    const text = JSON.stringify(spansOf(0))
    expect(text).toContain('No :id at http://h/x.js:1:2')
    expect(text).not.toContain('secret')
  })

  it('batches for 5000 ms, up to 512 spans each [S9.07]', async () => {
    fetched.mockResolvedValue(answer(204))
    const send = start()
    send(record())
    await vi.advanceTimersByTimeAsync(4999)
    expect(fetched).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(fetched).toHaveBeenCalledTimes(1)
    for (let at = 0; at < 512; at += 1) send(record())
    await vi.advanceTimersByTimeAsync(0)
    expect(spansOf(1)).toHaveLength(512)
  })

  it('queues 2048 spans during an export, and drops the rest [S9.07]', async () => {
    const held = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(held.promise).mockImplementation(async () => answer(204))
    const send = start()
    for (let at = 0; at < 512; at += 1) send(record())
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched).toHaveBeenCalledTimes(1)
    for (let at = 0; at < 3000; at += 1) send(record())
    held.resolve(answer(204))
    await vi.advanceTimersByTimeAsync(30_000)
    const sizes = fetched.mock.calls.map((_call, at) => spansOf(at).length)
    expect(sizes).toEqual([512, 512, 512, 512, 512])
  })

  it.each([429, 502, 503, 504])(
    'retries %i 5 times: 1000 ms, ×1.5, at most 5000 ms [S9.07]',
    async (status) => {
      fetched.mockImplementation(async () => answer(status))
      expect(await distances()).toEqual([1000, 1500, 2250, 3375, 5000])
    },
  )

  it.each([
    [0, [800, 1200, 1800, 2700, 4050]],
    [1, [1200, 1800, 2700, 4050, 5000]],
  ])('jitters retries by 20%%: random %d [S9.07]', async (random, expected) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    fetched.mockImplementation(async () => answer(503))
    expect(await distances()).toEqual(expected)
  })

  it('waits for Retry-After [S9.07]', async () => {
    fetched.mockImplementation(async () => answer(429, { 'Retry-After': '7' }))
    expect(await distances()).toEqual([7000, 7000, 7000, 7000, 7000])
  })

  it('retries a lost connection, but not a server decision', async () => {
    let calls = 0
    fetched.mockImplementation(async () => {
      calls += 1
      if (calls === 1) throw new TypeError('Failed to fetch')
      return answer(400)
    })
    expect(await distances()).toEqual([1000])
  })

  it('times an export out as configured, after 10000 ms by default [S9.07]', async () => {
    fetched.mockImplementation(never)
    start()(record())
    await vi.advanceTimersByTimeAsync(5000)
    const signal = fetched.mock.calls[0]?.[1]?.signal
    await vi.advanceTimersByTimeAsync(9999)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal?.aborted).toBe(true)
  })

  it('runs as many concurrent exports as configured, and rejects more [S3.08] [S9.07]', async () => {
    fetched.mockImplementation(never)
    for (const concurrencyLimit of [30, 3]) {
      fetched.mockClear()
      const exporter = module.collectorExporter({ ...CONFIG, concurrencyLimit }, () => 'UTC')
      const outcomes: unknown[] = []
      for (let at = 0; at < 40; at += 1)
        exporter.export([], (outcome) => outcomes.push(outcome.error?.message))
      await vi.advanceTimersByTimeAsync(0)
      expect(outcomes).toHaveLength(40 - concurrencyLimit)
      expect(outcomes).toContain('Concurrent export limit reached')
    }
  })

  it('propagates at most 8192 characters of baggage, and 32 members and 512 characters of tracestate [S9.08]', () => {
    start()
    const entry = { value: 'v'.repeat(1000) }
    const baggage = propagation.createBaggage(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, entry])),
    )
    const carrier: Record<string, string> = {}
    propagation.inject(propagation.setBaggage(ROOT_CONTEXT, baggage), carrier)
    expect(carrier['baggage']?.length).toBeGreaterThan(8192 - 1100)
    expect(carrier['baggage']?.length).toBeLessThanOrEqual(8192)
    const through = (tracestate: string) => {
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
      const out: Record<string, string> = {}
      propagation.inject(propagation.extract(ROOT_CONTEXT, { traceparent, tracestate }), out)
      return out['tracestate'] ?? ''
    }
    expect(through(Array.from({ length: 40 }, (_, at) => `k${at}=v`).join(',')).split(',')).toHaveLength(32)
    const member = (key: string) => `${key}=${'x'.repeat(253)}`
    expect(through(`${member('a')},${member('b')}`)).toHaveLength(511)
    expect(through(`${member('a')},${member('b')}y,${member('c')}`)).toHaveLength(512)
    expect(through(`${member('a')},${member('b')}yy`)).toHaveLength(255)
  })
})
