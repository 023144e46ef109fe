// On-call schedules: who is on call when, and who is on call instead.
import type { Issue } from '@caseloom/contract/kernel/errors'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import {
  ON_CALL_LIMITS,
  type OnCallCalendar,
  type OnCallListItem,
  type OnCallUse,
} from '@caseloom/contract/tenancy/on-call'
import { onCallSpans, turnsOf } from '@caseloom/contract/values/on-call'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { KnownPeople, type OnCallDeps } from './on-call-deps.ts'
import {
  AHEAD_MS,
  iso,
  nowView,
  overrideView,
  personView,
  planOf,
  scheduleView,
  spanView,
} from './on-call-view.ts'
import { type OverrideRow, overridesDuring } from './override.store.ts'
import { allSchedules, scheduleById, type ScheduleRow } from './schedule.store.ts'

const DAY_MS = 86_400_000

/** All schedules of the tenant by name, with who is on call now. */
export async function listOnCall(
  deps: OnCallDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<{ items: OnCallListItem[]; can: { manage: boolean } }> {
  allow(actor, 'record:read')
  const people = await peopleIn(deps, scope)
  return scope.read(async (tx) => {
    const rows = await allSchedules(tx)
    const overrides = Map.groupBy(await overridesAhead(tx, rows), (row) => row.schedule_id)
    return {
      items: rows.map((row) => itemView(tx, row, { overrides: overrides.get(row.id) ?? [], people, actor })),
      can: { manage: may(actor, 'workspace:manage') },
    }
  })
}

/** One schedule during a period. Throws resource.not_found, request.invalid when the period is too long. */
export async function readOnCall(
  deps: OnCallDeps,
  scope: TenantScope,
  actor: Actor,
  asked: { scheduleId: string; from: string; to: string },
): Promise<OnCallCalendar> {
  allow(actor, 'record:read')
  const window = { from: Date.parse(asked.from), to: Date.parse(asked.to) }
  if (window.to - window.from > ON_CALL_LIMITS.days * DAY_MS)
    throw fail('request.invalid', { issues: [tooLong(['query', 'to'])] })
  const people = await peopleIn(deps, scope)
  return scope.read(async (tx) => {
    const row = await scheduleById(tx, asked.scheduleId)
    if (row === null) throw fail('resource.not_found')
    const dates = { from: new Date(window.from), to: new Date(window.to) }
    const overrides = await overridesDuring(tx, [row.id], dates)
    const ahead = await overridesAhead(tx, [row])
    const spans = onCallSpans(planOf(row, overrides), window, (id) => people.isActive(id))
    return {
      schedule: itemView(tx, row, { overrides: ahead, people, actor }),
      people: [...new Set(row.layers.flatMap((layer) => layer.people))].map((id) => ({
        ...personView(people, id),
        active: people.isActive(id),
      })),
      spans: spans.map((span) => spanView(people, span)),
      layers: row.layers.map((layer) =>
        turnsOf(row.zone, layer, window).map(({ from, to, userId }) => ({
          from: iso(from),
          to: iso(to),
          person: personView(people, userId),
        })),
      ),
      overrides: overrides.map((one) => overrideView(people, one)),
    }
  })
}

/** Apps and published playbooks that name a schedule. Throws resource.not_found. */
export async function usesOfOnCall(
  deps: OnCallDeps,
  scope: TenantScope,
  actor: Actor,
  scheduleId: string,
): Promise<{ items: OnCallUse[]; others: number }> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const row = await scheduleById(tx, scheduleId)
    if (row === null) throw fail('resource.not_found')
    const uses = await deps.uses(tx, row.key)
    const items = uses
      .filter((use) => use.isVisibleTo(actor))
      .map(({ kind, id, name }) => ({ kind, id, name }))
    return { items, others: uses.length - items.length }
  })
}

export function tooLong(path: (string | number)[]): Issue {
  const message = `A period can be at most ${ON_CALL_LIMITS.days} days long`
  return { path, code: 'too_long', message }
}

export async function peopleIn(deps: OnCallDeps, scope: TenantScope): Promise<KnownPeople> {
  return new KnownPeople(await deps.people(scope))
}

function overridesAhead(tx: TenantTx, rows: readonly ScheduleRow[]): Promise<OverrideRow[]> {
  const to = new Date(tx.now.getTime() + AHEAD_MS)
  return overridesDuring(
    tx,
    rows.map(({ id }) => id),
    { from: tx.now, to },
  )
}

function itemView(
  tx: TenantTx,
  row: ScheduleRow,
  { overrides, people, actor }: { overrides: readonly OverrideRow[]; people: KnownPeople; actor: Actor },
): OnCallListItem {
  return { ...scheduleView(row, actor), now: nowView(planOf(row, overrides), people, tx.now) }
}
