import { OnCallOverrideId, OnCallScheduleId, UserId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type {
  OnCallNow,
  OnCallOverrideView,
  OnCallSchedule,
  OnCallSpanView,
} from '@caseloom/contract/tenancy/on-call'
import { type OnCallPlan, type OnCallSpan, onCallSpans } from '@caseloom/contract/values/on-call'
import type { KnownPeople } from './on-call-deps.ts'
import type { OverrideRow } from './override.store.ts'
import type { ScheduleRow } from './schedule.store.ts'

const DAY_MS = 86_400_000
/** How far ahead the next handoff is looked for. */
export const AHEAD_MS = 35 * DAY_MS

export function scheduleView(row: ScheduleRow, actor: Actor): OnCallSchedule {
  const { key, name, zone, layers, revision } = row
  return {
    id: OnCallScheduleId.parse(row.id),
    key,
    name,
    zone,
    layers,
    revision,
    updatedAt: row.updated_at.toISOString(),
    can: { manage: may(actor, 'workspace:manage') },
  }
}

export function planOf({ zone, layers }: ScheduleRow, overrides: readonly OverrideRow[]): OnCallPlan {
  return {
    zone,
    layers,
    overrides: overrides.map((row) => ({
      id: row.id,
      userId: row.user_id,
      from: row.starts_at.getTime(),
      to: row.ends_at.getTime(),
    })),
  }
}

export function personView(people: KnownPeople, id: string): { id: UserId; name: string } {
  return { id: UserId.parse(id), name: people.name(id) }
}

/** Who is on call now, until when, and who follows. */
export function nowView(plan: OnCallPlan, people: KnownPeople, at: Date): OnCallNow {
  const from = at.getTime()
  const [present, ...later] = onCallSpans(plan, { from, to: from + AHEAD_MS }, (id) => people.isActive(id))
  const next = later.find(({ userId }) => userId !== present?.userId)
  const person = (span: OnCallSpan) => (span.userId === null ? null : personView(people, span.userId))
  const until = next === undefined ? null : iso(next.from)
  return {
    person: present === undefined ? null : person(present),
    until,
    next: next === undefined ? null : { person: person(next), from: iso(next.from) },
  }
}

export function spanView(people: KnownPeople, { from, to, userId, by, away }: OnCallSpan): OnCallSpanView {
  return {
    from: iso(from),
    to: iso(to),
    person: userId === null ? null : personView(people, userId),
    override: by !== null && 'override' in by ? OnCallOverrideId.parse(by.override) : null,
    layer: by !== null && 'layer' in by ? by.layer : null,
    away: away.map((id) => personView(people, id)),
  }
}

export function overrideView(people: KnownPeople, row: OverrideRow): OnCallOverrideView {
  return {
    id: OnCallOverrideId.parse(row.id),
    person: personView(people, row.user_id),
    from: row.starts_at.toISOString(),
    to: row.ends_at.toISOString(),
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    swappedWith: row.swapped_with === null ? null : OnCallOverrideId.parse(row.swapped_with),
  }
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}
