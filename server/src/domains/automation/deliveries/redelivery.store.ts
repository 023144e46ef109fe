import { DeliveryOutcome } from '@caseloom/contract/automation/automation'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { Acceptance } from '../intake/delivery.store.ts'

const StoredDelivery = z.object({
  id: z.string(),
  trigger_id: z.string(),
  playbook_id: z.string(),
  kind: z.string(),
  outcome: DeliveryOutcome,
  enabled: z.boolean(),
  run_id: z.string().nullable(),
  initiator: z.string().nullable(),
  app_id: z.string().nullable(),
  record_id: z.string().nullable(),
  reason: z.string().nullable(),
  loop_stop: z.string().nullable(),
  size: z.number(),
  summary: z.string().nullable(),
  request: JsonObjectColumn.nullable(),
  payload: z.instanceof(Buffer).nullable(),
  payload_ref: z.string().nullable(),
})
export type StoredDelivery = z.infer<typeof StoredDelivery>

/** A delivery with all that was stored of it; null when there is none. */
export async function storedDelivery(tx: TenantTx, id: string): Promise<StoredDelivery | null> {
  const rows = await tx.rows(
    StoredDelivery,
    `select d.id, d.trigger_id, t.playbook_id, t.kind, d.outcome, t.enabled, d.run_id, r.initiator, d.app_id, d.record_id,
            d.reason, d.loop_stop, d.size, d.summary, d.request, d.payload, d.payload_ref
       from caseloom.delivery d join caseloom.trigger t on t.id = d.trigger_id and t.tenant_id = $1
       left join caseloom.run r on r.id = d.run_id and r.tenant_id = $1
      where d.tenant_id = $1 and d.id = $2`,
    [tx.tenantId, id],
    'automation-stored-delivery',
  )
  return rows[0] ?? null
}

/** Marks a delivery as the repetition of another one. */
export async function markRedelivered(
  tx: TenantTx,
  mark: { id: string; of: string; by: string },
): Promise<void> {
  await tx.query(
    'update caseloom.delivery set redelivery_of = $3, redelivered_name = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, mark.id, mark.of, mark.by],
  )
}

/** From now on the sender's own repetition is a duplicate, unless the key was taken before. */
export async function takeDedupKey(
  tx: TenantTx,
  { triggerId, dedupHash, runId, at }: Pick<Acceptance, 'triggerId' | 'dedupHash' | 'runId' | 'at'>,
): Promise<void> {
  if (dedupHash === null) return
  await tx.query(
    `insert into caseloom.trigger_dedup (tenant_id, trigger_id, key_hash, run_id, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [tx.tenantId, triggerId, dedupHash, runId, at],
  )
}

const RedeliveredRow = z.object({
  redelivery_of: z.string(),
  at: z.date(),
  redelivered_name: z.string().nullable(),
  count: z.number(),
})

/** How often each of these deliveries was redelivered, with the last time. */
export async function redeliveriesOf(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { count: number; lastAt: string; lastBy: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(
    RedeliveredRow,
    `select distinct on (redelivery_of) redelivery_of, at, redelivered_name,
            (count(*) over (partition by redelivery_of))::int as count
       from caseloom.delivery where tenant_id = $1 and redelivery_of = any($2::uuid[])
      order by redelivery_of, id desc`,
    [tx.tenantId, ids],
    'automation-redeliveries-of',
  )
  return new Map(
    rows.map((row) => [
      row.redelivery_of,
      { count: row.count, lastAt: row.at.toISOString(), lastBy: row.redelivered_name ?? '' },
    ]),
  )
}
