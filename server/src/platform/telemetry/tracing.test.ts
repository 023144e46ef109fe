import { type Collector, startCollector } from '@caseloom/testkit/collector'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { fail } from '../errors.ts'
import { createLog } from './log.ts'
import { startTracing } from './start-tracing.ts'
import {
  isTracing,
  openSpan,
  traceCarrier,
  useTracing,
  withInnerSpan,
  withSpan,
  bindTrace,
} from './tracing.ts'
import { tracingEngine } from './tracing-sdk.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`
const exporter = new InMemorySpanExporter()
const spans = () => exporter.getFinishedSpans()

afterEach(() => {
  useTracing(null)
  exporter.reset()
})

describe('tracing without a collector', () => {
  it('does the work and nothing else', async () => {
    expect(isTracing()).toBe(false)
    await expect(withSpan('x', {}, async () => traceCarrier())).resolves.toBeUndefined()
    expect(openSpan('x')).toBe(openSpan('y'))
    expect(bindTrace()(() => 1)).toBe(1)
  })
})

describe('tracing', () => {
  beforeEach(() => useTracing(tracingEngine('test', { ratio: 1 }, new SimpleSpanProcessor(exporter))))

  it('continues from the context of a request, and its children hang below it', async () => {
    const parent = { traceparent: PARENT, tracestate: 'vendor=1' }
    const carrier = await withSpan('outer', { parent }, () =>
      withSpan('inner', {}, async () => traceCarrier()),
    )
    const [inner, outer] = spans()
    expect([inner?.spanContext().traceId, outer?.spanContext().traceId]).toEqual([TRACE, TRACE])
    expect(outer?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId)
    expect(carrier).toEqual({
      traceparent: `00-${TRACE}-${inner?.spanContext().spanId}-01`,
      tracestate: 'vendor=1',
    })
  })

  it.each([
    ['text', 'no trace at all'],
    ['zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['upper case', PARENT.toUpperCase()],
    ['forbidden version', `ff${PARENT.slice(2)}`],
    ['long', `${PARENT}${'-x'.repeat(5000)}`],
    ['not a text', 42],
  ])('begins a trace of its own when the context is broken: %s', async (_name, traceparent) => {
    await withSpan('x', { parent: { traceparent } }, async () => undefined)
    expect(spans()).toHaveLength(1)
    expect(spans()[0]?.spanContext().traceId).not.toBe(TRACE)
  })

  it('takes 32 members and 512 characters of tracestate, and never hands baggage on [S9.08]', async () => {
    const members = Array.from({ length: 40 }, (_, at) => `k${at}=v`).join(',')
    const given = { traceparent: PARENT, tracestate: members, baggage: 'user=ana' }
    const carrier = await withSpan('x', { parent: given }, async () => traceCarrier())
    expect(carrier?.tracestate?.split(',')).toHaveLength(32)
    expect(carrier).not.toHaveProperty('baggage')
    const long = {
      traceparent: PARENT,
      tracestate: `a=${'x'.repeat(200)},b=${'y'.repeat(200)},c=${'z'.repeat(200)}`,
    }
    const short = await withSpan('x', { parent: long }, async () => traceCarrier())
    expect(short?.tracestate?.length).toBeLessThanOrEqual(512)
    expect(short?.tracestate).toContain('a=')
    expect(short?.tracestate).not.toContain('c=')
  })

  it('follows the caller who does not record', async () => {
    const parent = { traceparent: PARENT.replace(/01$/, '00') }
    await withSpan('x', { parent }, () => withInnerSpan('y', {}, async () => undefined))
    expect(spans()).toEqual([])
  })

  it('begins no trace for inner work that no one traces', async () => {
    await withInnerSpan('transaction', {}, async () => undefined)
    expect(spans()).toEqual([])
    await withSpan('x', {}, () => withInnerSpan('transaction', {}, async () => undefined))
    expect(spans().map((span) => span.name)).toEqual(['transaction', 'x'])
  })

  it('records what is thrown without its secrets, and throws it on', async () => {
    const error = new Error('GET https://ana:hunter2@example.test failed')
    await expect(withSpan('x', {}, () => Promise.reject(error))).rejects.toBe(error)
    const [span] = spans()
    expect(span?.status.code).toBe(2)
    expect(span?.events[0]?.attributes?.['exception.message']).toContain('[hidden]')
    expect(JSON.stringify(span?.events)).not.toContain('hunter2')
  })

  it('does not call a rightful refusal a failure', async () => {
    await expect(withSpan('x', {}, () => Promise.reject(fail('resource.not_found')))).rejects.toThrow()
    await expect(withSpan('y', {}, () => Promise.reject(fail('dependency.unavailable')))).rejects.toThrow()
    expect(
      spans().map((span) => [span.status.code, span.attributes['error.type'], span.events.length]),
    ).toEqual([
      [0, 'resource.not_found', 0],
      [2, 'dependency.unavailable', 1],
    ])
  })

  it('takes up a retained context elsewhere', async () => {
    const bound = await withSpan('slice', {}, async () => bindTrace())
    await withSpan('other', {}, () => bound(() => withSpan('step', {}, async () => undefined)))
    const slice = spans().find((span) => span.name === 'slice')
    const step = spans().find((span) => span.name === 'step')
    expect(step?.parentSpanContext?.spanId).toBe(slice?.spanContext().spanId)
  })

  it('is named in log lines', async () => {
    const lines: string[] = []
    const log = createLog({
      level: 'info',
      process: 'test',
      destination: { write: (line) => void lines.push(line) },
    })
    log.info('outside')
    await withSpan('x', { parent: { traceparent: PARENT } }, async () => log.info('inside'))
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([undefined, TRACE])
  })
})

it('records the share of new traces that the operator set', async () => {
  useTracing(tracingEngine('test', { ratio: 0 }, new SimpleSpanProcessor(exporter)))
  await withSpan('mine', {}, async () => undefined)
  await withSpan('theirs', { parent: { traceparent: PARENT } }, async () => undefined)
  expect(spans().map((span) => span.name)).toEqual(['theirs'])
})

describe('the exporter of the server', () => {
  let collector: Collector
  beforeEach(async () => {
    collector = await startCollector()
  })
  afterEach(() => collector.close())
  const start = () =>
    startTracing('web', {
      url: collector.url,
      headers: { 'x-api-key': 'k' },
      concurrencyLimit: 30,
      timeoutMillis: 10_000,
      ratio: 1,
    })

  it('sends OTLP JSON when the process ends at the latest', async () => {
    const stop = await start()
    await withSpan('x', { facts: { 'http.route': '/api/y' } }, async () => undefined)
    expect(collector.requests).toEqual([])
    await stop()
    expect(collector.spans).toMatchObject([
      { service: 'caseloom-web', name: 'x', facts: { 'http.route': '/api/y' } },
    ])
    expect(collector.requests[0]).toMatchObject({ 'content-type': 'application/json', 'x-api-key': 'k' })
    expect(isTracing()).toBe(false)
  })

  it.each(['throttles', 'away', 'hangs', 'dies'] as const)(
    'ends in time when the collector %s',
    async (mood) => {
      collector.mood = mood
      collector.retryAfter = '5'
      const stop = await start()
      await withSpan('x', {}, async () => undefined)
      await stop()
      expect(collector.requests.length).toBeGreaterThan(0)
      expect(collector.spans).toEqual([])
    },
  )
})
