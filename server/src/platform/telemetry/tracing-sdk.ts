import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracesConfig } from '../config.ts'
import { maskSecrets } from './log.ts'
import type { Span, TraceCarrier, TracingEngine } from './tracing.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const
/** A stop must not wait for a collector that hangs. */
const STOP_WITHIN_MS = 2_000

const getter = {
  keys: (carrier: Readonly<Record<string, unknown>>) => Object.keys(carrier),
  get(carrier: Readonly<Record<string, unknown>>, key: string) {
    const value = carrier[key]
    return typeof value === 'string' || Array.isArray(value) ? value : undefined
  },
}
// The library's own limits: 32 members and 512 characters of tracestate, 8192 characters of baggage; the rest is dropped.
const incoming = new CompositePropagator({
  propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
})
/** Baggage stays here: it belongs to the sender, and outside services are none of its business. */
const outgoing = new W3CTraceContextPropagator()

/** The exporter to the collector with the library's batching: queue 2048, batch 512, every 5 s, up to 5 retries. */
export function collectorProcessor(config: TracesConfig): SpanProcessor {
  // Not by platform/outbound: the address is the operator's own setting, and the library brings batching and retries.
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    concurrencyLimit: config.concurrencyLimit,
    timeoutMillis: config.timeoutMillis,
  })
  return new BatchSpanProcessor(exporter)
}

/** The engine over the OpenTelemetry SDK. A caller's decision to sample is followed; new traces go by the ratio. */
export function tracingEngine(
  process: string,
  config: Pick<TracesConfig, 'ratio'>,
  processor: SpanProcessor,
): TracingEngine {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `caseloom-${process}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('caseloom')
  // Not the library's global context: two products in one test process must not share spans.
  const present = new AsyncLocalStorage<Context>()
  const here = () => present.getStore() ?? ROOT_CONTEXT
  const spanHere = () => trace.getSpanContext(here())
  return {
    open(name, { kind = 'internal', facts, parent }) {
      const from = parent === undefined ? here() : incoming.extract(ROOT_CONTEXT, parent, getter)
      const options: Parameters<typeof tracer.startSpan>[1] = { kind: KINDS[kind] }
      if (facts !== undefined) options.attributes = { ...facts }
      const span = tracer.startSpan(name, options, from)
      return facade(span, (work) => present.run(trace.setSpan(from, span), work))
    },
    recording: () => ((spanHere()?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0,
    carrier() {
      const carrier: Partial<TraceCarrier> = {}
      outgoing.inject(here(), carrier, {
        set: (target, key, value) => Object.assign(target, { [key]: value }),
      })
      const { traceparent, tracestate } = carrier
      if (traceparent === undefined) return undefined
      return tracestate === undefined || tracestate === '' ? { traceparent } : { traceparent, tracestate }
    },
    traceId: () => spanHere()?.traceId,
    bind() {
      const bound = here()
      return (work) => present.run(bound, work)
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_WITHIN_MS)
      })
      // Spans are best effort, and the exporter counts what it loses.
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

function facade(span: ReturnType<typeof trace.wrapSpanContext>, inside: Span['inside']): Span {
  let ended = false
  return {
    set: (facts) => void span.setAttributes({ ...facts }),
    fail(code, error) {
      span.setAttribute('error.type', code)
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (error instanceof Error) {
        const { name, stack } = error
        const message = maskSecrets(error.message)
        span.recordException({ name, message, ...(stack === undefined ? {} : { stack: maskSecrets(stack) }) })
      }
    },
    end() {
      if (ended) return
      ended = true
      span.end()
    },
    inside,
  }
}
