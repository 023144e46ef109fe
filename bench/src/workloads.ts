import { z } from 'zod'
import { alertOf } from './alerts.ts'
import type { Caseloom } from './caseloom.ts'
import { drive, postJson } from './load.ts'
import { boundsOf, cpuOf, usage } from './meter.ts'
import { enrichAlert, fortySteps, manyItems } from './playbooks.ts'
import { round } from './statistics.ts'
import type { Stub } from './stub.ts'

/** What a workload runs against. `launcher` is the process id of the product's launcher. */
export interface Bench {
  caseloom: Caseloom
  stub: Stub
  launcher: number
}

/** One line of the report. */
export interface Figure {
  workload: string
  reached: string
  goal: string
  peers: string
  /** What it is bound by, as measured. */
  bounds?: string
  details: object
}

/** W1: webhook → 40 light steps → answer, one call at a time; pure, and with one effect through the engine. */
export async function w1(bench: Bench, effect: boolean): Promise<Figure> {
  const { hook } = await bench.caseloom.publish(fortySteps(effect ? bench.stub.url : null))
  const Answer = z.object({ n: z.literal(40) })
  const call = async (i: number) => Answer.parse(await postJson(hook, { n: 0, i }))
  await drive(20, 1, call)
  const { result, ...cost } = await cpuOf(bench.launcher, () => drive(150, 1, call))
  const perRun = round(cost.cpuMs / Math.max(1, result.n))
  return {
    workload: effect ? 'W1 40 steps and one HTTP call' : 'W1 40 pure steps',
    reached: `${result.p50} ms p50, ${perRun} CPU-ms per run`,
    goal: effect ? '≤ 15 ms, ≤ 15 CPU-ms' : '≤ 8 ms, ≤ 6 CPU-ms',
    peers: 'n8n 92–124 ms, 118–158 CPU-ms; Node-RED 2 ms (nothing saved)',
    bounds: boundsOf(cost, result.n, result.wallMs),
    details: result,
  }
}

/** W2: 1,000 alerts at concurrency 20 through parse, switch, HTTP call, transform, record, answer. */
export async function w2(bench: Bench, alerts = 1000): Promise<Figure> {
  const { id, hook } = await bench.caseloom.publish(enrichAlert(bench.stub.url, false))
  const Answer = z.object({ verdict: z.literal('suspicious'), alert_key: z.string() })
  const call = (base: number) => async (i: number) => {
    const alert = alertOf(base + i)
    const answer = Answer.parse(await postJson(hook, alert))
    if (answer.alert_key !== alert.alert_key) throw new Error('The answer is about another alert')
  }
  await drive(60, 10, call(9_000_000))
  bench.stub.enriched.clear()
  const { result, ...cost } = await cpuOf(bench.launcher, () => drive(alerts, 20, call(0)))
  const runs = await bench.caseloom.runs(id)
  return {
    workload: `W2 ${alerts} alerts, 5 steps, one HTTP call, one record`,
    reached: `${result.perSecond} per s, ${round(cost.cpuMs / Math.max(1, result.n))} CPU-ms per run`,
    goal: '≥ 300 per s, ≤ 6 CPU-ms',
    peers: 'n8n 16–17 per s, 85–96 CPU-ms; Node-RED 234 per s (nothing saved)',
    bounds: boundsOf(cost, result.n, result.wallMs),
    details: { ...result, runs, repeatedCalls: repeated(bench.stub) },
  }
}

/** W4: 1, 1,000 and 10,000 items through five steps, and the memory afterwards. */
export async function w4(bench: Bench): Promise<Figure> {
  const { hook } = await bench.caseloom.publish(manyItems())
  const Answer = z.looseObject({ s3: z.number() })
  const before = usage(bench.launcher).pssMiB
  const reached: Record<number, number> = {}
  let bounds = ''
  for (const [items, runs] of [
    [1, 20],
    [1000, 10],
    [10_000, 4],
  ] as const) {
    const body = JSON.stringify({ items: Array.from({ length: items }, (_, i) => alertOf(i)) })
    const call = async () => Answer.parse(await postJson(hook, body))
    await drive(2, 1, call)
    const { result, ...cost } = await cpuOf(bench.launcher, () => drive(runs, 1, call))
    bounds = boundsOf(cost, runs, result.wallMs)
    if (result.n < runs) throw new Error(`W4 with ${items} items failed: ${JSON.stringify(result.errors)}`)
    reached[items] = result.p50
  }
  return {
    workload: 'W4 1,000 / 10,000 items through 5 steps',
    reached: `${reached[1000]} / ${reached[10_000]} ms`,
    goal: '≤ 60 / ≤ 700 ms, memory back to base',
    peers: 'n8n 1,750 / 16,800 ms; Node-RED 68 ms / –',
    bounds,
    details: { p50ByItems: reached, pssMiB: { before, after: usage(bench.launcher).pssMiB } },
  }
}

/** Alerts whose enrichment was called more than once under different idempotency keys. */
export function repeated(stub: Stub): number {
  return [...stub.enriched.values()].filter((keys) => new Set(keys).size > 1).length
}
