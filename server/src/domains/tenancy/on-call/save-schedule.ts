import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import {
  ON_CALL_LIMITS,
  type OnCallSchedule,
  type OnCallScheduleInput,
} from '@caseloom/contract/tenancy/on-call'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { settingsChanged } from '../tenancy.events.ts'
import type { By, KnownPeople, OnCallDeps } from './on-call-deps.ts'
import { scheduleView } from './on-call-view.ts'
import { peopleIn } from './read-on-call.ts'
import {
  allSchedules,
  insertSchedule,
  lockSchedule,
  removeSchedule,
  type ScheduleRow,
  updateSchedule,
} from './schedule.store.ts'

/** Stores a new schedule; throws request.invalid with all faults, on_call.key_taken. */
export async function createOnCall(
  deps: OnCallDeps,
  scope: TenantScope,
  by: By,
  input: OnCallScheduleInput,
): Promise<OnCallSchedule> {
  allow(by.actor, 'workspace:manage')
  const people = await peopleIn(deps, scope)
  refuse(unknownPeople(input, people, new Set()))
  return scope
    .tx(async (tx) => {
      if ((await allSchedules(tx)).length >= ON_CALL_LIMITS.schedules) throw tooMany()
      const row = { ...input, id: newId(), revision: 1, updated_at: tx.now }
      await insertSchedule(tx, row)
      await record(tx, by, { action: 'on_call.created', after: row })
      return scheduleView(row, by.actor)
    })
    .catch((error: unknown) => {
      throw isKeyTaken(error) ? keyTaken(input.key) : error
    })
}

interface SaveSchedule {
  scheduleId: string
  revision: number
  input: Omit<OnCallScheduleInput, 'key'>
}

/** Changes a schedule; throws resource.not_found, resource.version_conflict, request.invalid with all faults. */
export async function saveOnCall(
  deps: OnCallDeps,
  scope: TenantScope,
  by: By,
  { scheduleId, revision, input }: SaveSchedule,
): Promise<OnCallSchedule> {
  allow(by.actor, 'workspace:manage')
  const people = await peopleIn(deps, scope)
  return scope.tx(async (tx) => {
    const old = await lockedSchedule(tx, scheduleId)
    if (old.revision !== revision)
      throw fail('resource.version_conflict', { extra: { revision: old.revision } })
    // Someone who has left the tenant may stay in a rotation until it is changed: their turns show as gaps.
    refuse(unknownPeople(input, people, new Set(old.layers.flatMap((layer) => layer.people))))
    const { name, zone, layers } = input
    const row = { ...old, name, zone, layers, revision: old.revision + 1, updated_at: tx.now }
    await updateSchedule(tx, row)
    await record(tx, by, { action: 'on_call.changed', before: old, after: row })
    return scheduleView(row, by.actor)
  })
}

/** Deletes a schedule with its overrides; throws resource.not_found, on_call.in_use when something names it. */
export async function deleteOnCall(
  deps: OnCallDeps,
  scope: TenantScope,
  by: By,
  scheduleId: string,
): Promise<void> {
  const { actor } = by
  allow(actor, 'workspace:manage')
  await scope.tx(async (tx) => {
    const row = await lockedSchedule(tx, scheduleId)
    const uses = await deps.uses(tx, row.key)
    if (uses.length > 0) {
      const named = uses.filter((use) => use.isVisibleTo(actor)).map(({ name }) => name)
      const others = uses.length - named.length
      const more = others === 0 ? [] : [`${others} that you don’t have access to`]
      throw fail('on_call.in_use', { detail: `Used by ${[...named, ...more].join(', ')}` })
    }
    await removeSchedule(tx, scheduleId)
    await record(tx, by, { action: 'on_call.deleted', before: row })
  })
}

/** The schedule, locked until the transaction ends; throws resource.not_found. */
export async function lockedSchedule(tx: TenantTx, scheduleId: string): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, scheduleId)
  if (row === null) throw fail('resource.not_found')
  return row
}

function unknownPeople(
  { layers }: Pick<OnCallScheduleInput, 'layers'>,
  people: KnownPeople,
  present: ReadonlySet<string>,
): Issue[] {
  return layers.flatMap((layer, at) =>
    layer.people.flatMap((id, place): Issue[] =>
      people.isActive(id) || present.has(id)
        ? []
        : [
            {
              path: ['body', 'layers', at, 'people', place],
              code: 'unknown_user',
              message: 'This person isn’t an active user of the tenant',
            },
          ],
    ),
  )
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw fail('request.invalid', { issues: [...issues] })
}

function tooMany() {
  const message = `A tenant can have at most ${ON_CALL_LIMITS.schedules} on-call schedules`
  return fail('request.invalid', { issues: [{ path: ['body', 'key'], code: 'limit', message }] })
}

function isKeyTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'on_call_schedule_key'
}

function keyTaken(key: string) {
  const message = `The key "${key}" is already in use`
  return fail('on_call.key_taken', { issues: [{ path: ['body', 'key'], code: 'taken', message }] })
}

interface ScheduleChange {
  action: 'on_call.created' | 'on_call.changed' | 'on_call.deleted'
  before?: ScheduleRow
  after?: ScheduleRow
}

async function record(tx: TenantTx, { actor, ip }: By, change: ScheduleChange): Promise<void> {
  const { action, before, after } = change
  const row = after ?? before
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    ...(row === undefined ? {} : { object: { kind: 'on_call', id: row.id, name: row.name } }),
    ...(before === undefined ? {} : { before: partsOf(before) }),
    ...(after === undefined ? {} : { after: partsOf(after) }),
    ip,
  })
  tx.announce(settingsChanged(null, 'on-call', tx.now))
}

function partsOf({ key, name, zone, layers }: ScheduleRow): JsonValue {
  return {
    key,
    name,
    zone,
    layers: layers.map((layer) => ({ ...layer, hours: layer.hours.map((one) => ({ ...one })) })),
  }
}
