import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { FailureGroup } from '@caseloom/contract/automation/run-control'
import type { TenantScope } from '../../../platform/database/types.ts'
import { HIDDEN_MESSAGE } from '../gate/closed-run.rules.ts'
import { type GateDeps, openRuns } from '../gate/run-gate.ts'
import { type GroupFilter, listFailureGroups } from './failure-groups.read.ts'

/** Failed runs by what ended them; what the newest one said is there for those who may see its data. */
export async function seeFailureGroups(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  filter: GroupFilter,
): Promise<FailureGroup[]> {
  const groups = await listFailureGroups(scope, filter)
  const open = await openRuns(
    deps,
    scope,
    actor,
    groups.map((group) => group.lastRun.id),
  )
  return groups.map((group) => (open.has(group.lastRun.id) ? group : { ...group, message: HIDDEN_MESSAGE }))
}
