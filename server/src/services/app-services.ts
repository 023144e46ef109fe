import type { AppDependent } from '@caseloom/contract/app-deletion'
import { type Actor, may } from '@caseloom/contract/permissions'
import { isSharedWith } from '@caseloom/contract/sharing'
import { type AppsDoor, createAppsDoor } from '../domains/apps/apps.door.ts'
import { definedFilterIssues } from '../domains/records/filters/filter-match.rules.ts'
import { groupsOfUsers } from '../domains/identity/list-principals.ts'
import type { TellManagers } from '../domains/apps/update-app.ts'
import { playbooksOfApp } from '../domains/automation/publishing/playbooks-of-app.read.ts'
import type { ReportingDoor } from '../domains/reporting/reporting.door.ts'
import type { WorkspacesDoor } from '../domains/workspaces/workspaces.door.ts'
import { notify } from '../domains/identity/directory/notify.ts'
import { tenantMembers } from '../domains/identity/tenant-members.ts'
import type { SystemScope, TenantScope } from '../platform/database/types.ts'
import type { Log } from '../platform/telemetry/log.ts'

interface Deps {
  apps: AppsDoor
  reporting: ReportingDoor
  workspaces: WorkspacesDoor
}

/** What of all domains works with an app, as far as the actor may see it: what its deletion takes away from others. */
export async function appDependents(
  { apps, reporting, workspaces }: Deps,
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

interface AppNeeds {
  system: SystemScope
  publicUrl: string
  log: Log
}

/** Apps with what they need of records and people. */
export function appServices(needs: AppNeeds): AppsDoor {
  const { system } = needs
  const groupsOf: AppsDoor['groupsOf'] = (place, ids) => groupsOfUsers({ system }, place, ids)
  return createAppsDoor(definedFilterIssues, groupsOf, appManagers(needs), needs.log)
}

/** Notifies those who may build an app that more people can read fields of it. */
function appManagers({ system, publicUrl, log }: AppNeeds): TellManagers {
  return async ({ tenantId, accountId }, actor, { app, widened }) => {
    const { name, sharing = null } = app.definition
    const fields = widened.map(({ label }) => `“${label}”`).join(', ')
    const note = {
      kind: 'securityChanged' as const,
      title: `${name}: more people can read ${widened.length === 1 ? 'a field' : 'fields'}`,
      text: `${actor.name} let more people read ${fields}.`,
      link: `/account/${accountId}/tenant/${tenantId}/app-builder/${app.id}`,
      accountId,
    }
    try {
      const members = await tenantMembers({ system }, { tenantId, accountId })
      const managers = members.flatMap(({ actor: member, service }) => {
        const manages = may(member, 'app:build') && isSharedWith(member, sharing, 'manage')
        const isTold = !service && manages && member.personId !== null && member.id !== actor.id
        return isTold && member.personId !== null ? [member.personId] : []
      })
      await system.tx(async (tx) => {
        for (const personId of managers) await notify(tx, publicUrl, { ...note, personId })
      })
    } catch (err) {
      log.warn({ err, appId: app.id }, 'failed to notify the managers of an app')
    }
  }
}
