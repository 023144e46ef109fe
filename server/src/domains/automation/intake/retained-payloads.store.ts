import type { TenantTx } from '../../../platform/database/types.ts'

/** What a trigger retains of deliveries that started no run: the newest ones, within both limits. */
export const MAX_RETAINED = { payloads: 10_000, bytes: 64 * 1024 ** 2 }

/** Limits are applied after one written payload of so many, because counting 10,000 takes 12 ms. */
const WRITTEN_PER_TRIM = 100

/** Applies the limits after some of the payloads that were written; `written` has a trigger ID for each payload. */
export async function trimSometimes(
  tx: TenantTx,
  written: readonly string[],
  chance: () => number = Math.random,
): Promise<void> {
  const due = written.filter(() => chance() * WRITTEN_PER_TRIM < 1)
  if (due.length > 0) await trimPayloads(tx, [...new Set(due)])
}

/** Removes the oldest payloads beyond the limits of these triggers, not the lines of the log. Returns how many. */
export async function trimPayloads(
  tx: TenantTx,
  triggerIds: readonly string[],
  max: typeof MAX_RETAINED = MAX_RETAINED,
): Promise<number> {
  const trimmed = await tx.query(
    `update caseloom.delivery set request = null, payload = null, payload_ref = null
      where tenant_id = $1 and id in (
        select id from caseloom.delivery where id in (
          select id from (
            select id, row_number() over newest as place, sum(size) over newest as bytes
              from caseloom.delivery
             where tenant_id = $1 and trigger_id = any($2::uuid[]) and outcome <> 'accepted' and request is not null
            window newest as (partition by trigger_id order by id desc)) as retained
           where place > $3 or bytes > $4)
        -- Another process may be at the same ones.
        for update skip locked)
     returning 1`,
    [tx.tenantId, triggerIds, max.payloads, max.bytes],
    'automation-trim-payloads',
  )
  return trimmed.length
}
