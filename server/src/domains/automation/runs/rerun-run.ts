import { RunState, type RunSummary } from '@caseloom/contract/automation/automation'
import type { RerunVersion } from '@caseloom/contract/automation/run-control'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { isOpenRun } from '../gate/run-gate.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import type { Relay } from './relay.ts'
import {
  type ControlledRun,
  initiatorOf,
  lockRun,
  publishedVersionOf,
  putRerun,
} from './run-control.store.ts'
import { hasEnded } from './run-steps.rules.ts'
import { runById, runSummary, type SummaryRow } from './runs.read.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { sharedWithOf } from '../sharing/sharing.store.ts'
import { runProgressed } from './run-page-notifier.ts'
import { requireConfirmation } from '../statements/confirm-statement.ts'
import type { StatementDeps } from '../statements/statement.read.ts'

export interface RerunDeps extends StatementDeps {
  limits: HookLimits
  relay: Relay
  records: Pick<RecordsDoor, 'touches'>
}

/**
 * Reruns a run that has ended: a new run with the same trigger input and identity, of its own version or of the published
 * one. A user can't rerun a run whose data they may not read, or one that acted as another person. Throws run.not_over,
 * statement.confirm_first, playbook.not_published, right.missing, request.too_many, resource.not_found.
 */
export async function rerunRun(
  deps: RerunDeps,
  scope: TenantScope,
  actor: Actor,
  command: { runId: string; version?: RerunVersion; statement?: string | undefined; ip?: string },
): Promise<RunSummary> {
  const { runId, version, ip } = command
  await mayRepeat(deps, scope, actor, runId)
  await confirmNewer(deps, scope, actor, command)
  return runSummary(await scope.tx((tx) => repeatIn(deps, tx, actor, { runId, version, ip: ip ?? null })))
}

/**
 * Who started a run confirms what a newer version does before it runs as them. Throws statement.confirm_first.
 */
export async function confirmNewer(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  command: { runId: string; version?: RerunVersion; statement?: string | undefined; ip?: string | undefined },
): Promise<void> {
  const { runId, version, statement, ip } = command
  if (version !== 'current') return
  const { run, initiator, newer } = await scope.read(async (tx) => ({
    run: await runById(tx, runId),
    initiator: await initiatorOf(tx, runId),
    newer: await publishedVersionOf(tx, runId),
  }))
  if (run === null || newer === null || initiator === null) return
  await requireConfirmation(deps, scope, actor, {
    playbookId: run.playbook_id,
    statement,
    isOwnOnly: true,
    ip,
  })
}

/** Reruns a run that the actor may rerun, in a transaction. Throws run.not_over, playbook.not_published, resource.not_found. */
export async function repeatIn(
  deps: Pick<RerunDeps, 'relay'>,
  tx: TenantTx,
  actor: Actor,
  { runId, version = 'same', ip }: { runId: string; version?: RerunVersion | undefined; ip: string | null },
): Promise<SummaryRow> {
  const run = await lockRun(tx, runId)
  if (run === null) throw fail('resource.not_found')
  if (!hasEnded(RunState.parse(run.state))) throw fail('run.not_over', { extra: { state: run.state } })
  const id = newId()
  const versionId = version === 'same' ? null : await publishedVersionOf(tx, runId)
  if (version === 'current' && versionId === null) throw fail('playbook.not_published')
  const newer = versionId === null ? {} : { versionId }
  await putRerun(tx, { id, of: runId, startId: newId(), semantics: SEMANTICS, ...newer })
  const row = await runById(tx, id)
  if (row === null) throw new Error('The new run is missing')
  await auditRepeat(tx, actor, { run, row, ip })
  tx.announce(runProgressed(runId))
  tx.afterCommit(() => deps.relay.poke())
  return row
}

/**
 * Checks that the user may rerun a run: they can read its data, and it didn't act as another person. Throws
 * right.missing, request.too_many, resource.not_found.
 */
export async function mayRepeat(
  deps: RerunDeps,
  scope: TenantScope,
  actor: Actor,
  runId: string,
): Promise<void> {
  allow(actor, 'playbook:run')
  allow(actor, 'run:data')
  const initiator = await scope.read(async (tx) => {
    const run = await runById(tx, runId)
    if (run === null) throw fail('resource.not_found')
    if (!isSharedTo(actor, await sharedWithOf(tx, run.playbook_id)))
      throw fail('right.missing', { detail: 'This playbook isn’t shared with you' })
    return initiatorOf(tx, runId)
  })
  if (!(await isOpenRun(deps, scope, actor, runId)))
    throw fail('right.missing', { detail: 'You don’t have permission to read everything this run used' })
  await deps.limits.allowAcceptance(scope)
  if (initiator !== null && initiator !== actor.id) {
    throw fail('right.missing', {
      detail: 'This run acted as the person who started it. Only they can rerun it.',
    })
  }
}

interface Repeat {
  run: ControlledRun
  row: SummaryRow
  /** The step to rerun from; absent = the whole run. */
  from?: string
  ip: string | null
}

export async function auditRepeat(tx: TenantTx, actor: Actor, { run, row, from, ip }: Repeat): Promise<void> {
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: 'run.repeated',
    object: { kind: 'run', id: row.id, name: `${run.title} #${row.number}` },
    after: { rerunOf: run.id, ...(from === undefined ? {} : { from }) },
    ip,
  })
}
