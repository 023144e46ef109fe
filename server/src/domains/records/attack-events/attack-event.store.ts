import { z } from 'zod'
import { AttackEventType, AttackTactic } from '@caseloom/contract/records/attack-events'
import { ActorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { EventValues } from './attack-event.rules.ts'

export const AttackEventRow = z.object({
  id: z.string(),
  record_id: z.string(),
  happened_at: z.date(),
  type: AttackEventType,
  text: z.string(),
  technique: z.string().nullable(),
  tactic: AttackTactic.nullable(),
  asset_name: z.string().nullable(),
  asset_app: z.string().nullable(),
  asset_record: z.string().nullable(),
  source: z.string().nullable(),
  recorded_at: z.date(),
  by: ActorRef,
  edited_at: z.date().nullable(),
})
export type AttackEventRow = z.infer<typeof AttackEventRow>

const RecordIdRow = z.object({ record_id: z.string() })

const CountRow = z.object({ total: z.number() })

const COLUMNS = `id, record_id, happened_at, type, text, technique, tactic, asset_name, asset_app, asset_record, source,
  recorded_at, by, edited_at`

/** The attack events of a record in the order in which they happened. */
export async function eventsOf(tx: TenantTx, recordId: string): Promise<AttackEventRow[]> {
  return tx.rows(
    AttackEventRow,
    `select ${COLUMNS} from caseloom.attack_event
      where tenant_id = $1 and record_id = $2 order by happened_at, id`,
    [tx.tenantId, recordId],
    'attack-events',
  )
}

/** One attack event of a record; null when there is none. The caller holds the record's lock. */
export async function eventOf(tx: TenantTx, recordId: string, id: string): Promise<AttackEventRow | null> {
  const rows = await tx.rows(
    AttackEventRow,
    `select ${COLUMNS} from caseloom.attack_event where tenant_id = $1 and record_id = $2 and id = $3`,
    [tx.tenantId, recordId, id],
  )
  return rows[0] ?? null
}

/** Records of an app that have attack events, by ID. */
export async function recordsWithEvents(
  tx: TenantTx,
  appId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.rows(
    RecordIdRow,
    `select distinct record_id from caseloom.attack_event
      where tenant_id = $1 and app_id = $2 and ($3::uuid is null or record_id > $3::uuid)
      order by record_id limit $4`,
    [tx.tenantId, appId, after, limit],
  )
  return rows.map((row) => row.record_id)
}

export async function countEvents(tx: TenantTx, recordId: string): Promise<number> {
  const rows = await tx.rows(
    CountRow,
    'select count(*)::int as total from caseloom.attack_event where tenant_id = $1 and record_id = $2',
    [tx.tenantId, recordId],
  )
  return rows[0]?.total ?? 0
}

interface NewEvent {
  id: string
  appId: string
  recordId: string
  by: ActorRef
  values: EventValues
}

export async function insertEvent(
  tx: TenantTx,
  { id, appId, recordId, by, values }: NewEvent,
): Promise<AttackEventRow> {
  const rows = await tx.rows(
    AttackEventRow,
    `insert into caseloom.attack_event (tenant_id, id, app_id, record_id, recorded_at, by, happened_at, type, text,
       technique, tactic, asset_name, asset_app, asset_record, source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning ${COLUMNS}`,
    [tx.tenantId, id, appId, recordId, tx.now, JSON.stringify(by), ...columnsOf(values)],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The attack event wasn’t saved')
  return row
}

export async function updateEvent(tx: TenantTx, id: string, values: EventValues): Promise<void> {
  await tx.query(
    `update caseloom.attack_event set edited_at = $3, happened_at = $4, type = $5, text = $6, technique = $7,
       tactic = $8, asset_name = $9, asset_app = $10, asset_record = $11, source = $12
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now, ...columnsOf(values)],
  )
}

export async function deleteEvent(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.attack_event where tenant_id = $1 and id = $2', [tx.tenantId, id])
}

function columnsOf({ happenedAt, type, text, technique, tactic, asset, source }: EventValues): unknown[] {
  const place = asset !== null && 'recordId' in asset ? asset : null
  const name = asset !== null && 'name' in asset ? asset.name : null
  return [
    happenedAt,
    type,
    text,
    technique,
    tactic,
    name,
    place?.appId ?? null,
    place?.recordId ?? null,
    source,
  ]
}
