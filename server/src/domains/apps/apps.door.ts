import type { DeletedApp } from '@caseloom/contract/apps/app-deletion'
import type { AppCreate, AppView } from '@caseloom/contract/apps/apps'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope, TenantRef, TenantScope, TenantTx, Tx } from '../../platform/database/types.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { type Applets, createApplets } from './applets/applets.ts'
import { AppCatalog, compiledRevision } from './catalog/app-catalog.ts'
import { IndexBuilds } from './tables/build-indexes.ts'
import type { CompiledApp as Compiled } from './definition/compiled-app.ts'
import { converterOf } from './definition/convert-value.rules.ts'
import type { ConditionCheck } from './definition/condition-definition.rules.ts'
import { archiveApp } from './changes/archive-app.ts'
import { exportedImages } from './changes/app-images.ts'
import { type AppCopy, copyApp } from './changes/copy-app.ts'
import type { FindRoles } from './changes/confirm-publishing.ts'
import { createApp } from './changes/create-app.ts'
import { deleteApp, listDeleted, recordsOfApp, restoreApp } from './changes/delete-app.ts'
import { purgeApps } from './purge-apps.ts'
import { appsAssigningBy } from './catalog/schedule-uses.read.ts'
import { type AssigningPort, NO_ASSIGNING } from './definition/assigning-port.ts'
import { logicNaming } from './catalog/table-uses.read.ts'
import { referring } from './catalog/apps.store.ts'
import { finishChange } from './changes/finish-change.ts'
import { getApp, listApps } from './reading/read-apps.ts'
import {
  endBackfill,
  findBackfill,
  saveBackfillProgress,
  openBackfills,
  type Backfill,
} from './tables/backfill.store.ts'
import type { ParsedValue } from '../../field-types/parsed-value.ts'
import { BackfillListeners } from './tables/backfill-listeners.ts'
import { askForRefill } from './catalog/apps.store.ts'
import { reconcileApps, upgradeApps } from './tables/reconcile-apps.ts'
import { NO_TABLES, type TablesPort } from './definition/tables-port.ts'
import { type AppUpdateCommand, type NotifyManagers, updateApp } from './changes/update-app.ts'

export type CompiledApp = Compiled

/** Backfills of an app’s records after a change of its definition; the records domain runs them. */
export interface AppReworks {
  /** Called after a commit that requires background work. */
  watch(listener: (scope: TenantScope, appId: string) => void): void
  /** Apps of all tenants whose work is not over. */
  open(tx: Tx): Promise<(TenantRef & { appId: string })[]>
  /** The app's work, which another process may be at; null when there is none. */
  find(tx: TenantTx, appId: string): Promise<Backfill | null>
  /** Takes the app's work for this transaction; null when there is none or another process is at it. */
  take(tx: TenantTx, appId: string): Promise<Backfill | null>
  note(tx: TenantTx, appId: string, at: Pick<Backfill, 'after' | 'done' | 'total'>): Promise<void>
  /** Ends work on formulas. */
  end(tx: TenantTx, appId: string): Promise<void>
  /** How values of a field become those of another definition of it; null when there is no way. */
  converter(from: FieldInput, to: FieldInput): ((value: JsonValue) => ParsedValue) | null
  /** Ends a change of types, when all values are ready. */
  finish(scope: TenantScope, appId: string): Promise<void>
  /** Brings the tenant's app tables to their definitions; answers how many changes were made. */
  reconcile(scope: TenantScope): Promise<number>
  /** Brings apps to their definitions whose tables an older version of this program made; answers how many apps. */
  upgrade(system: SystemScope, tenant: (tenantId: string) => Promise<TenantScope | null>): Promise<number>
}

/** Copies, archives, deletes, and restores apps, and purges them after their grace period. */
export interface AppLifecycle {
  /** Creates an app with the definition of another; throws app.key_taken. */
  copy(scope: TenantScope, actor: Actor, command: AppCopy): Promise<AppView>
  /** Makes an app read-only and takes it out of the navigation, or restores it from there. */
  archive(scope: TenantScope, actor: Actor, command: { appId: string; archived: boolean }): Promise<AppView>
  /** Throws request.invalid when the name is not the app's. */
  remove(
    scope: TenantScope,
    actor: Actor,
    command: { appId: string; name: string },
  ): Promise<{ until: string }>
  list(scope: TenantScope, actor: Actor): Promise<DeletedApp[]>
  restore(scope: TenantScope, actor: Actor, appId: string): Promise<AppView>
  /** The images in the layouts of an app that the actor sees, for an export. */
  images(scope: TenantScope, actor: Actor, app: AppView): ReturnType<typeof exportedImages>
  /** How many records the app has, for anyone who builds it. */
  records(scope: TenantScope, actor: Actor, appId: string): Promise<number>
  /** Removes permanently what was deleted 30 days ago; answers how many apps. */
  purge(system: SystemScope, tenant: (tenantId: string) => Promise<TenantScope | null>): Promise<number>
}

