import type * as contract from '@caseloom/contract/apps/applets'
import type { AppRevision, AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody, RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { UpdateAppDeps } from '../changes/update-app.ts'
import { type FindTouches, listUpdates } from './applet-updates.ts'
import { listUses } from './applet-uses.ts'
import { deleteApplet } from './delete-applet.ts'
import { detachApplet } from './detach-applet.ts'
import { getApplet, getAppletRevision, listAppletRevisions, listApplets } from './read-applets.ts'
import { createApplet, updateApplet } from './save-applet.ts'
import { followImmediately, takeUpdates } from './take-updates.ts'

type Place = { appletId: string }
/** Publishes although tests fail or roles are missing; otherwise that throws app.confirm_first. */
type Confirmation = { confirmed?: boolean | undefined }

/** Applets and their links. */
export interface Applets {
  list(scope: TenantScope, actor: Actor): Promise<contract.AppletView[]>
  get(scope: TenantScope, actor: Actor, appletId: string): Promise<contract.AppletView>
  /** Throws request.invalid, app.key_taken. */
  create(
    scope: TenantScope,
    actor: Actor,
    input: contract.AppletCreate & Confirmation,
  ): Promise<contract.AppletView>
  /** Throws request.invalid, app.change_refused, resource.version_conflict. */
  update(
    scope: TenantScope,
    actor: Actor,
    command: contract.AppletUpdate & Place & Confirmation,
  ): Promise<contract.AppletView>
  /** Throws applet.linked. */
  remove(scope: TenantScope, actor: Actor, appletId: string): Promise<void>
  revisions(
    scope: TenantScope,
    actor: Actor,
    command: Place & { limit: number; cursor?: string | undefined },
  ): Promise<{ items: AppRevision[]; next: string | null }>
  revision(
    scope: TenantScope,
    actor: Actor,
    command: Place & { revision: string },
  ): Promise<contract.AppletView>
  uses(scope: TenantScope, actor: Actor, appletId: string): ReturnType<typeof listUses>
  updates(
    touches: FindTouches,
    scope: TenantScope,
    actor: Actor,
    appletId: string,
  ): ReturnType<typeof listUpdates>
  take(
    scope: TenantScope,
    actor: Actor,
    command: Place & RouteBody<typeof contract.takeAppletUpdates>,
  ): Promise<RouteReply<typeof contract.takeAppletUpdates>>
  /** Throws what publishing an app throws. */
  detach(
    scope: TenantScope,
    actor: Actor,
    command: { appId: string; prefix: string; revision: number },
  ): Promise<AppView>
}

export function createApplets(deps: UpdateAppDeps): Applets {
  return {
    list: listApplets,
    get: getApplet,
    create: (scope, actor, input) => createApplet(deps, scope, actor, input),
    async update(scope, actor, command) {
      const view = await updateApplet(deps, scope, actor, command)
      await followImmediately(deps, scope, actor, view.id)
      return view
    },
    remove: deleteApplet,
    revisions: listAppletRevisions,
    revision: getAppletRevision,
    uses: listUses,
    updates: listUpdates,
    take: (scope, actor, command) => takeUpdates(deps, scope, actor, command),
    detach: (scope, actor, command) => detachApplet(deps, scope, actor, command),
  }
}
