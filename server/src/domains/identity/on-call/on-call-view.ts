import {
  type OnCallAway,
  OnCallAway as AwayView,
  type OnCallOverride,
  OnCallOverride as OverrideView,
  OnCallScheduleView,
} from '@caseloom/contract/identity/on-call'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import type { AwayRow } from './on-call-away.store.ts'
import type { OverrideRow } from './on-call-override.store.ts'
import type { ScheduleRow } from './on-call-schedule.store.ts'

/** Who builds apps also builds schedules: both decide who gets the work. */
export function mayEdit(actor: Actor): boolean {
  return may(actor, 'app:build')
}

/** People in a schedule arrange themselves, and those who build it can help. */
export function mayOverride(actor: Actor, { layers }: Pick<ScheduleRow, 'layers'>): boolean {
  return mayEdit(actor) || layers.some(({ people }) => people.some((id) => id === actor.id))
}

/** @throws right.missing */
export function allowOverride(actor: Actor, schedule: ScheduleRow): void {
  if (!mayOverride(actor, schedule))
    throw fail('right.missing', { detail: 'Only people in the schedule and app builders can change this' })
}

/** @throws right.missing */
export function allowAway(actor: Actor, userId: string): void {
  if (actor.id !== userId && !mayEdit(actor))
    throw fail('right.missing', { detail: 'Only app builders can change when other people are away' })
}

export function scheduleView(row: ScheduleRow, actor: Actor): OnCallScheduleView {
  const { id, key, name, zone, layers, revision, updated_at } = row
  return OnCallScheduleView.parse({
    id,
    key,
    name,
    zone,
    layers,
    revision,
    updatedAt: updated_at.toISOString(),
    can: { edit: mayEdit(actor), override: mayOverride(actor, row) },
  })
}

export function overrideView(
  row: OverrideRow,
  { schedule, actor, now }: { schedule: ScheduleRow; actor: Actor; now: Date },
): OnCallOverride {
  return OverrideView.parse({
    id: row.id,
    layer: row.layer,
    shift: row.shift,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    userId: row.user_id,
    reason: row.reason,
    swapWith: row.swap_with,
    madeBy: { id: row.made_by, name: row.made_by_name },
    madeAt: row.made_at.toISOString(),
    can: { undo: mayOverride(actor, schedule) && row.to_at > now },
  })
}

export function awayView(row: AwayRow, actor: Actor): OnCallAway {
  return AwayView.parse({
    id: row.id,
    userId: row.user_id,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    reason: row.reason,
    can: { remove: row.user_id === actor.id || mayEdit(actor) },
  })
}
