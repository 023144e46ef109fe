import { AppError } from '../errors.ts'

/** Few facts of a span: codes, counts, templates of paths; never values of records, queries, bodies or persons. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** W3C trace context as it travels from process to process. */
export interface TraceCarrier {
  traceparent: string
  tracestate?: string
}

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  facts?: SpanFacts
  /** What the span continues from: headers of a request or a stored carrier; the present span when absent. */
  parent?: Readonly<Record<string, unknown>> | undefined
}

export interface Span {
  set(facts: SpanFacts): void
  /** Marks the span as failed by a code; an exception is recorded with its stack. */
  fail(code: string, error?: unknown): void
  end(): void
  /** Does the work inside of the span, so that spans of it become children. */
  inside<T>(work: () => T): T
}

/** Does work in a saved context. */
export type Rebound = <T>(work: () => T) => T

/** What does the work when a collector is set (tracing-sdk.ts). */
export interface TracingEngine {
  open(name: string, options: SpanOptions): Span
  /** True inside of a span that is recorded. */
  recording(): boolean
  carrier(): TraceCarrier | undefined
  traceId(): string | undefined
  /** The present context, to be taken up again elsewhere. */
  bind(): Rebound
  /** Hands over what is waiting and stops. */
  stop(): Promise<void>
}

const NO_SPAN: Span = {
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  inside: (work) => work(),
}

// One engine per process, as with metrics: spans are found by the asynchronous context, not handed around.
let engine: TracingEngine | null = null

/** Puts the engine of this process in place; null switches tracing off, which is how it starts. */
export function useTracing(next: TracingEngine | null): void {
  engine = next
}

/** True while spans of this process go anywhere. */
export function isTracing(): boolean {
  return engine !== null
}

/** A span that the caller ends; nothing while tracing is off. */
export function openSpan(name: string, options: SpanOptions = {}): Span {
  return engine === null ? NO_SPAN : engine.open(name, options)
}

/** Does the work in a span of its own, which ends with it; what is thrown is recorded and thrown on. */
export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (engine === null) return work(NO_SPAN)
  const span = engine.open(name, options)
  try {
    return await span.inside(() => work(span))
  } catch (error) {
    // What is refused rightly is an outcome; only what broke is a failure.
    if (error instanceof AppError && error.status < 500) span.set({ 'error.type': error.code })
    else span.fail(codeOf(error), error)
    throw error
  } finally {
    span.end()
  }
}

/** Like withSpan, but only where a recorded span is around: begins no trace of its own. */
export function withInnerSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return engine?.recording() === true ? withSpan(name, options, work) : work()
}

/** The present trace context for others; undefined while there is none. */
export function traceCarrier(): TraceCarrier | undefined {
  return engine?.carrier()
}

/** Keeps the present trace context for work that is called from another one. */
export function bindTrace(): Rebound {
  return engine === null ? (work) => work() : engine.bind()
}

/** The trace fields of a log line; a new object each time, since the logger adds its own properties to it. */
export function traceFacts(): object {
  const traceId = engine?.traceId()
  return traceId === undefined ? {} : { traceId }
}

function codeOf(error: unknown): string {
  if (error instanceof Error)
    return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'error'
}
