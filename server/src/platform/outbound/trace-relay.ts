import { setTimeout as pause } from 'node:timers/promises'
import type { TracesConfig } from '../config.ts'
import { createOutbound, type Outbound } from './outbound.ts'
import type { Log } from '../telemetry/log.ts'
import { count } from '../telemetry/metrics.ts'

/** Hands spans of browsers on to the collector; whatever becomes of them, no one waits for it. */
export interface TraceRelay {
  /** Takes a checked body; drops it when too much is waiting already. */
  take(body: Buffer): void
  /** Settles when all that was taken is sent or lost; for tests and for a clean end. */
  drained(): Promise<void>
  close(): Promise<void>
}

export interface TraceRelayDeps {
  config: Pick<TracesConfig, 'url' | 'headers' | 'concurrencyLimit' | 'timeoutMillis'>
  log: Log
  /** Waits between attempts; the clock's own when absent. */
  wait?: (ms: number) => Promise<void>
}

/** As the browser's exporter does it, so that spans of both have the same fate. */
const RETRIES = 5
const BACKOFF = { initialMs: 1000, capMs: 5000, factor: 1.5, jitter: 0.2 }
const MAX_WAITING = 512
const MAX_BYTES = 32 * 1024 * 1024
const ANSWER_BYTES = 64 * 1024
const PASSING = new Set([429, 502, 503, 504])

export function createTraceRelay({
  config,
  log,
  wait = (ms) => pause(ms, undefined, { ref: false }),
}: TraceRelayDeps): TraceRelay {
  // The operator named this address, so it may lie anywhere; nothing else can be reached through this transport.
  const outbound = createOutbound({ allow: [hostPortOf(config.url)], ownPorts: [] })
  const waiting: Buffer[] = []
  const ended = new AbortController()
  let bytes = 0
  let idle = Promise.withResolvers<void>()
  idle.resolve()
  let lanes = 0
  const lane = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const sent = await deliver({ outbound, config, wait, signal: ended.signal }, body)
      bytes -= body.length
      count('caseloom_traces_relayed_total', { outcome: sent ? 'sent' : 'lost' })
      if (!sent) log.debug({ bytes: body.length }, 'failed to forward browser spans to the collector')
    }
    lanes -= 1
    if (lanes === 0) idle.resolve()
  }
  return {
    take(body) {
      if (waiting.length >= MAX_WAITING || bytes + body.length > MAX_BYTES) {
        count('caseloom_traces_relayed_total', { outcome: 'dropped' })
        return
      }
      waiting.push(body)
      bytes += body.length
      if (lanes >= config.concurrencyLimit) return
      if (lanes === 0) idle = Promise.withResolvers<void>()
      lanes += 1
      void lane()
    },
    drained: () => idle.promise,
    async close() {
      ended.abort()
      waiting.length = 0
      await outbound.close()
    },
  }
}

interface Delivery extends Required<Pick<TraceRelayDeps, 'config' | 'wait'>> {
  outbound: Outbound
  signal: AbortSignal
}

/** True when the collector took it; tries again what passes on its own, within the time of one export. */
async function deliver({ outbound, config, wait, signal }: Delivery, body: Buffer): Promise<boolean> {
  const deadline = Date.now() + config.timeoutMillis
  let backoff = BACKOFF.initialMs
  for (let retries = 0; !signal.aborted; retries += 1) {
    const answer = await outbound.request({
      url: config.url,
      method: 'POST',
      headers: { ...config.headers, 'content-type': 'application/json' },
      body,
      timeoutMs: Math.max(deadline - Date.now(), 1),
      maxBytes: ANSWER_BYTES,
      signal,
      untraced: true,
      keepRedirects: true,
    })
    if (answer.ok && answer.status < 300) return true
    const passing = answer.ok ? PASSING.has(answer.status) : answer.error.retryable
    if (!passing || retries === RETRIES) return false
    const jitter = 1 + (Math.random() * 2 - 1) * BACKOFF.jitter
    const asked = answer.ok ? answer.retryAfterMs : null
    const delay = asked ?? Math.min(backoff * jitter, BACKOFF.capMs)
    backoff *= BACKOFF.factor
    if (Date.now() + delay > deadline) return false
    await wait(delay)
  }
  return false
}

function hostPortOf(address: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}
