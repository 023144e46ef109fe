import { gauge, sampleGauge } from './metrics.ts'

/** A check of readiness. Rejects, with a reason fit for an operator, when it fails. */
export interface ReadinessPart {
  check(): Promise<void>
  /** Whether this process cannot do its work without it: only then does a balancer leave the process out. */
  required: boolean
}

export interface PartState {
  ok: boolean
  detail?: string
}
export interface ReadinessState {
  status: 'ready' | 'degraded' | 'draining' | 'unavailable'
  parts: Record<string, PartState>
}

/** Whether this process can do its work now. */
export interface Readiness {
  look(): Promise<ReadinessState>
  /** From now on this process takes no new work. */
  drain(): void
  close(): void
}

const CHECK_WITHIN_MS = 3000

/** Readiness over named parts: a failing required part makes it unavailable, any other one degraded. */
export function createReadiness(parts: Readonly<Record<string, ReadinessPart>>): Readiness {
  const names = Object.keys(parts)
  let draining = false
  const look = async (): Promise<ReadinessState> => {
    const states = await Promise.all(names.map((name) => judge(parts[name])))
    const judged = Object.fromEntries(names.map((name, at) => [name, states[at] ?? { ok: false }]))
    const failing = names.filter((name) => judged[name]?.ok !== true)
    if (failing.some((name) => parts[name]?.required)) return { status: 'unavailable', parts: judged }
    if (draining) return { status: 'draining', parts: judged }
    return { status: failing.length === 0 ? 'ready' : 'degraded', parts: judged }
  }
  const stopSampling = sampleGauge('caseloom_ready', async () => {
    const state = await look()
    return Object.entries(state.parts).map(([part, { ok }]) => ({ value: ok ? 1 : 0, labels: { part } }))
  })
  gauge('caseloom_draining', 0)
  return {
    look,
    drain() {
      draining = true
      gauge('caseloom_draining', 1)
    },
    close: stopSampling,
  }
}

async function judge(part: ReadinessPart | undefined): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), CHECK_WITHIN_MS)
  })
  try {
    await Promise.race([part?.check(), late])
    return { ok: true }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : 'unknown' }
  } finally {
    clearTimeout(timer)
  }
}
