import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'

const OverrideRow = z.object({
  id: z.string(),
  schedule_id: z.string(),
  layer: z.string(),
  shift: z.string().nullable(),
  user_id: z.string(),
  from_at: z.date(),
  to_at: z.date(),
  reason: z.string().nullable(),
  swap_with: z.string().nullable(),
  made_by: z.string().nullable(),
  made_by_name: z.string(),
  made_at: z.date(),
})
export type OverrideRow = z.infer<typeof OverrideRow>

const COLUMNS =
  'id, schedule_id, layer, shift, user_id, from_at, to_at, reason, swap_with, made_by, made_by_name, made_at'

interface Within {
  from: Date
  to: Date
}

/** The overrides of schedules that touch a span, in the order in which they were made. */
export function overridesWithin(
  tx: TenantTx,
  schedules: readonly string[],
  { from, to }: Within,
): Promise<OverrideRow[]> {
  return tx.rows(
    OverrideRow,
    `select ${COLUMNS} from caseloom.on_call_override
      where tenant_id = $1 and schedule_id = any($2::uuid[]) and to_at > $3 and from_at < $4 order by made_at, id`,
    [tx.tenantId, schedules, from, to],
    'identity-on-call-overrides',
  )
}

export async function overrideById(
  tx: TenantTx,
  scheduleId: string,
  id: string,
): Promise<OverrideRow | null> {
  const rows = await tx.rows(
    OverrideRow,
    `select ${COLUMNS} from caseloom.on_call_override where tenant_id = $1 and schedule_id = $2 and id = $3`,
    [tx.tenantId, scheduleId, id],
    'identity-on-call-override-by-id',
  )
  return rows[0] ?? null
}

const CountRow = z.object({ open: z.string() })

/** How many overrides of a schedule have not ended. */
export async function openOverrides(tx: TenantTx, scheduleId: string): Promise<number> {
  const [row] = await tx.rows(
    CountRow,
    `select count(*) as open from caseloom.on_call_override
      where tenant_id = $1 and schedule_id = $2 and to_at > $3`,
    [tx.tenantId, scheduleId, tx.now],
    'identity-on-call-overrides-open',
  )
  return Number(row?.open ?? 0)
}

export async function insertOverrides(tx: TenantTx, rows: readonly OverrideRow[]): Promise<void> {
  await tx.query(
    `insert into caseloom.on_call_override (tenant_id, ${COLUMNS})
     select $1, ${COLUMNS} from jsonb_to_recordset($2::jsonb) as n (
       id uuid, schedule_id uuid, layer text, shift text, user_id uuid, from_at timestamptz, to_at timestamptz,
       reason text, swap_with uuid, made_by uuid, made_by_name text, made_at timestamptz)`,
    [tx.tenantId, JSON.stringify(rows)],
  )
}

export async function deleteOverrides(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.query('delete from caseloom.on_call_override where tenant_id = $1 and id = any($2::uuid[])', [
    tx.tenantId,
    ids,
  ])
}

/** Deletes the overrides of a schedule outside of these lanes, named `layer` or `layer/shift`. */
export async function deleteOverridesOutside(
  tx: TenantTx,
  scheduleId: string,
  lanes: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from caseloom.on_call_override where tenant_id = $1 and schedule_id = $2
        and layer || coalesce('/' || shift, '') <> all($3::text[])`,
    [tx.tenantId, scheduleId, lanes],
  )
}

/** Deletes one batch of overrides and times away that ended before an instant; answers how many. */
export async function purgeEnded(tx: Tx, before: Date, limit: number): Promise<number> {
  let count = 0
  for (const table of ['on_call_override', 'on_call_away']) {
    const rows = await tx.query(
      `delete from caseloom.${table} where id in (
         select id from caseloom.${table} where to_at < $1 limit $2) returning 1`,
      [before, limit],
    )
    count += rows.length
  }
  return count
}
