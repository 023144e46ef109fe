import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { keyedWorkspaces } from './read-workspaces.ts'
import { createWorkspace, saveWorkspace, type WorkspaceInput } from './save-workspace.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

type Change = WorkspaceInput & { id: string; revision: number }

/** What content packages do with workspaces, always as the person who exports or imports. */
export function packagedWorkspaces(deps: WorkspacesDeps) {
  return {
    list: (scope: TenantScope, actor: Actor) => keyedWorkspaces(deps, scope, actor),
    create: (scope: TenantScope, actor: Actor, input: WorkspaceInput & { key: string }) =>
      createWorkspace(deps, scope, { actor, ip: null }, input),
    save: (scope: TenantScope, actor: Actor, { id: workspaceId, ...change }: Change) =>
      saveWorkspace(deps, scope, { actor, ip: null }, { ...change, workspaceId }),
    async remove(scope: TenantScope, actor: Actor, workspaceId: string): Promise<boolean> {
      await deleteWorkspace(scope, { actor, ip: null }, workspaceId)
      return true
    },
  }
}
