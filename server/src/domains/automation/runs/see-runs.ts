import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { closedSummary } from '../gate/closed-run.rules.ts'
import { type GateDeps, openRuns, readsRecord } from '../gate/run-gate.ts'
import { listRuns, type RunFilter } from './runs.read.ts'

/** One page of runs as this actor may see them; runs of a record are for those who may read it. */
export async function seeRuns(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
  const { recordId } = filter
  if (recordId !== undefined && !(await readsRecord(deps, scope, actor, recordId)))
    return { items: [], next: null }
  const { items, next } = await listRuns(scope, filter)
  return { items: await seenRuns(deps, scope, actor, items), next }
}

/** Runs without what their errors say, where that is not the actor's to read. */
export async function seenRuns<Run extends Pick<RunSummary, 'id' | 'error'>>(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  runs: readonly Run[],
): Promise<Run[]> {
  const failed = runs.flatMap(({ id, error }) => (error === null ? [] : [id]))
  const open = await openRuns(deps, scope, actor, failed)
  return runs.map((run) => (open.has(run.id) ? run : closedSummary(run)))
}
