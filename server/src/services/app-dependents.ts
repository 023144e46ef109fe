import type { AppDependent } from '@caseloom/contract/apps/app-deletion'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { AppsDoor } from '../domains/apps/apps.door.ts'
import type { ReportingDoor } from '../domains/reporting/reporting.door.ts'
import type { WorkspacesDoor } from '../domains/workspaces/workspaces.door.ts'
import type { TenantScope } from '../platform/database/types.ts'

interface Deps {
  apps: AppsDoor
  reporting: ReportingDoor
  workspaces: WorkspacesDoor
  playbooksOfApp(
    scope: TenantScope,
    app: { id: string; key: string },
  ): Promise<readonly { id: string; name: string }[]>
}

/** What of all domains works with an app, as far as the actor may see it: what its deletion takes away from others. */
export async function appDependents(
  { apps, reporting, workspaces, playbooksOfApp }: Deps,
  scope: TenantScope,
  actor: Actor,
  appId: string,
): Promise<AppDependent[]> {
  const { key } = await apps.getApp(scope, actor, appId)
  const referring = await scope.read((tx) => apps.referring(tx, appId))
  const others = new Set(referring.map((one) => one.appId))
  others.delete(appId)
  const visible = await apps.listApps(scope, actor)
  const playbooks = may(actor, 'playbook:read') ? await playbooksOfApp(scope, { id: appId, key }) : []
  const reports = may(actor, 'report:read') ? await reporting.listReports(scope, actor, appId) : []
  const all = may(actor, 'dashboard:read') ? await workspaces.listDashboards(scope, actor) : []
  const named = new Set([appId, ...reports.map(({ id }) => String(id))])
  const dashboards = all.filter((one) => [...named].some((id) => JSON.stringify(one).includes(id)))
  const as = (kind: AppDependent['kind']) => (one: { id: string; name: string }) => ({
    kind,
    id: one.id,
    name: one.name,
  })
  return [
    ...visible.filter(({ id }) => others.has(id)).map(as('app')),
    ...playbooks.map(as('playbook')),
    ...reports.map(as('report')),
    ...dashboards.map(as('dashboard')),
  ]
}
