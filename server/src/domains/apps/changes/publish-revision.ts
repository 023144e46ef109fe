import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ActorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { announceApp } from './announce-app.ts'
import type { AppDefinition, StoredApp } from '../definition/app-definition.ts'
import { reconcileTables } from '../tables/app-table.store.ts'
import { markOutdated, updateAppRow } from '../catalog/apps.store.ts'
import { auditApp } from './audit-app.ts'
import { desiredSchema } from '../tables/desired-schema.ts'

export interface Revision {
  before: StoredApp
  definition: AppDefinition
  actor: Actor
  /** The actor as the revision names it. */
  by: ActorRef
}

/**
 * Writes the next revision of an app: its tables, its row, the audit log, and the announcement.
 * `lacking`: its tables are large, some indexes are still to be made.
 * @throws SharedValues when a field cannot become unique
 */
export async function publishRevision(
  tx: TenantTx,
  { before, definition, actor, by }: Revision,
): Promise<{ app: StoredApp; lacking: boolean }> {
  const app: StoredApp = { ...before, definition, revision: before.revision + 1, updatedAt: tx.now }
  const { later } = await reconcileTables(tx, app.id, desiredSchema(app.id, definition))
  const lacking = later.length > 0
  await updateAppRow(tx, app, by)
  if (lacking) await markOutdated(tx, app.id)
  await auditApp(tx, actor, { app, action: 'app.changed', before })
  announceApp(tx, 'updated', app, before)
  return { app, lacking }
}
