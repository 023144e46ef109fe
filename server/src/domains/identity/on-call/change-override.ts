import {
  ON_CALL_LIMITS,
  type OnCallOverride,
  type OnCallOverrideInput,
} from '@caseloom/contract/identity/on-call'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { lanesOf, turnsOf } from '@caseloom/contract/values/on-call-turns'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { activeUsers } from './active-users.read.ts'
import { awayWithin } from './on-call-away.store.ts'
import type { By, OnCallDeps } from './on-call-deps.ts'
import { publishOnCall } from './on-call.events.ts'
import {
  deleteOverrides,
  insertOverrides,
  openOverrides,
  overrideById,
  type OverrideRow,
} from './on-call-override.store.ts'
import { lockSchedule, type ScheduleRow } from './on-call-schedule.store.ts'
import { allowOverride, overrideView } from './on-call-view.ts'

const DAY = 86_400_000
type Part = NonNullable<OnCallOverrideInput['swap']>

/** Gives part of a schedule to someone; throws resource.not_found, right.missing, schedule.override_invalid. */
export async function addOverride(
  { system }: Pick<OnCallDeps, 'system'>,
  scope: TenantScope,
  by: By,
  { scheduleId, ...input }: OnCallOverrideInput & { scheduleId: string },
): Promise<OnCallOverride> {
  allow(by.actor, 'record:read')
  const { swap, reason, ...part } = input
  const parts: Part[] = swap === undefined ? [part] : [part, swap]
  const active = await activeUsers(
    system,
    scope,
    parts.map(({ userId }) => userId),
  )
  return scope.tx(async (tx) => {
    const schedule = await lockSchedule(tx, scheduleId)
    if (schedule === null) throw fail('resource.not_found')
    allowOverride(by.actor, schedule)
    const issues: Issue[] = []
    for (const [at, one] of parts.entries())
      issues.push(...(await partIssues(tx, { schedule, active, place: at === 0 ? [] : ['swap'] }, one)))
    if ((await openOverrides(tx, scheduleId)) + parts.length > ON_CALL_LIMITS.overrides) {
      const message = `A schedule can have at most ${ON_CALL_LIMITS.overrides} overrides that have not ended`
      issues.push({ path: ['body', 'to'], code: 'limit', message })
    }
    if (issues.length > 0) throw fail('schedule.override_invalid', { issues })
    const rows = rowsOf(tx, { scheduleId, by, reason }, parts)
    await insertOverrides(tx, rows)
    const { id, name } = schedule
    await publishOnCall(tx, by, { verb: 'updated', action: 'onCall.overridden', id, name, after: rows })
    const [first] = rows
    if (first === undefined) throw new Error('An override has no row')
    return overrideView(first, { schedule, actor: by.actor, now: tx.now })
  })
}

interface Made {
  scheduleId: string
  by: By
  reason: string | null
}

function rowsOf(tx: TenantTx, { scheduleId, by, reason }: Made, parts: readonly Part[]): OverrideRow[] {
  const ids = parts.map(() => newId())
  return parts.map(({ layer, shift, userId, from, to }, at) => ({
    id: ids[at] ?? newId(),
    schedule_id: scheduleId,
    layer,
    shift,
    user_id: userId,
    from_at: new Date(from),
    to_at: new Date(to),
    reason,
    swap_with: parts.length === 1 ? null : (ids[1 - at] ?? null),
    made_by: by.actor.id,
    made_by_name: by.actor.name,
    made_at: tx.now,
  }))
}

interface Around {
  schedule: ScheduleRow
  active: ReadonlySet<string>
  place: string[]
}

async function partIssues(
  tx: TenantTx,
  { schedule, active, place }: Around,
  { layer, shift, userId, from, to }: Part,
): Promise<Issue[]> {
  const issue = (name: string, code: string, message: string) => [
    { path: ['body', ...place, name], code, message },
  ]
  const lane = lanesOf(schedule).find((one) => one.layer.key === layer && (one.shift?.key ?? null) === shift)
  if (lane === undefined)
    return issue(shift === null ? 'layer' : 'shift', 'unknown', 'The schedule has no such layer or shift')
  const span = { from: Date.parse(from), to: Date.parse(to) }
  if (span.to <= tx.now.getTime()) return issue('to', 'in_past', 'The end must be in the future')
  if (span.to - span.from > ON_CALL_LIMITS.days * DAY)
    return issue('to', 'too_long', `An override can last at most ${ON_CALL_LIMITS.days} days`)
  if (turnsOf(schedule.zone, lane, span).length === 0)
    return issue('from', 'no_shift', 'There is no shift at this time')
  if (!active.has(userId)) return issue('userId', 'unknown_user', 'This person isn’t active in this tenant')
  const away = await awayWithin(tx, [userId], { from: new Date(span.from), to: new Date(span.to) })
  return away.length === 0 ? [] : issue('userId', 'away', 'This person is away at this time')
}

/** Deletes an override, both halves of a swap; throws resource.not_found, right.missing, schedule.override_invalid. */
export async function undoOverride(
  scope: TenantScope,
  by: By,
  { scheduleId, overrideId }: { scheduleId: string; overrideId: string },
): Promise<void> {
  allow(by.actor, 'record:read')
  await scope.tx(async (tx) => {
    const schedule = await lockSchedule(tx, scheduleId)
    const override = schedule === null ? null : await overrideById(tx, scheduleId, overrideId)
    if (schedule === null || override === null) throw fail('resource.not_found')
    allowOverride(by.actor, schedule)
    if (override.to_at <= tx.now) {
      const message = 'This override has ended'
      throw fail('schedule.override_invalid', { issues: [{ path: ['overrideId'], code: 'ended', message }] })
    }
    await deleteOverrides(tx, [override.id, ...(override.swap_with === null ? [] : [override.swap_with])])
    const { id, name } = schedule
    const change = { verb: 'updated', action: 'onCall.overrideUndone', id, name } as const
    await publishOnCall(tx, by, { ...change, before: override })
  })
}
