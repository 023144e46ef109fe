import type { SystemScope, TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { queuedOf } from './relay.store.ts'

/** Starts of one tenant that may wait for the engine; beyond, senders are asked to come again later. */
export const QUEUE_PER_TENANT = 10_000
/** Refused deliveries of one trigger that are logged per minute; the log must not become a weapon. */
const REFUSALS_PER_MINUTE = 300
const LOOK_EVERY_MS = 1_000

export interface HookLimits {
  /** Throws request.too_many while the tenant's queue is absurdly long. */
  allowAcceptance(scope: TenantScope): Promise<void>
  /** Throws request.too_many when strangers knock too often. */
  allowRefusal(triggerId: string): void
}

export function createHookLimits(system: SystemScope): HookLimits {
  const queues = new Map<string, { at: number; full: boolean; looking: boolean }>()
  let minute = 0
  let refusals = new Map<string, number>()
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
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) {
        minute = now
        refusals = new Map()
      }
      const count = (refusals.get(triggerId) ?? 0) + 1
      refusals.set(triggerId, count)
      if (count <= REFUSALS_PER_MINUTE) return
      throw fail('request.too_many', { detail: 'Too many deliveries with wrong credentials', retryAfter: 60 })
    },
  }
}
