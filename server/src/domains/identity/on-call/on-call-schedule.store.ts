import { OnCallLayer } from '@caseloom/contract/identity/on-call'
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

const SELECT = 'select id, key, name, zone, layers, revision, updated_at from caseloom.on_call_schedule'

export function allSchedules(tx: TenantTx): Promise<ScheduleRow[]> {
  return tx.rows(
    ScheduleRow,
    `${SELECT} where tenant_id = $1 order by lower(name), id`,
    [tx.tenantId],
    'identity-on-call-schedules',
  )
}

export async function scheduleById(tx: TenantTx, id: string): Promise<ScheduleRow | null> {
  const rows = await tx.rows(
    ScheduleRow,
    `${SELECT} where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'identity-on-call-schedule-by-id',
  )
  return rows[0] ?? null
}

export function schedulesByKey(tx: TenantTx, keys: readonly string[]): Promise<ScheduleRow[]> {
  return tx.rows(
    ScheduleRow,
    `${SELECT} where tenant_id = $1 and key = any($2::text[])`,
    [tx.tenantId, keys],
    'identity-on-call-schedules-by-key',
  )
}

/** Changes of one schedule and its overrides go one after the other until the transaction ends. */
export async function lockSchedule(tx: TenantTx, id: string): Promise<ScheduleRow | null> {
  const rows = await tx.rows(
    ScheduleRow,
    `${SELECT} where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
    'identity-on-call-schedule-lock',
  )
  return rows[0] ?? null
}

/** New schedules of a tenant come one after the other, so that their number stays bounded. */
export async function lockSchedules(tx: TenantTx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 7266257))', [tx.tenantId])
}

/** Writes a schedule, new or changed. */
export async function putSchedule(tx: TenantTx, row: ScheduleRow): Promise<void> {
  await tx.query(
    `insert into caseloom.on_call_schedule (id, tenant_id, key, name, zone, layers, revision, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set name = excluded.name, zone = excluded.zone, layers = excluded.layers,
       revision = excluded.revision, updated_at = excluded.updated_at`,
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

export async function deleteScheduleRow(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.on_call_schedule where tenant_id = $1 and id = $2', [tx.tenantId, id])
}
