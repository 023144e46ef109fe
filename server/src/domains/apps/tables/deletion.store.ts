import { objectColumn } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { ActorRef } from '@caseloom/contract/records/records'
import { quoted } from '../../../platform/database/names.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import type { AppDefinition, StoredApp } from '../definition/app-definition.ts'
import { recordsTable } from './app-table.store.ts'
import { STATE_TABLE } from '../definition/compiled-app.ts'

const EndedApp = z.object({ appId: z.string(), tenantId: z.string() })
type EndedApp = z.infer<typeof EndedApp>

const CountRow = z.object({ count: z.number() })

export const DeletedRow = z.object({
  id: z.string(),
  key: z.string(),
  acronym: z.string(),
  definition: objectColumn<AppDefinition>(),
  revision: z.number(),
  updated_at: z.date(),
  deleted_at: z.date(),
  deleted_by: ActorRef,
})
export type DeletedRow = z.infer<typeof DeletedRow>

/** Marks the app as deleted; from then on no statement of any process finds its present revision. */
export async function markDeleted(tx: TenantTx, app: StoredApp, actor: ActorRef): Promise<void> {
  await tx.query(
    'update caseloom.app set deleted_at = $3, deleted_by = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, app.id, tx.now, JSON.stringify(actor)],
  )
  await setRevision(tx, app.id, -1)
}

export async function markRestored(tx: TenantTx, app: StoredApp): Promise<void> {
  await tx.query(
    `update caseloom.app set deleted_at = null, deleted_by = null, definition = $3
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, app.id, JSON.stringify(app.definition)],
  )
  await setRevision(tx, app.id, app.revision)
}

async function setRevision(tx: TenantTx, appId: string, revision: number): Promise<void> {
  await tx.query(`update ${quoted(tx.schema)}.${STATE_TABLE} set revision = $2 where app = $1`, [
    appId,
    revision,
  ])
}

/** Deleted apps of the tenant, newest first; one of them when an id is given, locked then. */
export async function deletedApps(tx: TenantTx, id: string | null = null): Promise<DeletedRow[]> {
  return tx.rows(
    DeletedRow,
    `select id, key, acronym, definition, revision, updated_at, deleted_at, deleted_by from caseloom.app
      where tenant_id = $1 and deleted_at is not null and ($2::uuid is null or id = $2)
      order by deleted_at desc, id ${id === null ? '' : 'for update'}`,
    [tx.tenantId, id],
  )
}

/** How many records the app has, restricted ones included. */
export async function countRecords(tx: TenantTx, appId: string): Promise<number> {
  const rows = await tx.rows(
    CountRow,
    `select count(*)::int as count from ${recordsTable(tx, appId)} where deleted_at is null`,
  )
  return rows[0]?.count ?? 0
}

/** Apps of all tenants whose days have ended. */
export async function endedApps(tx: Tx, days: number): Promise<EndedApp[]> {
  return tx.rows(
    EndedApp,
    `select id as "appId", tenant_id as "tenantId" from caseloom.app
      where deleted_at < $1::timestamptz - make_interval(days => $2) order by id`,
    [tx.now, days],
  )
}
