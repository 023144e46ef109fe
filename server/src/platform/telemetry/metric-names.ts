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
    help: 'Always 1; labels give the version and role',
    labels: ['version', 'role'],
  },
  caseloom_ready: { kind: 'gauge', help: 'Readiness checks: 1 is passing, 0 is failing', labels: ['part'] },
  caseloom_draining: { kind: 'gauge', help: '1 while this process drains before it stops' },
  caseloom_clock_offset_seconds: {
    kind: 'gauge',
    help: 'Clock of this process minus the clock of the database',
  },
  caseloom_processes: { kind: 'gauge', help: 'Processes that reported within 30 s', labels: ['role'] },
  caseloom_database_connections: { kind: 'gauge', help: 'Connections of the pool', labels: ['state'] },
  caseloom_database_connection_limit: { kind: 'gauge', help: 'Maximum connections of the pool' },
  caseloom_database_connection_waiters: { kind: 'gauge', help: 'Transactions waiting for a connection' },
  caseloom_waiting_for_database: {
    kind: 'gauge',
    help: 'Operations waiting for the database to recover',
  },
  caseloom_looks_failed_total: {
    kind: 'counter',
    help: 'Failed scans for due work; they are retried',
    labels: ['work'],
  },
  caseloom_feed_lag_seconds: { kind: 'gauge', help: 'Age of the oldest outbox event not yet delivered' },
  caseloom_feed_events_total: { kind: 'counter', help: 'Outbox events read by this process' },
  caseloom_hub_sockets: { kind: 'gauge', help: 'Open live update sockets' },
  caseloom_events_total: { kind: 'counter', help: 'Business events; each is also logged', labels: ['event'] },
  caseloom_traces_relayed_total: {
    kind: 'counter',
    help: 'Browser span exports: sent, lost, dropped',
    labels: ['outcome'],
  },
  caseloom_http_request_seconds: {
    kind: 'histogram',
    help: 'Request duration',
    labels: ['method', 'route', 'status'],
    buckets: LATENCY_SECONDS,
  },
  caseloom_http_requests_in_flight: { kind: 'gauge', help: 'Requests in progress' },
  caseloom_http_body_bytes: { kind: 'gauge', help: 'Memory used by request bodies' },
  caseloom_runs: { kind: 'gauge', help: 'Open runs of the installation', labels: ['state'] },
  caseloom_start_queue: { kind: 'gauge', help: 'Run starts waiting for the engine or for capacity' },
  caseloom_start_queue_age_seconds: { kind: 'gauge', help: 'Age of the oldest waiting run start' },
  caseloom_engine_starts_overdue: {
    kind: 'gauge',
    help: 'Run starts not confirmed by the engine after a first attempt',
  },
} as const satisfies Record<string, MetricDefinition>
export type MetricName = keyof typeof METRICS
