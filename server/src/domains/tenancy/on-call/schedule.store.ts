import { OnCallLayer } from '@caseloom/contract/tenancy/on-call'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const ScheduleRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  zone: z.string(),
  layers: z.array(OnCallLayer),
  revision: z.number(),
  updated_at: z.date(),
})
export type ScheduleRow = z.infer<typeof ScheduleRow>

const COLUMNS = 'id, key, name, zone, layers, revision, updated_at'

/** Schedules by name: all of the tenant, or those with one of these keys. */
export function allSchedules(tx: TenantTx, keys: readonly string[] | null = null): Promise<ScheduleRow[]> {
  return tx.rows(
    ScheduleRow,
    `select ${COLUMNS} from caseloom.on_call_schedule
      where tenant_id = $1 and ($2::text[] is null or key = any($2::text[])) order by lower(name), id`,
    [tx.tenantId, keys],
    'on-call-schedules',
  )
}

export async function scheduleById(tx: TenantTx, id: string): Promise<ScheduleRow | null> {
  const rows = await tx.rows(
    ScheduleRow,
    `select ${COLUMNS} from caseloom.on_call_schedule where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'on-call-schedule-by-id',
  )
  return rows[0] ?? null
}

/** Changes of one schedule and its overrides go one after the other until the transaction ends. */
export async function lockSchedule(tx: TenantTx, id: string): Promise<ScheduleRow | null> {
  const rows = await tx.rows(
    ScheduleRow,
    `select ${COLUMNS} from caseloom.on_call_schedule where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
    'on-call-schedule-lock',
  )
  return rows[0] ?? null
}

/** Throws the violation of `on_call_schedule_key` when another schedule has the key. */
export async function insertSchedule(tx: TenantTx, row: ScheduleRow): Promise<void> {
  await tx.query(
    `insert into caseloom.on_call_schedule (id, tenant_id, key, name, zone, layers, revision, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.id,
      tx.tenantId,
      row.key,
      row.name,
      row.zone,
      JSON.stringify(row.layers),
      row.revision,
      row.updated_at,
    ],
  )
}

export async function updateSchedule(tx: TenantTx, row: ScheduleRow): Promise<void> {
  await tx.query(
    `update caseloom.on_call_schedule set name = $3, zone = $4, layers = $5, revision = $6, updated_at = $7
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, row.name, row.zone, JSON.stringify(row.layers), row.revision, row.updated_at],
  )
}

export async function removeSchedule(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.on_call_schedule where tenant_id = $1 and id = $2', [tx.tenantId, id])
}
