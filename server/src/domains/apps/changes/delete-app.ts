import { DELETED_APP_DAYS, type DeletedApp } from '@caseloom/contract/apps/app-deletion'
import type { AppView } from '@caseloom/contract/apps/apps'
import { AppId, normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import { allowBuild, mayBuildApp } from '../definition/app-sharing.rules.ts'
import { reconcileTables } from '../tables/app-table.store.ts'
import { appView } from '../reading/app-view.ts'
import { findApp } from '../catalog/apps.store.ts'
import { auditApp } from './audit-app.ts'
import {
  countRecords,
  type DeletedRow,
  deletedApps,
  markDeleted,
  markRestored,
} from '../tables/deletion.store.ts'
import { defineApps, retryLocked } from '../tables/define-apps.ts'
import { announceApp } from './announce-app.ts'
import { endBackfill } from '../tables/backfill.store.ts'
import { desiredSchema } from '../tables/desired-schema.ts'

interface Deps {
  catalog: AppCatalog
}
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes an app with all its data; it can be restored for 30 days.
 * @throws request.invalid when the name is not the app's, resource.not_found, right.missing
 */
export async function deleteApp(
  { catalog }: Deps,
  scope: TenantScope,
  actor: Actor,
  command: { appId: string; name: string },
): Promise<{ until: string }> {
  allow(actor, 'app:build')
  const until = await retryLocked(() =>
    scope.tx(async (tx) => {
      const app = await findApp(tx, command.appId, true)
      if (app === null) throw fail('resource.not_found')
      allowBuild(actor, app)
      if (app.definition.name !== command.name) throw otherName()
      await markDeleted(tx, app, actorRef(actor))
      // A change of types that is under way ends: its values are not needed.
      await endBackfill(tx, app.id, null)
      await auditApp(tx, actor, { app, action: 'app.deleted' })
      announceApp(tx, 'destroyed', app)
      return untilOf(tx.now)
    }),
  )
  catalog.forget(scope.tenantId, command.appId)
  return { until }
}

function otherName() {
  const issue = {
    path: ['body', 'name'],
    code: 'other_name',
    message: 'This doesn’t match the name of the app',
  }
  return fail('request.invalid', { issues: [issue] })
}

function untilOf(deletedAt: Date): string {
  return new Date(deletedAt.getTime() + DELETED_APP_DAYS * DAY_MS).toISOString()
}

/** How many records an app has, for anyone who builds it. */
export async function recordsOfApp(scope: TenantScope, actor: Actor, appId: string): Promise<number> {
  allow(actor, 'app:build')
  return scope.read(async (tx) => {
    const app = await findApp(tx, appId)
    if (app === null) throw fail('resource.not_found')
    allowBuild(actor, app)
    return countRecords(tx, appId)
  })
}

/** Apps that the actor built and that can still be restored, newest first. */
export async function listDeleted(scope: TenantScope, actor: Actor): Promise<DeletedApp[]> {
  allow(actor, 'app:build')
  const rows = await scope.read((tx) => deletedApps(tx))
  return rows
    .filter((row) => mayBuildApp(actor, row))
    .map((row) => ({
      id: AppId.parse(row.id),
      key: row.key,
      name: row.definition.name,
      icon: row.definition.icon,
      acronym: row.acronym,
      deletedAt: row.deleted_at.toISOString(),
      deletedBy: row.deleted_by,
      until: untilOf(row.deleted_at),
    }))
}

/** Brings a deleted app back; throws resource.not_found when its days have ended. */
export async function restoreApp(
  { catalog }: Deps,
  scope: TenantScope,
  actor: Actor,
  appId: string,
): Promise<AppView> {
  allow(actor, 'app:build')
  const id = normalizeGuid(appId)
  if (id === null) throw fail('resource.not_found')
  const app = await defineApps(scope, async (tx) => {
    const [row] = await deletedApps(tx, id)
    if (row === undefined) throw fail('resource.not_found')
    const stored = storedOf(row)
    allowBuild(actor, stored)
    // A version of the program that came since may want other tables.
    await reconcileTables(tx, id, desiredSchema(id, stored.definition))
    await markRestored(tx, stored)
    await auditApp(tx, actor, { app: stored, action: 'app.restored' })
    announceApp(tx, 'created', stored)
    return stored
  })
  catalog.forget(scope.tenantId, id)
  return appView(app, actor)
}

function storedOf({ id, key, acronym, definition, revision, updated_at }: DeletedRow): StoredApp {
  // What was under way ended with the app.
  const { changing: _changing, ...rest } = definition
  return { id, key, acronym, definition: rest, revision, updatedAt: updated_at }
}
