import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { KeyedWorkspace } from '@caseloom/contract/workspaces/workspace-file'
import type { WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { mayRead } from './sharing.rules.ts'
import { visibleContent, visibleApps } from './visible-content.ts'
import { allWorkspaces, findWorkspace } from './workspace.store.ts'
import { workspaceView } from './workspace-view.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** Workspaces that the actor may read, by name. */
export async function listWorkspaces(
  deps: WorkspacesDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<WorkspaceView[]> {
  return (await keyedWorkspaces(deps, scope, actor)).map(({ key: _key, ...view }) => view)
}

/** The same, each with its key. */
export async function keyedWorkspaces(
  deps: WorkspacesDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<KeyedWorkspace[]> {
  allow(actor, 'workspace:read')
  const apps = await visibleApps(deps, scope, actor)
  return scope.read(async (tx) => {
    const around = await visibleContent(tx, apps)
    return (await allWorkspaces(tx))
      .filter(({ sharing }) => mayRead(actor, 'workspace:read', sharing))
      .map((workspace) => ({ ...workspaceView(actor, workspace, around), key: workspace.key }))
  })
}

/** One workspace; throws resource.not_found for a missing one and one that is not shared alike. */
export async function getWorkspace(
  deps: WorkspacesDeps,
  scope: TenantScope,
  actor: Actor,
  workspaceId: string,
): Promise<WorkspaceView> {
  allow(actor, 'workspace:read')
  const apps = await visibleApps(deps, scope, actor)
  return scope.read(async (tx) => {
    const workspace = await findWorkspace(tx, workspaceId)
    if (workspace === null || !mayRead(actor, 'workspace:read', workspace.sharing))
      throw fail('resource.not_found')
    return workspaceView(actor, workspace, await visibleContent(tx, apps))
  })
}
