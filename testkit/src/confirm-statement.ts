import type { Actor } from '@caseloom/contract/kernel/permissions'
import {
  openStatement,
  requireConfirmation,
} from '@caseloom/server/domains/automation/statements/confirm-statement'
import type { StatementDeps } from '@caseloom/server/domains/automation/statements/statement.read'
import type { TenantScope } from '@caseloom/server/platform/database/types'

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
