import type { SystemScope, TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { queuedOf } from './relay.store.ts'

/** Starts of one tenant that may wait for the engine; beyond, senders are asked to come again later. */
export const QUEUE_PER_TENANT = 10_000
/** Refused deliveries of one trigger that are logged per minute; the log must not become a weapon. */
const REFUSALS_PER_MINUTE = 300
/** Unknown hooks that one network address may ask for per minute. */
const UNKNOWN_PER_MINUTE = 60
/** Addresses counted per minute; beyond, all others share one count. */
const MAX_ADDRESSES = 10_000
const LOOK_EVERY_MS = 1_000

export interface HookLimits {
  /** Throws request.too_many while the tenant's queue is absurdly long. */
  allowAcceptance(scope: TenantScope): Promise<void>
  /** Throws request.too_many when deliveries with wrong credentials come too often. */
  allowRefusal(triggerId: string): void
  /** Throws request.too_many when this network address asked for too many hooks that don't exist. */
  allowStranger(ip: string): void
  countStranger(ip: string): void
}

export function createHookLimits(system: SystemScope): HookLimits {
  const queues = new Map<string, { at: number; full: boolean; looking: boolean }>()
  const refusals = perMinute()
  const strangers = perMinute()
  const look = async (tenantId: string): Promise<void> => {
    const queued = await system.read((tx) => queuedOf(tx, tenantId, QUEUE_PER_TENANT))
    queues.set(tenantId, { at: Date.now(), full: queued >= QUEUE_PER_TENANT, looking: false })
  }
  return {
    async allowAcceptance({ tenantId }) {
      const known = queues.get(tenantId) ?? { at: 0, full: false, looking: false }
      if (Date.now() - known.at > LOOK_EVERY_MS && !known.looking) {
        queues.set(tenantId, { ...known, looking: true })
        // The look runs beside this delivery: the bound may be passed by what arrives in a second.
        void look(tenantId).catch(() => queues.delete(tenantId))
      }
      if (known.full) throw fail('request.too_many', { detail: 'Too many runs wait already', retryAfter: 30 })
    },
    allowRefusal(triggerId) {
      if (refusals.add(triggerId) <= REFUSALS_PER_MINUTE) return
      throw fail('request.too_many', { detail: 'Too many deliveries with wrong credentials', retryAfter: 60 })
    },
    allowStranger(ip) {
      if (strangers.count(ip) < UNKNOWN_PER_MINUTE) return
      throw fail('request.too_many', { detail: 'Too many deliveries to unknown hooks', retryAfter: 60 })
    },
    countStranger: (ip) => void strangers.add(ip),
  }
}

/** Counts by key that start again every minute, in bounded memory. */
function perMinute() {
  let minute = 0
  let counts = new Map<string, number>()
  const keyOf = (key: string) => (counts.has(key) || counts.size < MAX_ADDRESSES ? key : 'others')
  const count = (key: string) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      counts = new Map()
    }
    return counts.get(keyOf(key)) ?? 0
  }
  return {
    count,
    add(key: string): number {
      const next = count(key) + 1
      counts.set(keyOf(key), next)
      return next
    },
  }
}