/** The people of fields: who may be offered, and who new records are assigned to. */
export interface FieldPeople extends AssigningPort {
  /** The groups of users, by the id of each of them: a field for people may offer the members of a group. */
  groupsOf(place: TenantRef, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** Apps that assign new records by an on-call schedule. */
  assigningBy: typeof appsAssigningBy
}

/** What other domains can ask of apps. */
export interface AppsDoor {
  /** Creates and publishes an app; throws request.invalid, app.key_taken, app.confirm_first unless `confirmed`. */
  createApp(
    scope: TenantScope,
    actor: Actor,
    input: AppCreate & { confirmed?: boolean | undefined },
  ): Promise<AppView>
  /** Publishes the next revision; throws request.invalid, app.change_refused, resource.version_conflict, app.confirm_first. */
  updateApp(scope: TenantScope, actor: Actor, command: AppUpdateCommand): Promise<AppView>
  /** One app by id or key; throws resource.not_found. */
  getApp(scope: TenantScope, actor: Actor, idOrKey: string): Promise<AppView>
  listApps(scope: TenantScope, actor: Actor): Promise<AppView[]>
  /**
   * The app ready for SQL, by id or key; `fresh` passes the cache by. An earlier `revision` is for reading its definition
   * alone: the tables are those of the present one. Null when the tenant has none.
   */
  compiled(tx: TenantTx, idOrKey: string, fresh?: boolean, revision?: number): Promise<CompiledApp | null>
  /** The same from memory alone; may be an older revision, null when not met yet. */
  known(tenantId: string, idOrKey: string): CompiledApp | null
  /** Reference fields that point to the app, by the app that contains them. */
  referring(tx: TenantTx, appId: string): Promise<{ appId: string; key: string }[]>
  readonly reworks: AppReworks
  readonly lifecycle: AppLifecycle
  readonly applets: Applets
  /** The reference tables that form logic asks, and the published form logic that asks one. */
  readonly tables: TablesPort & { uses: typeof logicNaming }
  readonly people: FieldPeople
}

function stillOpen(rework: Backfill | null): Backfill | null {
  return rework?.refused === null ? rework : null
}

/** What identity knows of the people of a tenant. */
export interface AppsPeople {
  groupsOf: FieldPeople['groupsOf']
  /** Null where the roles of the tenant aren’t known: then none is missing. */
  roles: FindRoles
  /** Reference tables; without them, conditions on tables never hold. */
  tables?: TablesPort
  /** On-call schedules and those who can be assigned; without it, no one is. */
  assigning?: AssigningPort
}

const NO_PEOPLE: AppsPeople = {
  groupsOf: async (_place, userIds) => new Map(userIds.map((id) => [id, []])),
  roles: async () => null,
}

/**
 * Builds the door; one per process, since it holds the compiled apps. `check` knows what is wrong with the conditions
 * of a definition; `notifyManagers` notifies those who manage an app.
 */
export function createAppsDoor(
  check: ConditionCheck,
  { groupsOf, roles: findRoles, tables = NO_TABLES, assigning = NO_ASSIGNING } = NO_PEOPLE,
  notifyManagers: NotifyManagers = async () => undefined,
  log?: Pick<Log, 'warn'>,
): AppsDoor {
  const catalog = new AppCatalog()
  const watchers = new BackfillListeners()
  const builds = new IndexBuilds(log)
  const deps = { catalog, builds, watchers, check, notifyManagers, findRoles, tables, assigning }
  return {
    createApp: (scope, actor, input) => createApp(deps, scope, actor, input),
    updateApp: (scope, actor, command) => updateApp(deps, scope, actor, command),
    getApp,
    listApps,
    compiled: (tx, idOrKey, fresh, revision) =>
      revision === undefined ? catalog.find(tx, idOrKey, fresh) : compiledRevision(tx, idOrKey, revision),
    known: (tenantId, idOrKey) => catalog.peek(tenantId, idOrKey),
    referring,
    reworks: {
      watch: (listener) => watchers.add(listener),
      open: openBackfills,
      find: async (tx, appId) => stillOpen(await findBackfill(tx, appId)),
      take: async (tx, appId) => stillOpen(await findBackfill(tx, appId, true)),
      note: saveBackfillProgress,
      end: async (tx, appId) => {
        await endBackfill(tx, appId, null)
        // The words of texts that formulas give are read again.
        await askForRefill(tx, appId)
      },
      converter: converterOf,
      finish: (scope, appId) => finishChange(deps, scope, appId),
      reconcile: (scope) => reconcileApps(deps, scope),
      upgrade: (system, tenant) => upgradeApps(deps, system, tenant),
    },
    lifecycle: {
      copy: (scope, actor, command) => copyApp(deps, scope, actor, command),
      archive: (scope, actor, command) => archiveApp(deps, scope, actor, command),
      remove: (scope, actor, command) => deleteApp(deps, scope, actor, command),
      list: listDeleted,
      restore: (scope, actor, appId) => restoreApp(deps, scope, actor, appId),
      images: exportedImages,
      records: recordsOfApp,
      purge: purgeApps,
    },
    applets: createApplets(deps),
    tables: { ...tables, uses: logicNaming },
    people: { ...assigning, groupsOf, assigningBy: appsAssigningBy },
  }
}
