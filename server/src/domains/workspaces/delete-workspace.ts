import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { findWorkspace, removeWorkspace } from './workspace.store.ts'
import type { Asker } from './workspaces-deps.ts'
import { publishChange } from './workspaces.events.ts'

/** Deletes a workspace; its apps and dashboards stay. */
export async function deleteWorkspace(scope: TenantScope, asker: Asker, workspaceId: string): Promise<void> {
  allow(asker.actor, 'workspace:manage')
  await scope.tx(async (tx) => {
    const before = await findWorkspace(tx, workspaceId, true)
    if (before === null) throw fail('resource.not_found')
    await removeWorkspace(tx, workspaceId)
    await publishChange(tx, asker, 'workspace', { before, after: null })
  })
}
