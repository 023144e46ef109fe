import * as routes from '@caseloom/contract/apps/applets'
import type { Http } from '../../platform/http/types.ts'
import type { FindTouches } from './applets/applet-updates.ts'
import type { AppsDoor } from './apps.door.ts'

export interface AppletsRoutesDeps {
  apps: Pick<AppsDoor, 'applets'>
  /** What of all domains names fields of an app, as far as the actor may see it. */
  touches: FindTouches
}

/** Serves applets and their links. */
export function bindAppletsRoutes(http: Http, { apps: { applets }, touches }: AppletsRoutesDeps): void {
  http.bindTenant(routes.listApplets, async ({ scope, actor }) => ({
    items: await applets.list(scope, actor),
  }))
  http.bindTenant(routes.createApplet, ({ scope, actor, body }) => applets.create(scope, actor, body))
  http.bindTenant(routes.getApplet, ({ scope, actor, params }) => applets.get(scope, actor, params.appletId))
  http.bindTenant(routes.updateApplet, ({ scope, actor, params, body }) =>
    applets.update(scope, actor, { ...body, appletId: params.appletId }),
  )
  http.bindTenant(routes.deleteApplet, async ({ scope, actor, params }) => {
    await applets.remove(scope, actor, params.appletId)
    return undefined
  })
  http.bindTenant(routes.listAppletRevisions, ({ scope, actor, params, query }) =>
    applets.revisions(scope, actor, { ...query, appletId: params.appletId }),
  )
  http.bindTenant(routes.getAppletRevision, ({ scope, actor, params }) =>
    applets.revision(scope, actor, params),
  )
  http.bindTenant(routes.listAppletUses, ({ scope, actor, params }) =>
    applets.uses(scope, actor, params.appletId),
  )
  http.bindTenant(routes.listAppletUpdates, ({ scope, actor, params }) =>
    applets.updates(touches, scope, actor, params.appletId),
  )
  http.bindTenant(routes.takeAppletUpdates, ({ scope, actor, params, body }) =>
    applets.take(scope, actor, { ...body, appletId: params.appletId }),
  )
  http.bindTenant(routes.detachApplet, ({ scope, actor, params, body }) =>
    applets.detach(scope, actor, { ...params, ...body }),
  )
}
