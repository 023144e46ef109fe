/** Turns at doing effects, so that the clock of each starts when it is really at work. */
export interface TenantSemaphore {
  /** Waits for a turn, in order; what it answers gives the turn back. When the signal ends the wait is over, too. */
  take(tenantId: string, signal: AbortSignal): Promise<() => void>
}

/**
 * Effects of one tenant that one process does at the same time. Thousands of runs that wake in the same minute would
 * else be at their calls all at once, and time out by waiting for each other.
 */
const AT_ONCE = 256

interface Lane {
  busy: number
  /** In the order of their coming. */
  waiting: Set<() => void>
}

/** Turns of each tenant by themselves: one with many calls keeps nobody else waiting. */
export function createTenantSemaphore(atOnce = AT_ONCE): TenantSemaphore {
  const lanes = new Map<string, Lane>()
  return {
    async take(tenantId, signal) {
      const lane = lanes.get(tenantId) ?? { busy: 0, waiting: new Set() }
      lanes.set(tenantId, lane)
      if (lane.busy < atOnce) lane.busy += 1
      else if (!(await handedOver(lane, signal))) return () => undefined
      return () => {
        const [next] = lane.waiting
        if (next !== undefined) {
          // From hand to hand: nobody who comes meanwhile gets in front.
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

/** True when somebody's turn was handed over, false when the wait was given up before. */
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
