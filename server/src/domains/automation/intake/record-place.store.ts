import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'

/** How far the events of an app's records have been read. */
const RecordPlace = z.object({
  tenantId: z.string(),
  appId: z.string(),
  xid: z.string(),
  record: z.string(),
  version: z.number(),
})
export type RecordPlace = z.infer<typeof RecordPlace>

const NO_USER_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Starts reading the events of these apps. Existing positions are locked until the end of the transaction: a reader
 * that sees no waits, because this one isn't committed yet, would delete them.
 */
export async function beginEvents(tx: TenantTx, appIds: readonly string[]): Promise<void> {
  if (appIds.length === 0) return
  await tx.query(
    `insert into caseloom.record_event_place (tenant_id, app_id, xid, record_id, version)
     select distinct $1::uuid, app, pg_snapshot_xmin(pg_current_snapshot()), $3::uuid, 0
       from unnest($2::uuid[]) as a(app) order by app
     on conflict (tenant_id, app_id) do update set app_id = excluded.app_id`,
    [tx.tenantId, appIds, NO_USER_ID],
  )
}

export function allPlaces(tx: Tx): Promise<RecordPlace[]> {
  return tx.rows(
    RecordPlace,
    `select tenant_id as "tenantId", app_id as "appId", xid::text, record_id as record, version
       from caseloom.record_event_place e where ${isAtWork('e')} order by tenant_id, app_id`,
    [],
    'automation-record-places',
  )
}

/** Takes a place for this transaction; false when another process has it or has moved it on. */
export async function takePlace(tx: TenantTx, place: RecordPlace): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from caseloom.record_event_place
      where tenant_id = $1 and app_id = $2 and xid = $3::xid8 and record_id = $4 and version = $5
      for update skip locked`,
    [tx.tenantId, place.appId, place.xid, place.record, place.version],
    'automation-take-record-place',
  )
  return rows.length > 0
}

export async function movePlace(
  tx: TenantTx,
  appId: string,
  to: Pick<RecordPlace, 'xid' | 'record' | 'version'>,
): Promise<void> {
  await tx.query(
    `update caseloom.record_event_place set xid = $3::xid8, record_id = $4, version = $5
      where tenant_id = $1 and app_id = $2`,
    [tx.tenantId, appId, to.xid, to.record, to.version],
    'automation-move-record-place',
  )
}

/** Stops reading this app's events, because nothing waits for them. */
export async function endEvents(tx: TenantTx, appId: string): Promise<void> {
  await tx.query('delete from caseloom.record_event_place where tenant_id = $1 and app_id = $2', [
    tx.tenantId,
    appId,
  ])
}
