import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import type { createWorkspace as createRoute, WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { takeNameKey } from '../../platform/database/name-keys.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import { visibleContent, visibleApps } from './visible-content.ts'
import {
  findWorkspace,
  isNameTaken,
  putWorkspace,
  type StoredWorkspace,
  WORKSPACES,
} from './workspace.store.ts'
import { keepHidden } from './workspace-merge.rules.ts'
import { seesApp, seesDashboard, type Surroundings, workspaceView } from './workspace-view.ts'
import type { Asker, WorkspacesDeps } from './workspaces-deps.ts'
import { publishChange } from './workspaces.events.ts'

export type WorkspaceInput = RouteBody<typeof createRoute>

/** Adds a workspace; only packages name its key. Throws name.taken, request.invalid for apps and dashboards that the actor does not see. */
export async function createWorkspace(
  deps: WorkspacesDeps,
  scope: TenantScope,
  asker: Asker,
  { key: wanted, ...input }: WorkspaceInput & { key?: string },
): Promise<WorkspaceView> {
  allow(asker.actor, 'workspace:manage')
  const apps = await visibleApps(deps, scope, asker.actor)
  return scope.tx(async (tx) => {
    const around = await visibleContent(tx, apps)
    refuseUnknown(asker, around, input, { apps: [], dashboards: [] })
    const id = newId()
    const key = await takeNameKey(tx, WORKSPACES, { id, name: input.name, wanted })
    const workspace: StoredWorkspace = { ...input, id, key, revision: 1, updatedAt: tx.now }
    await put(tx, workspace)
    await publishChange(tx, asker, 'workspace', { before: null, after: workspace })
    return workspaceView(asker.actor, workspace, around)
  })
}

/** Changes a workspace; what the actor cannot see in it stays. Throws resource.version_conflict with the present one. */
export async function saveWorkspace(
  deps: WorkspacesDeps,
  scope: TenantScope,
  asker: Asker,
  { workspaceId, revision, ...input }: WorkspaceInput & { workspaceId: string; revision: number },
): Promise<WorkspaceView> {
  const { actor } = asker
  allow(actor, 'workspace:manage')
  const apps = await visibleApps(deps, scope, actor)
  return scope.tx(async (tx) => {
    const before = await findWorkspace(tx, workspaceId, true)
    if (before === null) throw fail('resource.not_found')
    const around = await visibleContent(tx, apps)
    if (before.revision !== revision) {
      // A view is made of JSON values only.
      const current = workspaceView(actor, before, around) as unknown as JsonValue
      throw fail('resource.version_conflict', { extra: { current } })
    }
    refuseUnknown(asker, around, input, before)
    const after: StoredWorkspace = {
      ...before,
      ...input,
      apps: keepHidden(input.apps, before.apps, (id) => seesApp(actor, around, id)),
      dashboards: keepHidden(input.dashboards, before.dashboards, (id) => seesDashboard(actor, around, id)),
      revision: revision + 1,
      updatedAt: tx.now,
    }
    await put(tx, after)
    await publishChange(tx, asker, 'workspace', { before, after })
    return workspaceView(actor, after, around)
  })
}

async function put(tx: TenantTx, workspace: StoredWorkspace): Promise<void> {
  if (await isNameTaken(tx, workspace.name, workspace.id)) {
    const issue = {
      path: ['body', 'name'],
      code: 'taken',
      message: 'A workspace with this name already exists',
    }
    throw fail('name.taken', { issues: [issue] })
  }
  await putWorkspace(tx, workspace)
}

function refuseUnknown(
  { actor }: Asker,
  around: Surroundings,
  input: WorkspaceInput,
  before: { apps: readonly string[]; dashboards: readonly string[] },
): void {
  const fault = (list: 'apps' | 'dashboards', at: number, what: string): Issue => ({
    path: ['body', list, at],
    code: 'unknown',
    message: `No such ${what}`,
  })
  const issues = [
    ...input.apps.flatMap((id, at) =>
      seesApp(actor, around, id) || before.apps.includes(id) ? [] : [fault('apps', at, 'app')],
    ),
    ...input.dashboards.flatMap((id, at) =>
      seesDashboard(actor, around, id) || before.dashboards.includes(id)
        ? []
        : [fault('dashboards', at, 'dashboard')],
    ),
  ]
  if (issues.length > 0) throw fail('request.invalid', { issues })
}
