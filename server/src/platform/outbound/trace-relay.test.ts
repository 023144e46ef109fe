import { type Collector, startCollector } from '@caseloom/testkit/collector'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { metric } from '../telemetry/metrics.ts'
import { createTraceRelay, type TraceRelay } from './trace-relay.ts'

const BODY = Buffer.from(
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'caseloom-browser' } }] },
        scopeSpans: [
          { spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'navigate', attributes: [] }] },
        ],
      },
    ],
  }),
)
const lost = () => metric('caseloom_traces_relayed_total', { outcome: 'lost' })
const dropped = () => metric('caseloom_traces_relayed_total', { outcome: 'dropped' })

describe('the relay of traces', () => {
  let collector: Collector
  let relay: TraceRelay
  let waits: number[]
  const open = (options: { timeoutMillis?: number; concurrencyLimit?: number } = {}) => {
    relay = createTraceRelay({
      config: {
        url: collector.url,
        headers: { 'x-api-key': 'collector secret' },
        concurrencyLimit: 2,
        timeoutMillis: 60_000,
        ...options,
      },
      log: createLog({ level: 'silent', process: 'test' }),
      wait: async (ms) => void waits.push(ms),
    })
  }
  beforeEach(async () => {
    waits = []
    collector = await startCollector()
  })
  afterEach(async () => {
    await relay.close()
    await collector.close()
  })

  it('hands on what it took, with the collector’s own headers [S7.10]', async () => {
    open()
    relay.take(BODY)
    await relay.drained()
    expect(collector.spans.map((span) => [span.service, span.name])).toEqual([
      ['caseloom-browser', 'navigate'],
    ])
    expect(collector.requests[0]).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'collector secret',
    })
    expect(collector.requests[0]).not.toHaveProperty('traceparent')
  })

  it('tries again 5 times at growing distances while the collector is away [S9.07]', async () => {
    open()
    collector.mood = 'away'
    const before = await lost()
    relay.take(BODY)
    await relay.drained()
    expect(collector.requests).toHaveLength(6)
    for (const [at, base] of [1000, 1500, 2250, 3375].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(base * 0.8)
      expect(waits[at]).toBeLessThanOrEqual(base * 1.2)
    }
    expect(waits[4]).toBeLessThanOrEqual(5000)
    expect((await lost()) - before).toBe(1)
  })

  it('waits as long as the collector asks, but not beyond the time of one export', async () => {
    open({ timeoutMillis: 10_000 })
    collector.mood = 'throttles'
    collector.retryAfter = '3'
    relay.take(BODY)
    await collector.nextRequest()
    collector.retryAfter = '60'
    await relay.drained()
    expect(waits).toEqual([3000])
    expect(collector.requests).toHaveLength(2)
  })

  it.each(['hangs', 'dies'] as const)('loses only spans when the collector %s', async (mood) => {
    open({ timeoutMillis: 150 })
    collector.mood = mood
    const before = await lost()
    relay.take(BODY)
    await relay.drained()
    expect((await lost()) - before).toBe(1)
    collector.mood = 'takes'
    relay.take(BODY)
    await relay.drained()
    expect(collector.spans).toHaveLength(1)
  })

  it('drops what is too much while a collector hangs, and keeps no caller waiting', async () => {
    open({ concurrencyLimit: 1 })
    collector.mood = 'hangs'
    const before = await dropped()
    const asked = collector.nextRequest()
    for (let at = 0; at < 600; at += 1) relay.take(BODY)
    expect((await dropped()) - before).toBe(600 - 512 - 1)
    await asked
    expect(collector.requests).toHaveLength(1)
  })
})
