import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const OverrideRow = z.object({
  id: z.string(),
  schedule_id: z.string(),
  user_id: z.string(),
  starts_at: z.date(),
  ends_at: z.date(),
  note: z.string().nullable(),
  created_by: z.string(),
  created_at: z.date(),
  swapped_with: z.string().nullable(),
})
export type OverrideRow = z.infer<typeof OverrideRow>

const COLUMNS =
  'id, schedule_id, user_id, starts_at, ends_at, note, created_by, created_at, swapped_with' as const

/** Overrides of these schedules that touch a period, in the order in which they were made. */
export function overridesDuring(
  tx: TenantTx,
  scheduleIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<OverrideRow[]> {
  return tx.rows(
    OverrideRow,
    `select ${COLUMNS} from caseloom.on_call_override
      where tenant_id = $1 and schedule_id = any($2::uuid[]) and ends_at > $3 and starts_at < $4
      order by created_at, id`,
    [tx.tenantId, scheduleIds, from, to],
    'on-call-overrides',
  )
}

const CountRow = z.object({ count: z.number() })

/** How many overrides of a schedule haven't ended. */
export async function countOpenOverrides(tx: TenantTx, scheduleId: string): Promise<number> {
  const rows = await tx.rows(
    CountRow,
    `select count(*)::int as count from caseloom.on_call_override
      where tenant_id = $1 and schedule_id = $2 and ends_at > $3`,
    [tx.tenantId, scheduleId, tx.now],
  )
  return rows[0]?.count ?? 0
}

export async function insertOverride(tx: TenantTx, row: OverrideRow): Promise<void> {
  await tx.query(
    `insert into caseloom.on_call_override
       (id, tenant_id, schedule_id, user_id, starts_at, ends_at, note, created_by, created_at, swapped_with)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      tx.tenantId,
      row.schedule_id,
      row.user_id,
      row.starts_at,
      row.ends_at,
      row.note,
      row.created_by,
      row.created_at,
      row.swapped_with,
    ],
  )
}

/** Removes an override with the other half of its swap; answers how many were removed. */
export async function removeOverride(
  tx: TenantTx,
  { scheduleId, id }: { scheduleId: string; id: string },
): Promise<number> {
  const rows = await tx.rows(
    z.object({ id: z.string() }),
    `delete from caseloom.on_call_override
      where tenant_id = $1 and schedule_id = $2 and (id = $3 or swapped_with = $3) returning id`,
    [tx.tenantId, scheduleId, id],
  )
  return rows.length
}
