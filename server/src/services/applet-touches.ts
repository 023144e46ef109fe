import type { AppletTouch } from '@caseloom/contract/apps/applets'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { AppsDoor } from '../domains/apps/apps.door.ts'
import type { ReportingDoor } from '../domains/reporting/reporting.door.ts'
import type { WorkspacesDoor } from '../domains/workspaces/workspaces.door.ts'
import type { TenantScope } from '../platform/database/types.ts'

interface Deps {
  apps: AppsDoor
  reporting: ReportingDoor
  workspaces: WorkspacesDoor
  playbooksNaming(
    scope: TenantScope,
    app: { id: string; key: string },
    fields: readonly string[],
  ): Promise<readonly { id: string; name: string; fields: string[] }[]>
}

/** What of all domains names fields of an app, as far as the actor may see it. */
export async function appletTouches(
  { apps, reporting, workspaces, playbooksNaming }: Deps,
  scope: TenantScope,
  actor: Actor,
  { appId, keys }: { appId: string; keys: readonly string[] },
): Promise<AppletTouch[]> {
  const { key } = await apps.getApp(scope, actor, appId)
  const namedIn = (value: unknown) => {
    const text = JSON.stringify(value)
    return keys.filter((field) => text.includes(`"${field}"`))
  }
  const touch = (kind: AppletTouch['kind'], one: { id: string; name: string }, fields: string[]) =>
    fields.length === 0 ? [] : [{ kind, id: one.id, name: one.name, fields }]
  const views = may(actor, 'report:read') ? await reporting.listReports(scope, actor, appId) : []
  const boards = may(actor, 'dashboard:read') ? await workspaces.listDashboards(scope, actor) : []
  const ids = [appId, ...views.map(({ id }) => String(id))]
  const ours = boards.filter((board) => ids.some((id) => JSON.stringify(board).includes(id)))
  const playbooks = may(actor, 'playbook:read') ? await playbooksNaming(scope, { id: appId, key }, keys) : []
  return [
    ...views.flatMap((view) => touch('view', view, namedIn(view))),
    ...ours.flatMap((board) => touch('dashboard', board, namedIn(board))),
    ...playbooks.flatMap((playbook) => touch('playbook', playbook, playbook.fields)),
  ]
}
