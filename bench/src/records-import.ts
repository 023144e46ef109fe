import { FileView } from '@caseloom/contract/records/files'
import { JobView } from '@caseloom/contract/records/jobs'
import type { Caseloom } from './caseloom.ts'
import { send } from './load.ts'
import { cpuOf } from './meter.ts'
import { alertFields } from './records-app.ts'
import { round } from './statistics.ts'

/** Rows of one file: about 22 MB. */
const FILE_ROWS = 20_000
const LOOK_MS = 50

/** What importing a stretch took. */
export interface Filled {
  rows: number
  /** Rows that are there and listed. */
  perSecond: number
  /** Rows that are also found by their words. */
  searchablePerSecond: number
  /** CPU microseconds per record by part of the product, words and all. */
  cpuUs: Record<string, number>
}

interface Place {
  caseloom: Caseloom
  appId: string
  root: number
  /** True when the time is up: the file at work is the last. */
  hasEnded(): boolean
}

/** Imports records `from` to `to` as CSV files, one job after the other, as a person does; answers how far it came. */
export async function importRecords(
  place: Place,
  { from, to }: { from: number; to: number },
): Promise<Filled> {
  const cpu: Record<string, number> = {}
  let [rows, rowsMs, wholeMs] = [0, 0, 0]
  for (let at = from; at < to && (rows === 0 || !place.hasEnded()); at += FILE_ROWS) {
    const count = Math.min(FILE_ROWS, to - at)
    // Making the file and sending it is not measured.
    const fileId = await upload(place.caseloom, csvOf(at, count))
    const { result, byPart } = await cpuOf(place.root, () => runJob(place, fileId))
    for (const [part, ms] of Object.entries(byPart)) cpu[part] = (cpu[part] ?? 0) + ms
    rows += count
    rowsMs += result.rowsMs
    wholeMs += result.wholeMs
  }
  return {
    rows,
    perSecond: round((rows * 1000) / Math.max(1, rowsMs), 0),
    searchablePerSecond: round((rows * 1000) / Math.max(1, wholeMs), 0),
    cpuUs: Object.fromEntries(
      Object.entries(cpu).map(([part, ms]) => [part, round((ms * 1000) / Math.max(1, rows), 0)]),
    ),
  }
}

async function runJob(
  { caseloom, appId }: Place,
  fileId: string,
): Promise<{ rowsMs: number; wholeMs: number }> {
  const base = `/api/tenant/${caseloom.tenantId}`
  const columns = Object.keys(alertFields(0)).map((key) => ({ column: key, field: key }))
  const begin = performance.now()
  let job = JobView.parse(
    await caseloom.call('POST', `${base}/apps/${appId}/records/import`, { fileId, format: 'csv', columns }),
  )
  let rowsMs = 0
  while (job.state === 'queued' || job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    job = JobView.parse(await caseloom.call('GET', `${base}/jobs/${job.id}`))
    if (rowsMs === 0 && job.done === job.total) rowsMs = performance.now() - begin
  }
  if (job.state !== 'succeeded' || job.counts.failed > 0)
    throw new Error(`The import ended as ${job.state}: ${job.error ?? JSON.stringify(job.faults[0])}`)
  return { rowsMs, wholeMs: performance.now() - begin }
}

async function upload({ address, cookie, tenantId }: Caseloom, csv: string): Promise<string> {
  const answer = await send(`${address}/api/tenant/${tenantId}/files?name=alerts.csv`, {
    method: 'POST',
    headers: { cookie, origin: address, 'content-type': 'application/octet-stream' },
    body: Buffer.from(csv),
  })
  if (answer.status > 299)
    throw new Error(`The upload answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return FileView.parse(JSON.parse(answer.text)).id
}

function csvOf(from: number, count: number): string {
  const keys = Object.keys(alertFields(0))
  const lines = Array.from({ length: count }, (_, n) => {
    const fields = alertFields(from + n)
    return keys.map((key) => cell(fields[key])).join(',')
  })
  return `${keys.join(',')}\n${lines.join('\n')}\n`
}

function cell(value: ReturnType<typeof alertFields>[string] | undefined): string {
  const text = Array.isArray(value)
    ? value.join(';')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
