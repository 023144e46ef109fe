import * as deletion from '@caseloom/contract/apps/app-deletion'
import * as lifecycle from '@caseloom/contract/apps/app-lifecycle'
import * as images from '@caseloom/contract/apps/app-images'
import * as lookups from '@caseloom/contract/apps/table-lookups'
import * as members from '@caseloom/contract/apps/app-members'
import * as routes from '@caseloom/contract/apps/apps'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import type { Http } from '../../platform/http/types.ts'
import { readImage, uploadImage } from './changes/app-images.ts'
import { getRevision, listRevisions } from './changes/app-revisions.ts'
import { lookUpValues } from './changes/look-up-values.ts'
import type { AppsDoor } from './apps.door.ts'
import { appMembers, type TenantMembers } from './reading/app-members.ts'

export interface AppsRoutesDeps {
  apps: AppsDoor
  /** What of all domains works with the app, as far as the actor may see it. */
  dependents(scope: TenantScope, actor: Actor, appId: string): Promise<deletion.AppDependent[]>
  /** Copies the shared saved views of an app to its copy; answers the names of those that it left out. */
  copyViews(scope: TenantScope, actor: Actor, copied: { from: string; to: AppView }): Promise<string[]>
  people: TenantMembers
}

/** Serves the app definitions. */
export function bindAppsRoutes(http: Http, { apps, dependents, copyViews, people }: AppsRoutesDeps): void {
  http.bindTenant(members.appMembers, ({ scope, actor, params, body }) =>
    appMembers({ people }, scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(
    lifecycle.copyApp,
    async ({ scope, actor, params: { appId }, body: { views, ...names } }) => {
      const copy = await apps.lifecycle.copy(scope, actor, { ...names, appId })
      const leftOut = views ? await copyViews(scope, actor, { from: appId, to: copy }) : []
      return { ...copy, leftOut }
    },
  )
  http.bindTenant(lifecycle.archiveApp, ({ scope, actor, params }) =>
    apps.lifecycle.archive(scope, actor, { appId: params.archivedAppId, archived: true }),
  )
  http.bindTenant(lifecycle.unarchiveApp, ({ scope, actor, params }) =>
    apps.lifecycle.archive(scope, actor, { appId: params.archivedAppId, archived: false }),
  )
  http.bindTenant(deletion.appDependents, async ({ scope, actor, params: { appId } }) => ({
    // Asked first: it refuses anyone who may not build the app.
    records: await apps.lifecycle.records(scope, actor, appId),
    items: await dependents(scope, actor, appId),
  }))
  http.bindTenant(deletion.deleteApp, ({ scope, actor, params, body }) =>
    apps.lifecycle.remove(scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(deletion.listDeletedApps, async ({ scope, actor }) => ({
    items: await apps.lifecycle.list(scope, actor),
  }))
  http.bindTenant(deletion.restoreApp, ({ scope, actor, params }) =>
    apps.lifecycle.restore(scope, actor, params.deletedAppId),
  )
  http.bindTenant(lookups.lookUpValues, async ({ scope, actor, body }) => ({
    lookups: await lookUpValues(apps.tables, scope, actor, body.lookups),
  }))
  http.bindTenant(routes.listApps, async ({ scope, actor }) => ({ items: await apps.listApps(scope, actor) }))
  http.bindTenant(routes.createApp, ({ scope, actor, body }) => apps.createApp(scope, actor, body))
  http.bindTenant(routes.getApp, ({ scope, actor, params }) => apps.getApp(scope, actor, params.appId))
  http.bindTenant(routes.updateApp, ({ scope, actor, params, body }) =>
    apps.updateApp(scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(images.uploadAppImage, ({ scope, actor, params, raw }) =>
    uploadImage(scope, actor, { ...params, bytes: raw }),
  )
  http.bindTenant(images.getAppImage, async ({ scope, actor, params, reply }) => {
    const { mediaType, bytes } = await readImage(scope, actor, params)
    // The address names the bytes, but who may see them can change.
    reply.header('cache-control', 'private, max-age=300')
    return { mediaType, content: Buffer.from(bytes) }
  })
  http.bindTenant(routes.listAppRevisions, ({ scope, actor, params, query }) =>
    listRevisions(scope, actor, { ...query, appId: params.appId }),
  )
  http.bindTenant(routes.getAppRevision, ({ scope, actor, params }) => getRevision(scope, actor, params))
}
