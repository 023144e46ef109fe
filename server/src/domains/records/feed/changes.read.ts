import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

/** Where a reader of the feed is: behind this entry of the history. */
export interface FeedPlace {
  xid: string
  record: string
  version: number
}

export interface FeedRow extends FeedPlace {
  at: Date
  action: string
  /** Who could see the record before its restriction changed; null means everyone. */
  formerAcl: string[] | null
  /** Who can see it now; null means everyone. */
  acl: string[] | null
  /** The row is permanently deleted. */
  isPurged: boolean
}

/**
 * Entries of an app's history after a place, in the order of transactions. What is not surely complete stays out: a
 * transaction that began before and is still open might commit behind the reader's back (docs/decisions 005).
 */
export async function changesAfter(
  tx: TenantTx,
  app: AppTable,
  place: FeedPlace,
  limit: number,
): Promise<FeedRow[]> {
  return tx.query<FeedRow>(
    `select h.xid::text, h.record_id as record, h.version, h.at, h.action, h.former_acl as "formerAcl",
            t.acl, t.id is null as "isPurged"
       from (select * from caseloom.record_history h
              where h.tenant_id = $1 and h.app_id = $2 and h.xid >= $3::xid8
                and h.xid < pg_snapshot_xmin(pg_current_snapshot())
                and (h.xid, h.record_id, h.version) > ($3::xid8, $4::uuid, $5::int)
              order by h.xid, h.record_id, h.version limit $6) h
       left join ${app.table} t on t.id = h.record_id
      order by h.xid, h.record_id, h.version`,
    [tx.tenantId, app.id, place.xid, place.record, place.version, limit],
  )
}

/** The end of the feed: the first transaction that may still be open. */
export async function feedEnd(tx: TenantTx): Promise<string> {
  const rows = await tx.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid')
  return rows[0]?.xid ?? '0'
}

/** True when entries from this transaction on may have been forgotten. */
export async function isForgotten(tx: TenantTx, xid: string): Promise<boolean> {
  const rows = await tx.query<{ forgotten: boolean }>(
    'select xid > $2::xid8 as forgotten from caseloom.record_feed_floor where tenant_id = $1',
    [tx.tenantId, xid],
  )
  return rows[0]?.forgotten ?? false
}
