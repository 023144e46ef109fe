import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BatchReply } from '@caseloom/contract/records/record-api'
import { z } from 'zod'
import { memoryByPart } from './meter.ts'
import { signedIntake } from './playbooks.ts'
import { round, summarize } from './statistics.ts'
import type { Bench, Figure } from './workloads.ts'

const SECONDS = 12
const SLOW_BODIES = 30
const FLOODS = 3
const FLOOD_BYTES = 5_000_000
const HELD_BYTES = 24_000_000
const PING_EVERY_MS = 25
const Apps = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })

/**
 * Strangers hold webhook bodies open (unknown webhooks, and a known one with a signature that may be right) and flood the
 * sign-in with bodies of 300,000 unknown keys: what others notice at /api/health, and what it takes in memory. Then a
 * person creates batches of 1,000 records.
 */
export async function floods({ caseloom, launcher }: Bench): Promise<Figure> {
  const { hook } = await caseloom.publish(signedIntake('bench_floods'))
  const url = new URL(caseloom.address)
  const pinger = new Agent({ keepAlive: true })
  const quiet = await pings(url, pinger, sleep(3_000))
  const before = memoryByPart(launcher)['web'] ?? 0
  const until = performance.now() + SECONDS * 1000
  const sent = { slow: 0, floods: 0 }
  const attackers = Promise.all([
    ...Array.from({ length: SLOW_BODIES }, (_, at) =>
      holdOpen(
        at % 2 === 0 ? new URL(`/hooks/${caseloom.tenantId}/nope${at}`, url) : new URL(hook),
        until,
        sent,
      ),
    ),
    ...Array.from({ length: FLOODS }, () => flood(new URL('/iam/login', url), until, sent)),
  ])
  let peak = before
  const watching = (async () => {
    while (performance.now() < until) {
      peak = Math.max(peak, memoryByPart(launcher)['web'] ?? 0)
      await sleep(500)
    }
  })()
  const flooded = await pings(url, pinger, attackers)
  await watching
  const batches = await pings(url, pinger, createBatches(caseloom))
  pinger.destroy()
  return {
    workload: `Floods: ${SLOW_BODIES} slow webhook bodies of ${HELD_BYTES / 1e6} MB and ${FLOODS} floods of ${FLOOD_BYTES / 1e6} MB, ${SECONDS} s`,
    reached: `/api/health ${flooded.p99} ms p99 (${quiet.p99} before), ${round(peak - before, 0)} MiB more in the web process; beside batches of 1,000 records ${batches.p99} ms p99`,
    goal: '≤ 100 ms p99, ≤ 100 MiB',
    peers: 'not measured',
    details: { quiet, flooded, batches, sent, webMiB: { before, peak } },
  }
}

/** Asks for /api/health again and again until the work is done; a ping that is late isn't skipped. */
async function pings(url: URL, agent: Agent, work: Promise<unknown>) {
  let over = false
  const done = work.finally(() => (over = true))
  const times: number[] = []
  const started = performance.now()
  while (!over) {
    const since = performance.now()
    await new Promise<void>((resolve, reject) => {
      request(new URL('/api/health', url), { agent }, (reply) => reply.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    times.push(performance.now() - since)
    await sleep(PING_EVERY_MS)
  }
  await done
  const { p50, p95 } = summarize(times, performance.now() - started)
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99))] ?? 0
  return { p50, p95, p99: round(p99, 1), max: round(sorted.at(-1) ?? 0, 1), count: times.length }
}

/** Announces a long body, sends 640 kB a second of it, and starts again when it is closed. */
async function holdOpen(url: URL, until: number, sent: { slow: number }): Promise<void> {
  const piece = Buffer.alloc(64 * 1024, 0x20)
  while (performance.now() < until) {
    const sending = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': HELD_BYTES + 1,
        'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
      },
    })
    const closed = endOf(sending)
    let open = true
    void closed.then(() => (open = false))
    let bytes = 0
    while (open && performance.now() < until) {
      if (bytes < HELD_BYTES) {
        sending.write(piece)
        bytes += piece.length
      }
      await Promise.race([closed, sleep(100)])
    }
    sent.slow += bytes
    sending.destroy()
    await sleep(100)
  }
}

async function flood(url: URL, until: number, sent: { floods: number }): Promise<void> {
  const keys = Array.from({ length: 300_000 }, (_, at) => `"key${at}":1`).join(',')
  const body = Buffer.from(`{${keys}}`.padEnd(FLOOD_BYTES, ' '))
  while (performance.now() < until) {
    const sending = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    const closed = endOf(sending)
    sending.end(body)
    await closed
    sending.destroy()
    sent.floods += 1
  }
}

const endOf = (sending: ClientRequest) =>
  new Promise<void>((resolve) => {
    sending.on('response', (reply) => reply.resume().on('close', resolve))
    sending.on('error', () => resolve())
    sending.on('close', resolve)
  })
async function createBatches({ call, tenantId }: Bench['caseloom']): Promise<void> {
  const base = `/api/tenant/${tenantId}/apps`
  const app = Apps.parse(await call('GET', base)).items.find((one) => one.key === 'alert')
  for (let round = 0; round < 5; round += 1) {
    const commands = Array.from({ length: 1_000 }, (_, at) => ({
      create: { title: `Alert ${round}-${at} from 192.0.2.${at % 250}`, severity: 'high' },
    }))
    const answer = BatchReply.parse(await call('POST', `${base}/${app?.id}/records/batch`, { commands }))
    const failed = answer.results.find(({ outcome }) => outcome === 'failed')
    if (failed !== undefined) throw new Error(`A record was refused: ${JSON.stringify(failed)}`)
  }
}
