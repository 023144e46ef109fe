import type { OnCallInput, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { lanesOf } from '@caseloom/contract/values/on-call-turns'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { activeUsers } from './active-users.read.ts'
import { publishOnCall } from './on-call.events.ts'
import type { By, OnCallDeps } from './on-call-deps.ts'
import { deleteOverridesOutside } from './on-call-override.store.ts'
import {
  allSchedules,
  deleteScheduleRow,
  lockSchedule,
  lockSchedules,
  putSchedule,
  scheduleById,
} from './on-call-schedule.store.ts'
import { scheduleView } from './on-call-view.ts'
import { limitIssue, planIssues } from './schedule-plan.rules.ts'

type Plan = Omit<OnCallInput, 'key'>

/** Stores a new schedule; throws schedule.invalid with all faults, schedule.key_taken. */
export async function createSchedule(
  deps: Pick<OnCallDeps, 'system'>,
  scope: TenantScope,
  by: By,
  { key, ...plan }: OnCallInput,
): Promise<OnCallScheduleView> {
  allow(by.actor, 'app:build')
  const faults = await faultsOf(deps, scope, plan)
  return scope.tx(async (tx) => {
    await lockSchedules(tx)
    const others = await allSchedules(tx)
    const issues = [...faults, ...limitIssue(others.length)]
    if (issues.length > 0) throw fail('schedule.invalid', { issues })
    if (others.some((other) => other.key === key)) {
      const message = `The key "${key}" is already in use`
      throw fail('schedule.key_taken', { issues: [{ path: ['body', 'key'], code: 'taken', message }] })
    }
    const row = { ...plan, key, id: newId(), revision: 1, updated_at: tx.now }
    await putSchedule(tx, row)
    const { id, name } = row
    await publishOnCall(tx, by, { verb: 'created', action: 'onCall.created', id, name, after: row })
    return scheduleView(row, by.actor)
  })
}

interface SaveSchedule {
  scheduleId: string
  revision: number
  plan: Plan
}

/** Changes a schedule; throws resource.not_found, resource.version_conflict, schedule.invalid with all faults. */
export async function saveSchedule(
  deps: Pick<OnCallDeps, 'system'>,
  scope: TenantScope,
  by: By,
  { scheduleId, revision, plan }: SaveSchedule,
): Promise<OnCallScheduleView> {
  allow(by.actor, 'app:build')
  const faults = await faultsOf(deps, scope, plan)
  return scope.tx(async (tx) => {
    const old = await lockSchedule(tx, scheduleId)
    if (old === null) throw fail('resource.not_found')
    if (old.revision !== revision)
      throw fail('resource.version_conflict', { extra: { revision: old.revision } })
    if (faults.length > 0) throw fail('schedule.invalid', { issues: faults })
    const row = { ...old, ...plan, revision: revision + 1, updated_at: tx.now }
    await putSchedule(tx, row)
    const lanes = lanesOf(row).map(({ layer, shift }) =>
      shift === null ? layer.key : `${layer.key}/${shift.key}`,
    )
    await deleteOverridesOutside(tx, scheduleId, lanes)
    const change = { verb: 'updated', action: 'onCall.changed', id: row.id, name: row.name } as const
    await publishOnCall(tx, by, { ...change, before: old, after: row })
    return scheduleView(row, by.actor)
  })
}

/** Deletes a schedule; throws resource.not_found, schedule.in_use when an app or a published playbook names it. */
export async function deleteSchedule(
  { uses }: Pick<OnCallDeps, 'uses'>,
  scope: TenantScope,
  by: By,
  scheduleId: string,
): Promise<void> {
  allow(by.actor, 'app:build')
  const schedule = await scope.read((tx) => scheduleById(tx, scheduleId))
  if (schedule === null) throw fail('resource.not_found')
  const { items, others, blocking } = await uses(scope, by.actor, schedule.key)
  if (blocking) {
    const hidden = others === 0 ? [] : ['apps or playbooks that aren’t shared with you']
    const names = [...items.map(({ name }) => name), ...hidden]
    throw fail('schedule.in_use', { detail: `Used by ${names.join(', ')}` })
  }
  await scope.tx(async (tx) => {
    const row = await lockSchedule(tx, scheduleId)
    if (row === null) throw fail('resource.not_found')
    await deleteScheduleRow(tx, scheduleId)
    const change = { verb: 'destroyed', action: 'onCall.deleted', id: row.id, name: row.name } as const
    await publishOnCall(tx, by, { ...change, before: row })
  })
}

async function faultsOf({ system }: Pick<OnCallDeps, 'system'>, scope: TenantScope, { layers }: Plan) {
  const people = [...new Set(layers.flatMap((layer): string[] => layer.people))]
  return planIssues(layers, await activeUsers(system, scope, people))
}
