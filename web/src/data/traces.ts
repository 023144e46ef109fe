/** Few facts of a span: methods, templates of paths, codes; never ids, query values, bodies or names of people. */
export type SpanFacts = Record<string, string | number | boolean>

/** A finished span as it waits for the exporter, which is loaded after the first paint. */
export interface SpanRecord {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: 'internal' | 'client'
  /** Milliseconds since the epoch. */
  start: number
  end: number
  facts: SpanFacts
  /** Present when it failed. */
  failure: { code: string; thrown?: unknown } | undefined
}

export type SpanSink = (span: SpanRecord) => void

export interface OpenSpan {
  /** For the header of a request that belongs to it (W3C trace context). */
  traceparent: string
  fail: (code: string, thrown?: unknown) => void
  end: (facts?: SpanFacts) => void
}

/** Spans of a page's first moments; more adds nothing. */
const MAX_BUFFERED = 200

let sink: SpanSink | null = null
let off = false
let buffered: SpanRecord[] = []
let around: { traceId: string; spanId: string } | undefined

/** Sets the span sink and flushes what waited; null disables tracing on this page. */
export function sendSpansTo(next: SpanSink | null): void {
  sink = next
  off = next === null
  const waited = buffered
  buffered = []
  if (next !== null) for (const span of waited) next(span)
}

/** Starts a span below the current navigation; null while tracing is off. */
export function beginSpan(name: string, kind: SpanRecord['kind'], facts: SpanFacts): OpenSpan | null {
  if (off) return null
  const span: SpanRecord = {
    traceId: around?.traceId ?? randomHex(16),
    spanId: randomHex(8),
    parentId: around?.spanId,
    name,
    kind,
    start: now(),
    end: 0,
    facts,
    failure: undefined,
  }
  return {
    traceparent: `00-${span.traceId}-${span.spanId}-01`,
    fail: (code, thrown) => void (span.failure = { code, thrown }),
    end(more) {
      if (span.end !== 0 || off) return
      span.end = now()
      Object.assign(span.facts, more)
      if (sink !== null) sink(span)
      else if (buffered.length < MAX_BUFFERED) buffered.push(span)
    },
  }
}

/** Spans started from now on belong to this one; null: each starts its own trace. */
export function goInside(span: OpenSpan | null): void {
  const [, traceId = '', spanId = ''] = span?.traceparent.split('-') ?? []
  around = span === null ? undefined : { traceId, spanId }
}

/** Records an unhandled exception or a failed render. */
export function recordError(error: unknown, source: string): void {
  const span = beginSpan('error', 'internal', { 'error.source': source })
  span?.fail(error instanceof Error ? error.name : typeof error, error)
  span?.end()
}

function now(): number {
  return performance.timeOrigin + performance.now()
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
