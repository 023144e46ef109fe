import type { TenantScope } from '../../platform/database/types.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { appsPerTenant } from './catalog/app-count.read.ts'
import { type AppsDoor, createAppsDoor } from './apps.door.ts'
import type { AppletsRoutesDeps } from './applets.routes.ts'
import type { AppsRoutesDeps } from './apps.routes.ts'
import type { ConditionCheck } from './definition/condition-definition.rules.ts'
import type { AssigningPort as Assigning } from './definition/assigning-port.ts'
import type { TablesPort as Tables } from './definition/tables-port.ts'
import type { TenantMembers } from './reading/app-members.ts'
import { type AppPeople, notifyAppManagers } from './changes/notify-app-managers.ts'

/** What of the domains above works with an app. */
export type AppDependents = AppsRoutesDeps['dependents']
export type CopyViews = AppsRoutesDeps['copyViews']

/** The reference tables that form logic asks; automation above has them. */
export type TablesPort = Tables

/** Who new records are assigned to; on-call schedules and identity know. */
export type AssigningPort = Assigning

/** What of the domains above names fields of an app. */
export type AppletTouches = AppletsRoutesDeps['touches']

interface Needs {
  people: AppPeople & TenantMembers & Pick<AppsDoor['people'], 'groupsOf'> & { assigning: AssigningPort }
  /** The tenant while it is active. */
  tenant(tenantId: string): Promise<TenantScope | null>
  /** What a condition of an app means is known by the records above. */
  checkCondition: ConditionCheck
  dependents: AppDependents
  touches: AppletTouches
  tables: TablesPort
  copyViews: CopyViews
}

/** The apps that tenants define. */
export function createAppsModule(
  { system, log }: Pick<Platform, 'system' | 'log'>,
  { people, tenant, checkCondition, dependents, touches, tables, copyViews }: Needs,
) {
  const managers = notifyAppManagers({ system, people, log })
  const door = createAppsDoor(checkCondition, { ...people, tables }, managers, log)
  return {
    door,
    appsPerTenant,
    daily: [{ task: 'purge deleted apps', run: () => door.lifecycle.purge(system, tenant) }],
    async routes(http) {
      const { bindAppsRoutes } = await import('./apps.routes.ts')
      const { bindAppletsRoutes } = await import('./applets.routes.ts')
      bindAppsRoutes(http, { apps: door, dependents, copyViews, people })
      bindAppletsRoutes(http, { apps: door, touches })
    },
  } satisfies DomainModule & Record<string, unknown>
}
