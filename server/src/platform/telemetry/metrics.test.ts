import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { METRICS, type MetricDefinition } from './metric-names.ts'
import { count, gauge, metricsText, observe, sampleGauge } from './metrics.ts'

const PAGE = new URL('../../../../docs/operations/metrics.md', import.meta.url)
const FOLDER = new URL('../../../../docs/operations/', import.meta.url)

function documented(): [name: string, kind: string, labels: string][] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| `(caseloom_\w+)` \| (\w+) \| ([^|]*) \|/gm)
  return [...rows].map(([, name = '', kind = '', labels = '']) => [
    name,
    kind,
    labels.replaceAll(/[` ]/g, ''),
  ])
}

describe('metrics', () => {
  test('the page lists every metric with its kind and labels, and no other', () => {
    const known = Object.entries<MetricDefinition>(METRICS).map(([name, { kind, labels = [] }]) => [
      name,
      kind,
      labels.join(','),
    ])
    expect(documented()).toEqual(known)
  })

  test('no page of operations names a metric that does not exist', () => {
    const pages = ['metrics', 'scaling', 'postgres', 'tracing', 'service', 'backup', 'mail']
    const named = pages.flatMap((page) => {
      const text = readFileSync(new URL(`${page}.md`, FOLDER), 'utf8')
      return [...text.matchAll(/caseloom_[a-z_]*(?:_total|_seconds|_ready|_sockets|_runs|_queue)\b/g)]
    })
    expect(named.length).toBeGreaterThan(10)
    for (const [name] of named) expect(Object.keys(METRICS)).toContain(name)
  })

  test('counters, gauges and histograms are reported in Prometheus text format', async () => {
    count('caseloom_traces_relayed_total', { outcome: 'sent' }, 3)
    gauge('caseloom_hub_sockets', 7)
    observe('caseloom_http_request_seconds', 0.02, { method: 'GET', route: '/api/test', status: '2xx' })
    const text = await metricsText()
    expect(text).toContain('# TYPE caseloom_traces_relayed_total counter')
    expect(text).toMatch(/^caseloom_traces_relayed_total\{outcome="sent"\} \d+$/m)
    expect(text).toContain('caseloom_hub_sockets 7')
    expect(text).toMatch(/caseloom_http_request_seconds_bucket\{le="0.025",.*route="\/api\/test".*\} 1/)
  })

  test('a gauge that cannot be read is left out, and the others are reported', async () => {
    const stop = sampleGauge('caseloom_start_queue', () => Promise.reject(new Error('away')))
    const stopProcesses = sampleGauge('caseloom_processes', () => Promise.reject(new Error('away')))
    const stopRuns = sampleGauge('caseloom_runs', async () => [{ value: 4, labels: { state: 'queued' } }])
    const text = await metricsText()
    expect(text).not.toMatch(/^caseloom_(?:start_queue|processes)[ {]/m)
    expect(text).toContain('caseloom_runs{state="queued"} 4')
    stop()
    stopRuns()
    stopProcesses()
  })
})
