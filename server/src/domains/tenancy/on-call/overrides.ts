import type { Issue } from '@caseloom/contract/kernel/errors'
import { ON_CALL_LIMITS, type OnCallOverrideView } from '@caseloom/contract/tenancy/on-call'
import { onCallSpans } from '@caseloom/contract/values/on-call'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { settingsChanged } from '../tenancy.events.ts'
import type { By, KnownPeople, OnCallDeps } from './on-call-deps.ts'
import { overrideView, planOf } from './on-call-view.ts'
import {
  countOpenOverrides,
  insertOverride,
  type OverrideRow,
  overridesDuring,
  removeOverride,
} from './override.store.ts'
import { peopleIn, tooLong } from './read-on-call.ts'
import { lockedSchedule } from './save-schedule.ts'
import type { ScheduleRow } from './schedule.store.ts'

const DAY_MS = 86_400_000

interface Period {
  from: string
  to: string
}

interface NewOverride extends Period {
  scheduleId: string
  userId: string
  note: string | null
}

/** Puts someone on call for a period; throws resource.not_found, request.invalid with all faults. */
export async function addOverride(
  deps: OnCallDeps,
  scope: TenantScope,
  by: By,
  { scheduleId, userId, note, ...period }: NewOverride,
): Promise<OnCallOverrideView> {
  allow(by.actor, 'workspace:manage')
  const people = await peopleIn(deps, scope)
  return scope.tx(async (tx) => {
    const schedule = await lockedSchedule(tx, scheduleId)
    const issues = periodIssues(period, ['body', 'to'])
    if (!people.isActive(userId)) issues.push(notActive(['body', 'userId']))
    if (issues.length > 0) throw fail('request.invalid', { issues })
    await refuseTooMany(tx, scheduleId, 1)
    const row = rowOf(tx, by, { scheduleId, userId, note, ...period })
    await insertOverride(tx, row)
    await record(tx, by, { schedule, action: 'on_call.override_added', rows: [row] })
    return overrideView(people, row)
  })
}

/** Removes an override, a swap as a whole; throws resource.not_found. */
export async function removeOnCallOverride(
  scope: TenantScope,
  by: By,
  { scheduleId, overrideId }: { scheduleId: string; overrideId: string },
): Promise<void> {
  allow(by.actor, 'workspace:manage')
  await scope.tx(async (tx) => {
    const schedule = await lockedSchedule(tx, scheduleId)
    if ((await removeOverride(tx, { scheduleId, id: overrideId })) === 0) throw fail('resource.not_found')
    await record(tx, by, { schedule, action: 'on_call.override_removed', rows: [] })
  })
}

interface Swap {
  scheduleId: string
  first: Period
  second: Period
}

/** Swaps the people of two turns; throws resource.not_found, request.invalid unless each has one person throughout. */
export async function swapTurns(
  deps: OnCallDeps,
  scope: TenantScope,
  by: By,
  { scheduleId, first, second }: Swap,
): Promise<OnCallOverrideView[]> {
  allow(by.actor, 'workspace:manage')
  const people = await peopleIn(deps, scope)
  return scope.tx(async (tx) => {
    const schedule = await lockedSchedule(tx, scheduleId)
    const issues = [
      ...periodIssues(first, ['body', 'first', 'to']),
      ...periodIssues(second, ['body', 'second', 'to']),
    ]
    if (issues.length > 0) throw fail('request.invalid', { issues })
    const [one, two] = [
      await personDuring(tx, schedule, { ...first, people }),
      await personDuring(tx, schedule, { ...second, people }),
    ]
    const faults = [
      ...(one === null ? [noOne(['body', 'first'])] : []),
      ...(two === null ? [noOne(['body', 'second'])] : []),
      ...(one !== null && one === two ? [samePerson(['body', 'second'])] : []),
    ]
    if (one === null || two === null || faults.length > 0) throw fail('request.invalid', { issues: faults })
    await refuseTooMany(tx, scheduleId, 2)
    const taken = rowOf(tx, by, { scheduleId, userId: two, note: null, ...first })
    const given = rowOf(tx, by, { scheduleId, userId: one, note: null, ...second })
    const rows = [
      { ...taken, swapped_with: given.id },
      { ...given, swapped_with: taken.id },
    ]
    for (const row of rows) await insertOverride(tx, row)
    await record(tx, by, { schedule, action: 'on_call.swapped', rows })
    return rows.map((row) => overrideView(people, row))
  })
}

/** The one person who is on call during a whole period; null when it is no one or several. */
async function personDuring(
  tx: TenantTx,
  schedule: ScheduleRow,
  { from, to, people }: Period & { people: KnownPeople },
): Promise<string | null> {
  const dates = { from: new Date(from), to: new Date(to) }
  const overrides = await overridesDuring(tx, [schedule.id], dates)
  const window = { from: dates.from.getTime(), to: dates.to.getTime() }
  const spans = onCallSpans(planOf(schedule, overrides), window, (id) => people.isActive(id))
  const [first] = spans
  return first !== undefined && spans.every(({ userId }) => userId === first.userId) ? first.userId : null
}

function rowOf(
  tx: TenantTx,
  { actor }: By,
  { scheduleId, userId, note, from, to }: NewOverride,
): OverrideRow {
  return {
    id: newId(),
    schedule_id: scheduleId,
    user_id: userId,
    starts_at: new Date(from),
    ends_at: new Date(to),
    note: note === '' ? null : note,
    created_by: actor.name,
    created_at: tx.now,
    swapped_with: null,
  }
}

function periodIssues({ from, to }: Period, path: (string | number)[]): Issue[] {
  return Date.parse(to) - Date.parse(from) > ON_CALL_LIMITS.days * DAY_MS ? [tooLong(path)] : []
}

async function refuseTooMany(tx: TenantTx, scheduleId: string, more: number): Promise<void> {
  if ((await countOpenOverrides(tx, scheduleId)) + more <= ON_CALL_LIMITS.overrides) return
  const message = `A schedule can have at most ${ON_CALL_LIMITS.overrides} overrides that haven’t ended`
  throw fail('request.invalid', { issues: [{ path: ['body'], code: 'limit', message }] })
}

function notActive(path: (string | number)[]): Issue {
  return { path, code: 'unknown_user', message: 'This person isn’t an active user of the tenant' }
}

function noOne(path: (string | number)[]): Issue {
  return { path, code: 'no_one', message: 'No one person is on call during this whole period' }
}

function samePerson(path: (string | number)[]): Issue {
  return { path, code: 'same_person', message: 'The same person is on call during both periods' }
}

interface OverrideChange {
  schedule: ScheduleRow
  action: 'on_call.override_added' | 'on_call.override_removed' | 'on_call.swapped'
  rows: readonly OverrideRow[]
}

async function record(
  tx: TenantTx,
  { actor, ip }: By,
  { schedule, action, rows }: OverrideChange,
): Promise<void> {
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    object: { kind: 'on_call', id: schedule.id, name: schedule.name },
    after: rows.map((row) => [row.user_id, row.starts_at.toISOString(), row.ends_at.toISOString()]),
    ip,
  })
  tx.announce(settingsChanged(null, 'on-call', tx.now))
}
