import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const ForgottenRow = z.object({ forgotten: z.boolean() })

const EndRow = z.object({ xid: z.string() })

/** Where a reader of the feed is: behind this entry of the history. */
export const FeedPlace = z.object({
  xid: z.string(),
  record: z.string(),
  version: z.number(),
})
export type FeedPlace = z.infer<typeof FeedPlace>

export const FeedRow = FeedPlace.extend({
  at: z.date(),
  action: z.string(),
  /** Who could see the record before its restriction changed; null means everyone. */
  formerAcl: z.array(z.string()).nullable(),
  /** Who can see it now; null means everyone. */
  acl: z.array(z.string()).nullable(),
  /** The row is permanently deleted. */
  isPurged: z.boolean(),
})
export type FeedRow = z.infer<typeof FeedRow>

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
  return tx.rows(
    FeedRow,
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
  const rows = await tx.rows(EndRow, 'select pg_snapshot_xmin(pg_current_snapshot())::text as xid')
  return rows[0]?.xid ?? '0'
}

/** True when entries from this transaction on may have been forgotten. */
export async function isForgotten(tx: TenantTx, xid: string): Promise<boolean> {
  const rows = await tx.rows(
    ForgottenRow,
    'select xid > $2::xid8 as forgotten from caseloom.record_feed_floor where tenant_id = $1',
    [tx.tenantId, xid],
  )
  return rows[0]?.forgotten ?? false
}
