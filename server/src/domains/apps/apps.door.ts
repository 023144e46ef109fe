import type { AppCreate, AppView } from '@caseloom/contract/apps'
import type { Actor } from '@caseloom/contract/permissions'
import type { SystemScope, TenantScope, TenantTx } from '../../platform/database/types.ts'
import { AppCatalogue } from './app-catalogue.ts'
import { IndexBuilds } from './build-indexes.ts'
import type { CompiledApp as Compiled } from './compiled-app.ts'
import { createApp } from './create-app.ts'
import { referring } from './apps.store.ts'
import { getApp, listApps } from './read-apps.ts'
import { reconcileApps, upgradeApps } from './reconcile-apps.ts'
import { type AppUpdateCommand, updateApp } from './update-app.ts'

export type CompiledApp = Compiled

/** What other domains may ask of apps. */
export interface AppsDoor {
  /** Creates and publishes an app; throws request.invalid, app.key_taken. */
  createApp(scope: TenantScope, actor: Actor, input: AppCreate): Promise<AppView>
  /** Publishes the next revision; throws request.invalid, app.change_refused, resource.version_conflict. */
  updateApp(scope: TenantScope, actor: Actor, command: AppUpdateCommand): Promise<AppView>
  /** One app by id or key; throws resource.not_found. */
  getApp(scope: TenantScope, actor: Actor, idOrKey: string): Promise<AppView>
  listApps(scope: TenantScope, actor: Actor): Promise<AppView[]>
  /** The app ready for SQL, by id or key; `fresh` passes the cache by. Null when the tenant has none. */
  compiled(tx: TenantTx, idOrKey: string, fresh?: boolean): Promise<CompiledApp | null>
  /** The same from memory alone; may be an older revision, null when not met yet. */
  known(tenantId: string, idOrKey: string): CompiledApp | null
  /** Reference fields that point to the app, by the apps in which they stand. */
  referring(tx: TenantTx, appId: string): Promise<{ appId: string; key: string }[]>
  /** Brings the tenant's app tables to their definitions; answers how many changes were made. */
  reconcile(scope: TenantScope): Promise<number>
  /** The same for the apps whose tables an older version of this program made; answers how many apps. */
  upgrade(system: SystemScope, tenant: (tenantId: string) => Promise<TenantScope | null>): Promise<number>
}

/** Builds the door; one per process, since it holds the compiled apps. */
export function createAppsDoor(): AppsDoor {
  const catalogue = new AppCatalogue()
  const deps = { catalogue, builds: new IndexBuilds() }
  return {
    createApp,
    updateApp: (scope, actor, command) => updateApp(deps, scope, actor, command),
    getApp,
    listApps,
    compiled: (tx, idOrKey, fresh) => catalogue.find(tx, idOrKey, fresh),
    known: (tenantId, idOrKey) => catalogue.peek(tenantId, idOrKey),
    referring,
    reconcile: (scope) => reconcileApps(deps, scope),
    upgrade: (system, tenant) => upgradeApps(deps, system, tenant),
  }
}
