import {
  OnCallNow,
  OnCallRange,
  type OnCallScheduleView,
  type OnCallUse,
} from '@caseloom/contract/identity/on-call'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import {
  blocksOf,
  gapsOf,
  hoursOf,
  type OnCallBlock,
  resultOf,
} from '@caseloom/contract/values/on-call-blocks'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { changesOf, readChanges } from './on-call-changes.ts'
import type { OnCallDeps } from './on-call-deps.ts'
import { allSchedules, scheduleById, type ScheduleRow } from './on-call-schedule.store.ts'
import { awayView, mayEdit, overrideView, scheduleView } from './on-call-view.ts'

/** How far ahead the next handoff is sought. */
const AHEAD_MS = 14 * 86_400_000

/** All schedules of the tenant, by name. */
export async function listSchedules(
  scope: TenantScope,
  actor: Actor,
): Promise<{ items: OnCallScheduleView[]; can: { create: boolean } }> {
  allow(actor, 'record:read')
  const rows = await scope.read(allSchedules)
  return { items: rows.map((row) => scheduleView(row, actor)), can: { create: mayEdit(actor) } }
}

/** Who is on call in a span, with what changes it; throws resource.not_found. */
export async function readRange(
  { system }: Pick<OnCallDeps, 'system'>,
  scope: TenantScope,
  actor: Actor,
  { scheduleId, ...named }: { scheduleId: string; from: string; to: string },
): Promise<OnCallRange> {
  const { schedule, now } = await readable(scope, actor, scheduleId)
  const span = { from: Date.parse(named.from), to: Date.parse(named.to) }
  const within = { from: new Date(span.from), to: new Date(span.to) }
  const stored = await readChanges(system, scope, [schedule], within)
  const changes = changesOf(schedule, stored)
  const blocks = blocksOf(schedule, changes, span)
  const result = resultOf(schedule, blocks, span)
  const hours = hoursOf(result, span)
  return OnCallRange.parse({
    blocks: blocks.map(shown),
    result: result.map((part) => ({ ...shown(part), standsIn: part.standsIn })),
    gaps: gapsOf({ plan: schedule, changes, blocks, hours }).map((gap) => ({ ...gap, ...instants(gap) })),
    hours: [...hours].map(([userId, amount]) => ({ userId, hours: Math.round(amount * 100) / 100 })),
    overrides: stored.overrides.map((row) => overrideView(row, { schedule, actor, now })),
    away: stored.away.map((row) => awayView(row, actor)),
  })
}

/** Who is on call now, and when that changes; throws resource.not_found. */
export async function readNow(
  { system }: Pick<OnCallDeps, 'system'>,
  scope: TenantScope,
  actor: Actor,
  scheduleId: string,
): Promise<OnCallNow> {
  const { schedule, now } = await readable(scope, actor, scheduleId)
  const span = { from: now.getTime(), to: now.getTime() + AHEAD_MS }
  const stored = await readChanges(system, scope, [schedule], { from: now, to: new Date(span.to) })
  const blocks = blocksOf(schedule, changesOf(schedule, stored), span)
  const here = blocks.filter(({ from, to, gap }) => gap === null && from <= span.from && to > span.from)
  const parts = resultOf(schedule, blocks, span).filter(({ gap }) => gap === null)
  const current = parts.find(({ from }) => from === span.from)?.userId ?? null
  const next = parts.find(({ from, userId }) => from > span.from && userId !== current)
  return OnCallNow.parse({
    at: now.toISOString(),
    people: here.map(({ layer, shift, userId, to }) => {
      return { layer, shift, userId, until: new Date(to).toISOString() }
    }),
    next: next === undefined ? null : { at: new Date(next.from).toISOString(), userId: next.userId },
  })
}

/** What uses a schedule, as far as the actor may know; throws resource.not_found. */
export async function usesOfSchedule(
  { uses }: Pick<OnCallDeps, 'uses'>,
  scope: TenantScope,
  actor: Actor,
  scheduleId: string,
): Promise<{ items: OnCallUse[]; others: number }> {
  const { schedule } = await readable(scope, actor, scheduleId)
  const { items, others } = await uses(scope, actor, schedule.key)
  return { items, others }
}

async function readable(
  scope: TenantScope,
  actor: Actor,
  scheduleId: string,
): Promise<{ schedule: ScheduleRow; now: Date }> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const schedule = await scheduleById(tx, scheduleId)
    if (schedule === null) throw fail('resource.not_found')
    return { schedule, now: tx.now }
  })
}

function shown({ cover, ...block }: OnCallBlock) {
  return { ...block, override: cover, ...instants(block) }
}

function instants({ from, to }: { from: number; to: number }) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
