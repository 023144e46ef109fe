import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import type { createDashboard as createRoute, DashboardView } from '@caseloom/contract/workspaces/workspaces'
import { takeNameKey } from '../../platform/database/name-keys.ts'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import { checkWidgets } from './check-widgets.ts'
import {
  appendToWorkspace,
  DASHBOARDS,
  isInWorkspace,
  putDashboard,
  removeDashboard,
  type StoredDashboard,
} from './dashboard.store.ts'
import { readable } from './read-dashboards.ts'
import { keepOwnWay, mayManageDashboard } from './sharing.rules.ts'
import { findWorkspace, type StoredWorkspace } from './workspace.store.ts'
import { dashboardView } from './workspace-view.ts'
import type { Asker, WorkspacesDeps } from './workspaces-deps.ts'
import { publishChange } from './workspaces.events.ts'

/** Only packages name the key. */
type NewDashboard = RouteBody<typeof createRoute> & { key?: string }
type DashboardInput = Omit<NewDashboard, 'workspaceId' | 'key'>

/** Adds a dashboard, to a workspace when one is named; throws field.unknown, request.invalid at the widgets. */
export async function createDashboard(
  deps: WorkspacesDeps,
  scope: TenantScope,
  asker: Asker,
  { workspaceId, key: wanted, ...input }: NewDashboard,
): Promise<DashboardView> {
  const { actor } = asker
  allow(actor, 'dashboard:build')
  if (workspaceId !== undefined) allow(actor, 'workspace:manage')
  await checkWidgets(deps, { scope, actor }, { ...input, saved: [] })
  return scope.tx(async (tx) => {
    const sharing = keepOwnWay(actor, input.sharing)
    const id = newId()
    const key = await takeNameKey(tx, DASHBOARDS, { id, name: input.name, wanted })
    const dashboard: StoredDashboard = { ...input, sharing, id, key, revision: 1, updatedAt: tx.now }
    await putDashboard(tx, dashboard)
    if (workspaceId !== undefined) await addTo(tx, asker, workspaceId, dashboard)
    await publishChange(tx, asker, 'dashboard', { before: null, after: dashboard })
    return dashboardView(actor, dashboard)
  })
}

async function addTo(
  tx: TenantTx,
  asker: Asker,
  workspaceId: string,
  dashboard: StoredDashboard,
): Promise<void> {
  const before = await findWorkspace(tx, workspaceId, true)
  if (before === null) {
    const issue = { path: ['body', 'workspaceId'], code: 'unknown', message: 'No such workspace' }
    throw fail('request.invalid', { issues: [issue] })
  }
  await appendToWorkspace(tx, workspaceId, dashboard.id)
  const after: StoredWorkspace = {
    ...before,
    dashboards: [...before.dashboards, dashboard.id],
    revision: before.revision + 1,
  }
  await publishChange(tx, asker, 'workspace', { before, after })
}

/** Changes a dashboard; throws resource.version_conflict with the present one, and as createDashboard does. */
export async function saveDashboard(
  deps: WorkspacesDeps,
  scope: TenantScope,
  asker: Asker,
  command: DashboardInput & { dashboardId: string; revision: number },
): Promise<DashboardView> {
  const { actor } = asker
  const { dashboardId, revision, ...input } = command
  const present = await scope.read((tx) => manageable(tx, actor, dashboardId))
  refuseStale(actor, present, revision)
  await checkWidgets(deps, { scope, actor }, { ...input, saved: present.widgets })
  return scope.tx(async (tx) => {
    const before = await manageable(tx, actor, dashboardId, true)
    refuseStale(actor, before, revision)
    const sharing = keepOwnWay(actor, input.sharing)
    const after = { ...before, ...input, sharing, revision: revision + 1, updatedAt: tx.now }
    await putDashboard(tx, after)
    await publishChange(tx, asker, 'dashboard', { before, after })
    return dashboardView(actor, after)
  })
}

/** Deletes a dashboard and takes it out of its workspaces. */
export async function deleteDashboard(scope: TenantScope, asker: Asker, dashboardId: string): Promise<void> {
  await scope.tx(async (tx) => {
    const before = await manageable(tx, asker.actor, dashboardId, true)
    await removeDashboard(tx, dashboardId)
    await publishChange(tx, asker, 'dashboard', { before, after: null })
  })
}

/** Deletes a dashboard unless a workspace shows it; answers whether it did. */
export async function deleteUnusedDashboard(
  scope: TenantScope,
  asker: Asker,
  dashboardId: string,
): Promise<boolean> {
  return scope.tx(async (tx) => {
    const before = await manageable(tx, asker.actor, dashboardId, true)
    if (await isInWorkspace(tx, dashboardId)) return false
    await removeDashboard(tx, dashboardId)
    await publishChange(tx, asker, 'dashboard', { before, after: null })
    return true
  })
}

/** Not shared looks missing; shared without the right to manage is refused by name. */
async function manageable(
  tx: TenantTx,
  actor: Actor,
  dashboardId: string,
  lock = false,
): Promise<StoredDashboard> {
  allow(actor, 'dashboard:build')
  const dashboard = await readable(tx, actor, dashboardId, lock)
  if (!mayManageDashboard(actor, dashboard.sharing))
    throw fail('right.missing', { detail: 'You don’t have permission to edit this dashboard' })
  return dashboard
}

function refuseStale(actor: Actor, present: StoredDashboard, revision: number): void {
  if (present.revision === revision) return
  // A view is made of JSON values only.
  const current = dashboardView(actor, present) as unknown as JsonValue
  throw fail('resource.version_conflict', { extra: { current } })
}
