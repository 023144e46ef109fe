import type { TenantScope } from '../../../platform/database/types.ts'
import type { LoopLimits } from '../causes/loop.rules.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'
import type { Quotas } from '../../../platform/quotas/quotas.ts'

/** Refused deliveries of one trigger that are logged per minute; the log must not become a weapon. */
const REFUSALS_PER_MINUTE = 300
/** Unknown hooks that one network address may ask for per minute. */
const UNKNOWN_PER_MINUTE = 60
/** Deliveries with wrong credentials that one source may send to one hook per minute. */
const MAX_WRONG_PER_SOURCE = 20
/** Addresses counted per minute; beyond, all others share one count. */
const MAX_ADDRESSES = 10_000

export interface HookLimits {
  /** Throws request.too_many while too many runs, or too many bytes of deliveries, wait in the tenant's queue. */
  allowAcceptance(scope: TenantScope, bytes?: number): Promise<void>
  /** Throws request.too_many when deliveries with wrong credentials come too often. */
  allowRefusal(triggerId: string): void
  /** Throws request.too_many while this source sends too many wrong credentials to the hook; others aren't affected. */
  allowSource(hookKey: string, ip: string): void
  countWrong(hookKey: string, ip: string): void
  /** Throws request.too_many when this network address asked for too many hooks that don't exist. */
  allowStranger(ip: string): void
  countStranger(ip: string): void
  /** When playbooks that start one another count as a loop here; a value may be some seconds old. */
  loops(scope: TenantScope): Promise<LoopLimits>
}

export function createHookLimits(quotas: Pick<Quotas, 'check' | 'limits'>): HookLimits {
  const refusals = perMinute()
  const strangers = perMinute()
  const wrong = perMinuteOfEach()
  return {
    async allowAcceptance({ tenantId }, bytes = 0) {
      try {
        await quotas.check(tenantId, 'queued_runs', 1)
        await quotas.check(tenantId, 'queued_bytes', bytes)
      } catch (error) {
        if (!isFailure(error, 'quota.reached')) throw error
        throw fail('request.too_many', { ...error.details, retryAfter: 30 })
      }
    },
    allowRefusal(triggerId) {
      if (refusals.add(triggerId) <= REFUSALS_PER_MINUTE) return
      throw fail('request.too_many', {
        detail: 'Too many deliveries with invalid credentials',
        retryAfter: 60,
      })
    },
    allowSource(hookKey, ip) {
      if (wrong.count(`${hookKey} ${sourceOf(ip)}`) < MAX_WRONG_PER_SOURCE) return
      const detail = 'Too many deliveries with wrong credentials from this address'
      throw fail('request.too_many', { detail, retryAfter: 60 })
    },
    countWrong: (hookKey, ip) => wrong.add(`${hookKey} ${sourceOf(ip)}`),
    allowStranger(ip) {
      if (strangers.count(ip) < UNKNOWN_PER_MINUTE) return
      throw fail('request.too_many', { detail: 'Too many deliveries to unknown hooks', retryAfter: 60 })
    },
    countStranger: (ip) => void strangers.add(ip),
    async loops({ tenantId }) {
      const { chain_depth: depth, chain_repeats: repeats, loop_runs: runs } = await quotas.limits(tenantId)
      return { depth, repeats, runs }
    },
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

/** Counts by key for a minute from its first count. When there are too many keys it forgets the oldest: none shares. */
function perMinuteOfEach() {
  const counts = new Map<string, { until: number; count: number }>()
  const current = (key: string) => {
    const known = counts.get(key)
    return known === undefined || known.until <= Date.now() ? null : known
  }
  return {
    count: (key: string) => current(key)?.count ?? 0,
    add(key: string): void {
      const next = current(key) ?? { until: Date.now() + 60_000, count: 0 }
      counts.delete(key)
      counts.set(key, { ...next, count: next.count + 1 })
      const [oldest] = counts.keys()
      if (counts.size > MAX_ADDRESSES && oldest !== undefined) counts.delete(oldest)
    },
  }
}
