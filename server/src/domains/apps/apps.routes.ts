import * as routes from '@caseloom/contract/apps'
import type { Http } from '../../platform/http/types.ts'
import { getRevision, listRevisions } from './app-revisions.ts'
import type { AppsDoor } from './apps.door.ts'

/** Serves the app definitions. */
export function bindAppsRoutes(http: Http, { apps }: { apps: AppsDoor }): void {
  http.bindTenant(routes.listApps, async ({ scope, actor }) => ({ items: await apps.listApps(scope, actor) }))
  http.bindTenant(routes.createApp, ({ scope, actor, body }) => apps.createApp(scope, actor, body))
  http.bindTenant(routes.getApp, ({ scope, actor, params }) => apps.getApp(scope, actor, params.appId))
  http.bindTenant(routes.updateApp, ({ scope, actor, params, body }) =>
    apps.updateApp(scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(routes.listAppRevisions, ({ scope, actor, params, query }) =>
    listRevisions(scope, actor, { ...query, appId: params.appId }),
  )
  http.bindTenant(routes.getAppRevision, ({ scope, actor, params }) => getRevision(scope, actor, params))
}
