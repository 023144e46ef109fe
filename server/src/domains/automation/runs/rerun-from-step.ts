import { RunState, type RunSummary } from '@caseloom/contract/automation/automation'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Playbook } from '@caseloom/playbook/document'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { stepsThatAsk } from './steps-that-ask.ts'
import { approvalBefore, retainedEntry, stepsFrom } from './rerun-from.rules.ts'
import { auditRepeat, mayRepeat, type RerunDeps } from './rerun-run.ts'
import { lockRun, putRerun } from './run-control.store.ts'
import { hasEnded } from './run-steps.rules.ts'
import { entriesOf } from '../run-model/run.store.ts'
import { runById, runSummary } from './runs.read.ts'
import { runProgressed } from './run-page-notifier.ts'
import type { Versions } from '../playbooks/versions.ts'

/**
 * Reruns a run that has ended from one step on. Steps before it keep their recorded results and have no new effects; an
 * approval that guards the step must be rerun, too. Throws request.invalid, run.not_over, right.missing,
 * request.too_many, resource.not_found.
 */
export async function rerunFromStep(
  deps: RerunDeps & { versions: Versions },
  scope: TenantScope,
  actor: Actor,
  command: { runId: string; path: string; ip?: string },
): Promise<RunSummary> {
  const { runId, path, ip } = command
  await mayRepeat(deps, scope, actor, runId)
  const made = await scope.tx(async (tx) => {
    const run = await lockRun(tx, runId)
    if (run === null) throw fail('resource.not_found')
    if (!hasEnded(RunState.parse(run.state))) throw fail('run.not_over', { extra: { state: run.state } })
    const { version_id: versionId } = (await runById(tx, runId)) ?? { version_id: '' }
    const { document } = await deps.versions.get(scope, versionId)
    const playbook = Playbook.parse(document)
    const repeated = stepsFrom(playbook, path)
    if (repeated === null) throw fail('resource.not_found')
    const gate = approvalBefore(playbook, repeated, await stepsThatAsk(tx, playbook, runId))
    if (gate !== null) throw behindApproval(gate)
    const copied = retainedEntry(await entriesOf(tx, runId), repeated)
    const id = newId()
    await putRerun(tx, { id, of: runId, startId: newId(), semantics: SEMANTICS, copied })
    const row = await runById(tx, id)
    if (row === null) throw new Error('The new run is missing')
    await auditRepeat(tx, actor, { run, row, from: path, ip: ip ?? null })
    tx.announce(runProgressed(runId))
    tx.afterCommit(() => deps.relay.poke())
    return row
  })
  return runSummary(made)
}

function behindApproval(gate: string) {
  const message = `“${gate}” requests approval before this step. Rerun from there, so that it is requested again.`
  const issue = { path: ['body', 'path'], code: 'behind_approval', message }
  return fail('request.invalid', { detail: message, issues: [issue] })
}
