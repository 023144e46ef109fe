import { onCallAt } from '@caseloom/contract/values/on-call-blocks'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { changesOf, readChanges } from './on-call-changes.ts'
import { schedulesByKey } from './on-call-schedule.store.ts'

/** A schedule, or one layer of it, by key. */
export interface OnCallNamed {
  schedule: string
  layer?: string | undefined
}

/** For each name, in its order: the user who is on call now, null when no one is, and undefined for unknown names. */
export async function findOnCall(
  system: SystemScope,
  scope: TenantScope,
  named: readonly OnCallNamed[],
): Promise<(string | null | undefined)[]> {
  if (named.length === 0) return []
  const { schedules, now } = await scope.read(async (tx) => ({
    schedules: await schedulesByKey(tx, [...new Set(named.map(({ schedule }) => schedule))]),
    now: tx.now,
  }))
  const span = { from: now, to: new Date(now.getTime() + 1) }
  const stored = await readChanges(system, scope, schedules, span)
  return named.map(({ schedule: key, layer }) => {
    const schedule = schedules.find((one) => one.key === key)
    if (schedule === undefined) return undefined
    if (layer !== undefined && !schedule.layers.some((one) => one.key === layer)) return undefined
    const [first] = onCallAt(schedule, changesOf(schedule, stored), { at: now.getTime(), layer })
    return first?.userId ?? null
  })
}
