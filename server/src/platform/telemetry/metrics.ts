import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { METRICS, type MetricDefinition, type MetricName } from './metric-names.ts'

/** Labels of a metric: few values each, never an id. */
export type Labels = Readonly<Record<string, string>>
/** One figure that is read when a scraper asks. */
export interface Sample {
  value: number
  labels?: Labels
}
type Sampler = () => number | readonly Sample[] | Promise<number | readonly Sample[]>

// One table per process, as in every metrics client: the numbers describe the process itself.
const registry = new Registry()
const metrics = new Map<MetricName, Counter | Gauge | Histogram>()
const samplers = new Map<MetricName, Sampler>()
let withProcess = false

/** Adds to a counter. */
export function count(name: MetricName, labels: Labels = {}, by = 1): void {
  const found = metricOf(name)
  if (found instanceof Counter) found.inc(labels, by)
}

/** Sets a gauge. */
export function gauge(name: MetricName, value: number, labels: Labels = {}): void {
  const found = metricOf(name)
  if (found instanceof Gauge) found.set(labels, value)
}

/** Adds an observation to a histogram. */
export function observe(name: MetricName, value: number, labels: Labels = {}): void {
  const found = metricOf(name)
  if (found instanceof Histogram) found.observe(labels, value)
}

/**
 * Reads a gauge whenever a scraper asks; what fails is left out of that answer. One reader per metric, the last one
 * wins; answers how to remove it.
 */
export function sampleGauge(name: MetricName, read: Sampler): () => void {
  samplers.set(name, read)
  return () => {
    if (samplers.get(name) === read) samplers.delete(name)
  }
}

/** The present value of a metric with exactly these labels; 0 when nothing was counted. */
export async function metric(name: MetricName, labels: Labels = {}): Promise<number> {
  const wanted = Object.entries(labels)
  const { values } = await metricOf(name).get()
  const found = values.find(
    (value) =>
      Object.keys(value.labels).length === wanted.length &&
      wanted.every(([key, text]) => Object.entries(value.labels).some(([k, v]) => k === key && v === text)),
  )
  return found?.value ?? 0
}

/** Adds what Node.js knows about its process: memory, event loop, garbage collection. */
export function addProcessMetrics(): void {
  if (withProcess) return
  withProcess = true
  collectDefaultMetrics({ register: registry })
}

/** All metrics in Prometheus text format 0.0.4. */
export async function metricsText(): Promise<string> {
  await Promise.all([...samplers].map(([name, read]) => sampleNow(name, read)))
  return registry.metrics()
}

export const METRICS_TYPE = registry.contentType

async function sampleNow(name: MetricName, read: Sampler): Promise<void> {
  const found = metricOf(name)
  if (!(found instanceof Gauge)) return
  found.reset()
  try {
    const samples = await read()
    if (typeof samples === 'number') found.set(samples)
    else for (const { value, labels } of samples) found.set({ ...labels }, value)
  } catch {
    // A missing sample is how a scraper sees the failure; the reading’s own work logs it. A gauge without labels would
    // read 0 after the reset.
    if (!hasLabels(name)) found.remove()
  }
}

function hasLabels(name: MetricName): boolean {
  const { labels = [] }: MetricDefinition = METRICS[name]
  return labels.length > 0
}

function metricOf(name: MetricName): Counter | Gauge | Histogram {
  const known = metrics.get(name)
  if (known !== undefined) return known
  const made = make(name, METRICS[name])
  metrics.set(name, made)
  return made
}

function make(name: MetricName, definition: MetricDefinition): Counter | Gauge | Histogram {
  const { kind, help, labels = [], buckets } = definition
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  if (kind === 'counter') return new Counter(options)
  if (kind === 'gauge') return new Gauge(options)
  return new Histogram({ ...options, ...(buckets === undefined ? {} : { buckets: [...buckets] }) })
}
