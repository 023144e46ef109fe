import { z } from 'zod'
import { drive, postJson } from './load.ts'
import { boundsOf, cpuOf, memoryByPart } from './meter.ts'
import { callOnce, sleepUntil } from './playbooks.ts'
import { round } from './statistics.ts'
import type { Bench, Figure } from './workloads.ts'

/** How many runs stand in the queue or sleep; fewer for a quick look. */
const MANY = Number(process.env['BENCH_MANY'] ?? 10_000)
const ASKED = 60
const CONCURRENCY = 20
/** More than a tenant may run at the same time, so that the rest waits in its queue while the bench measures. */
const HELD_MS = 60_000

const Answer = z.object({ verdict: z.literal('suspicious') })

/** One tenant has a long queue: what another one's run takes from its hook to its answer, before and meanwhile. */
export async function fairness({ caseloom, stub, launcher }: Bench): Promise<Figure> {
  const busy = await caseloom.publish(
    callOnce('bench_busy', `${stub.url}/enrich?delay=${HELD_MS}`, 'accepted'),
  )
  const neighbor = await caseloom.another('Neighbor')
  const { hook } = await neighbor.publish(callOnce('bench_neighbour', `${stub.url}/enrich?delay=0`, 'result'))
  const ask = async (i: number) => Answer.parse(await postJson(hook, { alert_key: `neighbour-${i}` }))
  await drive(20, 1, ask)
  const before = await drive(ASKED, 1, ask)
  await drive(MANY, CONCURRENCY, (i) => postJson(busy.hook, { alert_key: `busy-${i}` }))
  const { result: meanwhile, ...cost } = await cpuOf(launcher, () => drive(ASKED, 1, ask))
  return {
    workload: `Fairness: one tenant with ${MANY} queued runs, another asks`,
    reached: `${before.p50} ms p50 alone, ${meanwhile.p50} ms meanwhile: ${round(meanwhile.p50 / before.p50, 2)} times`,
    goal: 'at most twice',
    peers: 'not measured',
    bounds: boundsOf(cost, ASKED, meanwhile.wallMs),
    details: { before, meanwhile, queued: await caseloom.runs(busy.id) },
  }
}

/** Many runs sleep until instants of their own: memory while they do, and whether they wake in order and in time. */
export async function sleepers({ caseloom, stub, launcher }: Bench): Promise<Figure> {
  // Threads, connections and caches of a product at work are not the sleepers'.
  const warm = await caseloom.publish(callOnce('bench_warm', `${stub.url}/enrich?delay=0`, 'result'))
  await drive(300, CONCURRENCY, (i) => postJson(warm.hook, { alert_key: `warm-${i}` }))
  const before = memoryByPart(launcher)
  const begun = performance.now()
  const { id, hook } = await caseloom.publish(sleepUntil(`${stub.url}/done`))
  // The last of them is accepted well before the first one wakes.
  const wakes = Date.now() + 90_000 + MANY * 5
  const SPREAD_MS = 30_000
  const until = (i: number) => wakes + Math.floor((i * SPREAD_MS) / MANY)
  const key = (i: number) => `sleeper-${i}`
  await drive(MANY, CONCURRENCY, (i) =>
    postJson(hook, { alert_key: key(i), until: new Date(until(i)).toISOString() }),
  )
  const acceptedSeconds = (performance.now() - begun) / 1000
  await untilSo(async () => ((await caseloom.runs(id))['waiting'] ?? 0) >= MANY * 0.99, wakes - Date.now())
  // What taking them left behind is no memory of those who sleep: processes tidy up once they have nothing to do.
  await new Promise((resolve) => setTimeout(resolve, 40_000))
  const asleep = memoryByPart(launcher)
  const woken = new Map<string, number>()
  const lastAt = until(MANY)
  await untilSo(
    async () => {
      for (const one of stub.done.keys()) if (!woken.has(one)) woken.set(one, Date.now())
      return woken.size >= MANY
    },
    lastAt - Date.now() + 120_000,
  )
  const late = Array.from({ length: MANY }, (_, i) => (woken.get(key(i)) ?? Number.NaN) - until(i))
  const known = late.filter(Number.isFinite).sort((a, b) => a - b)
  return {
    workload: `${MANY} sleeping runs`,
    reached: `${sumOf(asleep) - sumOf(before)} MiB more asleep; ${known.length} woke, ${round(known.at(-1) ?? 0, 0)} ms late at worst`,
    goal: '≤ 150 MiB, all wake',
    peers: 'not measured',
    details: {
      acceptedSeconds: round(acceptedSeconds, 1),
      early: known.filter((one) => one < 0).length,
      lateP50: known[Math.floor(known.length / 2)],
      pssMiB: { before, asleep, after: memoryByPart(launcher) },
      states: await caseloom.runs(id),
    },
  }
}

function sumOf(parts: Record<string, number>): number {
  return Object.values(parts).reduce((sum, mib) => sum + mib, 0)
}

async function untilSo(holds: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline && !(await holds())) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
