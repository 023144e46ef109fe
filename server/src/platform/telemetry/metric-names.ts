/** One metric as scrapers see it; labels take few values each, never an id. */
export interface MetricDefinition {
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  labels?: readonly string[]
  /** Upper bounds of a histogram, in its unit. */
  buckets?: readonly number[]
}

const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Every metric of the product; docs/operations/metrics.md lists the same names, and a test compares them. */
export const METRICS = {
  caseloom_build_info: {
    kind: 'gauge',
    help: 'Always 1; the labels name the version and role',
    labels: ['version', 'role'],
  },
  caseloom_ready: { kind: 'gauge', help: 'Parts of readiness: 1 is fine, 0 is not', labels: ['part'] },
  caseloom_draining: { kind: 'gauge', help: '1 while this process finishes its work before it stops' },
  caseloom_clock_offset_seconds: {
    kind: 'gauge',
    help: 'Clock of this process minus the clock of the database',
  },
  caseloom_processes: { kind: 'gauge', help: 'Processes that reported within 30 s', labels: ['role'] },
  caseloom_database_connections: { kind: 'gauge', help: 'Connections of the pool', labels: ['state'] },
  caseloom_database_connection_limit: { kind: 'gauge', help: 'Connections that the pool may open' },
  caseloom_database_connection_waiters: { kind: 'gauge', help: 'Transactions that wait for a connection' },
  caseloom_waiting_for_database: {
    kind: 'gauge',
    help: 'Pieces of work that wait for the database to work again',
  },
  caseloom_looks_failed_total: {
    kind: 'counter',
    help: 'Looks for due work that failed and are repeated',
    labels: ['work'],
  },
  caseloom_feed_lag_seconds: { kind: 'gauge', help: 'Age of the oldest fact not yet pushed to screens' },
  caseloom_feed_events_total: { kind: 'counter', help: 'Facts that this process read from the outbox' },
  caseloom_hub_sockets: { kind: 'gauge', help: 'Open sockets of live updates' },
  caseloom_events_total: { kind: 'counter', help: 'Business facts, each also a log line', labels: ['event'] },
  caseloom_traces_relayed_total: {
    kind: 'counter',
    help: 'Exports of spans by browsers: sent, lost, dropped',
    labels: ['outcome'],
  },
  caseloom_http_request_seconds: {
    kind: 'histogram',
    help: 'Time to answer a request',
    labels: ['method', 'route', 'status'],
    buckets: LATENCY_SECONDS,
  },
  caseloom_http_requests_in_flight: { kind: 'gauge', help: 'Requests that are being answered' },
  caseloom_http_body_bytes: { kind: 'gauge', help: 'Memory that request bodies take now' },
  caseloom_runs: { kind: 'gauge', help: 'Open runs of the installation', labels: ['state'] },
  caseloom_start_queue: { kind: 'gauge', help: 'Starts that wait for the engine or for their turn' },
  caseloom_start_queue_age_seconds: { kind: 'gauge', help: 'Age of the oldest start that waits' },
  caseloom_engine_starts_overdue: {
    kind: 'gauge',
    help: 'Starts that the engine has not confirmed after a first attempt',
  },
} as const satisfies Record<string, MetricDefinition>
export type MetricName = keyof typeof METRICS
