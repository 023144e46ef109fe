import type { OnCallChanges } from '@caseloom/contract/values/on-call-blocks'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { activeUsers } from './active-users.read.ts'
import { type AwayRow, awayWithin } from './on-call-away.store.ts'
import { type OverrideRow, overridesWithin } from './on-call-override.store.ts'
import type { ScheduleRow } from './on-call-schedule.store.ts'

/** What changes the turns of schedules within a span, as stored. */
export interface StoredChanges {
  overrides: OverrideRow[]
  away: AwayRow[]
  inactive: ReadonlySet<string>
}

/** Reads overrides, times away, and who of the people can no longer act. */
export async function readChanges(
  system: SystemScope,
  scope: TenantScope,
  schedules: readonly ScheduleRow[],
  span: { from: Date; to: Date },
): Promise<StoredChanges> {
  const ids = schedules.map(({ id }) => id)
  const stored = await scope.read(async (tx) => {
    const overrides = await overridesWithin(tx, ids, span)
    const people = peopleOf(schedules, overrides)
    return { overrides, people, away: await awayWithin(tx, people, span) }
  })
  const active = await activeUsers(system, scope, stored.people)
  return { ...stored, inactive: new Set(stored.people.filter((id) => !active.has(id))) }
}

function peopleOf(schedules: readonly ScheduleRow[], overrides: readonly OverrideRow[]): string[] {
  const planned = schedules.flatMap(({ layers }) => layers.flatMap(({ people }): string[] => people))
  return [...new Set([...planned, ...overrides.map(({ user_id }) => user_id)])]
}

/** The changes of one schedule, as the rules take them. */
export function changesOf({ id }: ScheduleRow, stored: StoredChanges): OnCallChanges {
  return {
    covers: stored.overrides
      .filter(({ schedule_id }) => schedule_id === id)
      .map((one) => ({
        id: one.id,
        layer: one.layer,
        shift: one.shift,
        userId: one.user_id,
        from: one.from_at.getTime(),
        to: one.to_at.getTime(),
      })),
    absences: stored.away.map((one) => ({
      userId: one.user_id,
      from: one.from_at.getTime(),
      to: one.to_at.getTime(),
    })),
    inactive: stored.inactive,
  }
}
