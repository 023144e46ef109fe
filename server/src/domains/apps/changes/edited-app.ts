import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import { definitionDifferences } from '../definition/app-diff.rules.ts'
import { allowBuild } from '../definition/app-sharing.rules.ts'
import { findApp, findRevision } from '../catalog/apps.store.ts'
import { refuseWhileChanging } from './start-change.ts'

/** Which revision of which app an edit began with. */
export interface EditedRevision {
  appId: string
  revision: number
}

/**
 * The app that an edit is about, while the revision that was edited is the present one; locked when asked.
 * @throws resource.not_found, right.missing, resource.version_conflict with what others changed, app.change_refused
 */
export async function editedApp(
  tx: TenantTx,
  actor: Actor,
  { appId, revision }: EditedRevision,
  lock = false,
): Promise<StoredApp> {
  const app = await findApp(tx, appId, lock)
  if (app === null) throw fail('resource.not_found')
  allowBuild(actor, app)
  if (app.definition.archived === true) throw fail('app.archived')
  if (app.revision !== revision) throw await conflict(tx, app, revision)
  await refuseWhileChanging(tx, app.id)
  return app
}

async function conflict(tx: TenantTx, current: StoredApp, edited: number): Promise<AppError> {
  const base = await findRevision(tx, current.id, edited)
  const changes = base === null ? [] : definitionDifferences(base, current.definition)
  // Differences are made of JSON values only.
  const extra = { revision: current.revision, changes: changes as unknown as JsonValue }
  return fail('resource.version_conflict', {
    detail: `Revision ${current.revision} was published after revision ${edited}`,
    extra,
  })
}
