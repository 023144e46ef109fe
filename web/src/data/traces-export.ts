import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { WebTracerProvider } from '@opentelemetry/sdk-trace-web'
import type { TracingConfig } from '@caseloom/contract/system/telemetry'
import type { SpanSink } from './traces.ts'

/** The exporter of the tracing config; unspecified values are the library's defaults, pinned by a test. */
export function collectorExporter(
  config: TracingConfig & { url: string },
  timezone: () => string,
): SpanExporter {
  const { headers, concurrencyLimit, timeoutMillis } = config
  return new OTLPTraceExporter({
    url: new URL(config.url, location.origin).href,
    headers: async () => ({ ...headers, Timezone: timezone() }),
    concurrencyLimit,
    timeoutMillis,
  })
}

/** Hands spans to the exporter in batches: queue 2048, batch 512, every 5 s and when the page is hidden. */
export function startExport(exporter: SpanExporter): SpanSink {
  // The ids were given when the span began: requests carried them already.
  let next: { traceId: string; spanId: string } = { traceId: '', spanId: '' }
  const provider = new WebTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'caseloom-browser' }),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // The library's own limits hold: baggage 8192 characters, tracestate 32 members and 512 characters.
  provider.register({
    propagator: new CompositePropagator({
      propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
    }),
  })
  const tracer = provider.getTracer('caseloom')
  return (record) => {
    next = record
    const { traceId, parentId: spanId } = record
    const parent =
      spanId === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
    const kind = record.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
    const span = tracer.startSpan(
      record.name,
      { kind, startTime: record.start, attributes: record.facts },
      parent,
    )
    const { failure } = record
    if (failure !== undefined) {
      span.setAttribute('error.type', failure.code)
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (failure.thrown !== undefined) span.recordException(described(failure.thrown), record.end)
    }
    span.end(record.end)
  }
}

function described(thrown: unknown): { name: string; message: string; stack?: string } {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: '' }
  const { name, message, stack } = thrown
  return {
    name,
    message: tidy(message, 500),
    ...(stack === undefined ? {} : { stack: tidy(stack, 4000) }),
  }
}

/** URLs in messages and stacks contain neither IDs nor query values. */
function tidy(text: string, most: number): string {
  return text
    .replace(/[?#][^\s:)"']*/g, '')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id')
    .slice(0, most)
}
