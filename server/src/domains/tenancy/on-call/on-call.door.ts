import type { OnCallSchedule, OnCallScheduleInput } from '@caseloom/contract/tenancy/on-call'
import { type IsActive, onCallAt } from '@caseloom/contract/values/on-call'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { By, OnCallDeps } from './on-call-deps.ts'
import { planOf } from './on-call-view.ts'
import { overridesDuring } from './override.store.ts'
import { createOnCall } from './save-schedule.ts'
import { allSchedules } from './schedule.store.ts'

/** What other domains ask of on-call schedules. */
export interface OnCallDoor {
  /** Keys of all schedules of the tenant. */
  keys(tx: TenantTx): Promise<readonly string[]>
  /**
   * The user who is on call by each of these schedules at the instant of the transaction; null when no one is. A
   * schedule that doesn't exist isn't in the answer.
   */
  now(tx: TenantTx, keys: readonly string[], isActive: IsActive): Promise<ReadonlyMap<string, string | null>>
  /** Stores a new schedule; throws request.invalid, on_call.key_taken. */
  create(scope: TenantScope, by: By, input: OnCallScheduleInput): Promise<OnCallSchedule>
}

export function createOnCallDoor(deps: OnCallDeps): OnCallDoor {
  return {
    keys: async (tx) => (await allSchedules(tx)).map(({ key }) => key),
    async now(tx, keys, isActive) {
      const rows = await allSchedules(tx, keys)
      const ids = rows.map(({ id }) => id)
      const to = new Date(tx.now.getTime() + 1)
      const overrides = await overridesDuring(tx, ids, { from: tx.now, to })
      return new Map(
        rows.map((row) => {
          const own = overrides.filter((one) => one.schedule_id === row.id)
          return [row.key, onCallAt(planOf(row, own), tx.now.getTime(), isActive)]
        }),
      )
    },
    create: (scope, by, input) => createOnCall(deps, scope, by, input),
  }
}
