import { AppView } from '@caseloom/contract/apps/apps'
import { RecordPage } from '@caseloom/contract/records/records'
import { drive } from './load.ts'
import { boundsOf, cpuOf } from './meter.ts'
import { round } from './statistics.ts'
import type { Bench, Figure } from './workloads.ts'

const ALERTS = 400
const CONCURRENCY = 20
/** The storm of a major outage comes within this time. */
const SECONDS = 120

const rule = { key: 'same', name: 'Same service', fields: ['service'], within: 3_600, into: 'open' }
const app = {
  key: 'storm',
  acronym: 'STM',
  name: 'Storm',
  titleField: 'title',
  listColumns: ['title', 'service'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'service', label: 'Service', type: 'text' },
    { key: 'source_ref', label: 'Source', type: 'text', unique: true },
    { key: 'seen', label: 'Observables', type: 'observables' },
  ],
  layout: [],
}

/** 400 alerts of one outage through the API, as fast as they go: folded into one record, and each as a record. */
export async function storm({ caseloom, launcher }: Bench): Promise<Figure> {
  const base = `/api/tenant/${caseloom.tenantId}/apps`
  const measure = async (name: string, correlation: object[]) => {
    const body = { ...app, key: `storm_${name}`, acronym: name === 'folded' ? 'STF' : 'STK', correlation }
    const { id } = AppView.parse(await caseloom.call('POST', base, body))
    const call = (i: number) => caseloom.call('POST', `${base}/${id}/records`, { fields: alertOf(i) })
    const { result, ...cost } = await cpuOf(launcher, () => drive(ALERTS, CONCURRENCY, call))
    const listed = performance.now()
    const found = await caseloom.call('POST', `${base}/${id}/records/search`, { limit: 50, count: 'exact' })
    const listMs = round(performance.now() - listed, 0)
    const page = RecordPage.parse(found)
    return {
      result,
      cost,
      listMs,
      records: page.total?.value ?? 0,
      folded: page.items[0]?.similar?.folded ?? 0,
    }
  }
  const apart = await measure('kept', [])
  const together = await measure('folded', [rule])
  if (together.records !== 1 || together.folded !== ALERTS - 1)
    throw new Error(`${together.records} records with ${together.folded} folded`)
  const each = ({ cost, result }: typeof apart) => round(cost.cpuMs / Math.max(1, result.n), 1)
  return {
    workload: `Storm: ${ALERTS} alerts of one outage folded into one record, ${CONCURRENCY} at a time`,
    reached: `${round(together.result.wallMs / 1000, 1)} s, ${each(together)} CPU-ms per alert (${each(apart)} when each is a record), list ${together.listMs} ms`,
    goal: `≤ ${SECONDS} s, list ≤ 2 s`,
    peers: 'not measured',
    bounds: boundsOf(together.cost, together.result.n, together.result.wallMs),
    details: { together: together.result, apart: apart.result },
  }
}

function alertOf(i: number) {
  return {
    title: `Checkout is slow (probe ${i})`,
    service: 'checkout',
    source_ref: `probe-${i}`,
    seen: [`10.0.${i % 4}.${i % 250}`],
  }
}
