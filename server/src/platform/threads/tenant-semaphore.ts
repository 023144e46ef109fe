/** Turns at doing effects, so that the clock of each starts when it is really at work. */
export interface TenantSemaphore {
  /** Waits for a turn, in order, and returns a function that releases it. An abort of the signal ends the wait. */
  take(tenantId: string, signal: AbortSignal): Promise<() => void>
}

/**
 * Maximum effects that one process performs for a tenant at the same time. Otherwise, thousands of runs that wake in
 * the same minute would make their calls together and time out waiting for each other.
 */
const MAX_CONCURRENT = 256

interface Lane {
  busy: number
  /** In the order of their coming. */
  waiting: Set<() => void>
}

/** Each tenant has its own turns, so one with many calls doesn't delay the others. */
export function createTenantSemaphore(limit = MAX_CONCURRENT): TenantSemaphore {
  const lanes = new Map<string, Lane>()
  return {
    async take(tenantId, signal) {
      const lane = lanes.get(tenantId) ?? { busy: 0, waiting: new Set() }
      lanes.set(tenantId, lane)
      if (lane.busy < limit) lane.busy += 1
      else if (!(await handedOver(lane, signal))) return () => undefined
      return () => {
        const [next] = lane.waiting
        if (next !== undefined) {
          // Hand the turn over directly, so that no newcomer gets ahead.
          lane.waiting.delete(next)
          next()
          return
        }
        lane.busy -= 1
        if (lane.busy === 0) lanes.delete(tenantId)
      }
    },
  }
}

/** True when a turn was handed over, false when the wait was aborted first. */
function handedOver(lane: Lane, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const next = () => {
    signal.removeEventListener('abort', giveUp)
    resolve(true)
  }
  const giveUp = () => {
    lane.waiting.delete(next)
    resolve(false)
  }
  lane.waiting.add(next)
  signal.addEventListener('abort', giveUp, { once: true })
  return promise
}
