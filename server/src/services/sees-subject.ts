import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AutomationDoor } from '../domains/automation/automation.door.ts'
import type { createIdentityModule } from '../domains/identity/identity.module.ts'
import type { RecordsDoor } from '../domains/records/records.door.ts'
import type { TenantScope } from '../platform/database/types.ts'
import { type ScheduleUses, scheduleUses, type UseDeps } from './schedule-uses.ts'
import { isFailure } from '../platform/errors.ts'

export type SeesSubject = Parameters<typeof createIdentityModule>[2]['sees']
export type ReadComments = Parameters<typeof createIdentityModule>[2]['readComments']
type Subject = Parameters<SeesSubject>[1]

interface Deps {
  tenant(tenantId: string): Promise<TenantScope | null>
  records: Pick<RecordsDoor, 'touches'>
  /** Whether a comment is there and not deleted. */
  hasComment(scope: TenantScope, commentId: string): Promise<boolean>
  automation: Pick<AutomationDoor, 'getPlaybook'>
  getApproval(scope: TenantScope, actor: Actor, id: string): Promise<unknown>
}

interface PortDeps extends Deps, UseDeps {
  quoteComments(
    scope: TenantScope,
    actor: Actor,
    commentIds: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>>
}

/** What notifications and on-call schedules ask of the domains above theirs; `deps` is called when all of them are built. */
export function subjectPorts(deps: () => PortDeps): {
  sees: SeesSubject
  readComments: ReadComments
  scheduleUses: ScheduleUses
} {
  return {
    scheduleUses: scheduleUses(deps),
    sees: (...args) => seesSubject(deps(), ...args),
    async readComments(actor, tenantId, ids) {
      const { tenant, quoteComments } = deps()
      const scope = await tenant(tenantId)
      return scope === null ? new Map() : quoteComments(scope, actor, ids)
    },
  }
}

/** Whether a user may see now what a notification is about. */
export async function seesSubject(deps: Deps, actor: Actor, subject: Subject): Promise<boolean> {
  const scope = await deps.tenant(subject.tenantId)
  if (scope === null) return false
  switch (subject.kind) {
    case 'tenant':
      return true
    case 'record': {
      const { touch, commentId } = subject
      if (commentId !== undefined && !(await deps.hasComment(scope, commentId))) return false
      return (await deps.records.touches.judge(scope, actor, [touch]))(touch)
    }
    case 'playbook':
      return found(deps.automation.getPlaybook(scope, actor, subject.playbookId))
    case 'approval':
      return found(deps.getApproval(scope, actor, subject.approvalId))
    default:
      return subject satisfies never
  }
}

async function found(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading
    return true
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return false
    throw error
  }
}
