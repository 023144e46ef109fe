import type { Actor } from '@caseloom/contract/kernel/permissions'
import { openStatement, requireConfirmation } from './confirm-statement.ts'
import type { StatementDeps } from './statement.read.ts'
import type { TenantScope } from '../../../platform/database/types.ts'

/** Confirms what a playbook does, as the dialog before a person's first start. */
export async function confirmStatement(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  playbookId: string,
): Promise<void> {
  const statement = await openStatement(deps, scope, actor, playbookId)
  if (statement !== null)
    await requireConfirmation(deps, scope, actor, { playbookId, statement: statement.id })
}
