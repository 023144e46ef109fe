import type { TenantScope } from '../../../platform/database/types.ts'
import type { LoopLimits } from '../causes/loop.rules.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'
import type { Quotas } from '../../../platform/quotas/quotas.ts'
import { createMinuteCounter } from './minute-counter.ts'

/** Refused deliveries of one trigger that are logged per minute; the log must not become a weapon. */
const REFUSALS_PER_MINUTE = 300
/** Unknown hooks that one source may ask for per minute. */
const UNKNOWN_PER_MINUTE = 60
/** Deliveries with wrong credentials that one source may send to one hook per minute. */
const MAX_WRONG_PER_SOURCE = 20

export interface HookLimits {
  /** Throws request.too_many while too many runs, or too many bytes of deliveries, wait in the tenant's queue. */
  allowAcceptance(scope: TenantScope, bytes?: number): Promise<void>
  /** Throws request.too_many when deliveries with wrong credentials come too often. */
  allowRefusal(triggerId: string): void
  /** Throws request.too_many while this source sends too many wrong credentials to the hook; others aren't affected. */
  allowSource(hookKey: string, ip: string): void
  countWrong(hookKey: string, ip: string): void
  /** Throws request.too_many when this source asked for too many hooks that don't exist. */
  allowStranger(ip: string): void
  countStranger(ip: string): void
  /** When playbooks that start one another count as a loop here; a value may be some seconds old. */
  loops(scope: TenantScope): Promise<LoopLimits>
}

export function createHookLimits(quotas: Pick<Quotas, 'check' | 'limits'>): HookLimits {
  // Beyond the capacity, floods of unknown hooks still stay bounded; wrong secrets never block other sources.
  const refusals = createMinuteCounter('share')
  const strangers = createMinuteCounter('share')
  const wrong = createMinuteCounter('forget')
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
    countWrong: (hookKey, ip) => void wrong.add(`${hookKey} ${sourceOf(ip)}`),
    allowStranger(ip) {
      if (strangers.count(sourceOf(ip)) < UNKNOWN_PER_MINUTE) return
      throw fail('request.too_many', { detail: 'Too many deliveries to unknown hooks', retryAfter: 60 })
    },
    countStranger: (ip) => void strangers.add(sourceOf(ip)),
    async loops({ tenantId }) {
      const { chain_depth: depth, chain_repeats: repeats, loop_runs: runs } = await quotas.limits(tenantId)
      return { depth, repeats, runs }
    },
  }
}
