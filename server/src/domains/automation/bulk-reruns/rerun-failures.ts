// Rerunning all runs that failed the same way.
import {
  MAX_REPEATED,
  type Repetition,
  type RerunVersion,
  type repeatFailures as route,
} from '@caseloom/contract/automation/run-control'
import { PlaybookId, RepetitionId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { titleOfPlaybook } from '../playbooks/playbook.store.ts'
import { failedRunsOf } from '../runs/runs.read.ts'
import { saveBulkRerunStep, insertBulkRerun, bulkRerunById, type BulkRerunRow } from './bulk-rerun.store.ts'

type Group = Omit<RouteBody<typeof route>, 'runWith'> & { runWith?: RerunVersion }

/**
 * Begins to repeat the failed runs that ended alike; the repeater does the rest. Throws right.missing,
 * resource.not_found.
 */
export async function rerunFailures(
  scope: TenantScope,
  actor: Actor,
  command: Group & { ip?: string },
): Promise<Repetition> {
  allow(actor, 'playbook:run')
  allow(actor, 'run:data')
  if (actor.kind !== 'user' || actor.id === null)
    throw fail('right.missing', { detail: 'Only users can rerun in bulk' })
  const { ip, runWith = 'same', ...group } = command
  const by = { actor_id: actor.id, actor_name: actor.name, ip: ip ?? null }
  const id = newId()
  const row = await scope.tx(async (tx) => {
    const title = await titleOfPlaybook(tx, group.playbookId)
    if (title === null) throw fail('resource.not_found')
    const ids = await failedRunsOf(tx, { ...group, limit: MAX_REPEATED })
    await insertBulkRerun(tx, {
      ...by,
      id,
      playbook_id: group.playbookId,
      state: ids.length === 0 ? 'done' : 'running',
      run_ids: ids,
      permissions: actor.token === undefined ? null : [...actor.permissions],
      run_with: runWith,
    })
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'run.failures_repeated',
      object: { kind: 'playbook', id: group.playbookId, name: title },
      // A group is made of JSON values.
      after: { repetition: id, runs: ids.length, runWith, group: JSON.parse(JSON.stringify(group)) },
      ip: ip ?? null,
    })
    return bulkRerunById(tx, id)
  })
  if (row === null) throw new Error('The bulk rerun is missing')
  return repetitionView(actor, row)
}

/** How far a repetition is. Throws resource.not_found. */
export async function getBulkRerun(scope: TenantScope, actor: Actor, id: string): Promise<Repetition> {
  const row = await scope.read((tx) => bulkRerunById(tx, id))
  if (row === null) throw fail('resource.not_found')
  return repetitionView(actor, row)
}

/** Stops a bulk rerun from starting further runs; no effect once it has ended. Throws resource.not_found. */
export async function stopBulkRerun(
  scope: TenantScope,
  actor: Actor,
  command: { id: string; ip?: string },
): Promise<Repetition> {
  allow(actor, 'playbook:run')
  const row = await scope.tx(async (tx) => {
    const found = await bulkRerunById(tx, command.id, true)
    if (found === null) throw fail('resource.not_found')
    if (found.state !== 'running') return found
    const none = { started: 0, repeated: 0, forbidden: 0, dueAt: tx.now }
    await saveBulkRerunStep(tx, { id: found.id, state: 'stopped', done: found.done, ...none })
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'run.repetition_stopped',
      object: { kind: 'playbook', id: found.playbook_id, name: found.title },
      after: { repetition: found.id, started: found.started },
      ip: command.ip ?? null,
    })
    return bulkRerunById(tx, found.id)
  })
  if (row === null) throw new Error('The bulk rerun is missing')
  return repetitionView(actor, row)
}

function repetitionView(actor: Actor, row: BulkRerunRow): Repetition {
  return {
    id: RepetitionId.parse(row.id),
    playbook: { id: PlaybookId.parse(row.playbook_id), title: row.title },
    state: row.state,
    total: row.run_ids.length,
    done: row.done,
    started: row.started,
    left: { repeated: row.repeated, forbidden: row.forbidden },
    by: row.actor_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    can: { stop: row.state === 'running' && may(actor, 'playbook:run') },
  }
}
