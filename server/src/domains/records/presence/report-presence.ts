import { UserId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordViewer } from '@caseloom/contract/records/presence'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { moveSeat, type Seat } from '../../../platform/presence/seats.ts'
import { allow } from '../../../platform/rights.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, FieldShape, RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'

interface PresenceReport extends RecordPlace {
  /** Names one window. */
  seat: string
  leaving: boolean
  /** Key of the field in which the actor is typing. */
  field: string | null
}

const ViewerRow = z.object({
  actor_id: UserId,
  name: z.string(),
  since: z.date(),
  field_id: z.string().nullable(),
})
const SeatRow = z.object({ seat: z.string() })

const VIEWERS = { table: 'caseloom.record_viewer', column: 'record_id' }
const MAX_VIEWERS = 50
const LEFT_BEHIND_MS = 3_600_000
const SWEPT = 100

/**
 * Takes, keeps, or leaves a seat at a record; returns who has it open in other windows. A field that the actor may not read
 * is left out. Throws resource.not_found for a record that they can't see.
 */
export async function reportPresence(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { seat, leaving, field: key, ...place }: PresenceReport,
): Promise<RecordViewer[]> {
  allow(actor, 'record:read')
  return scope.tx(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const at = { id: record.id, seat }
    const moved = await moveSeat(tx, VIEWERS, actor, { ...at, leaving })
    if (moved) await sweep(tx)
    const typed = !leaving && (await noteField(tx, at, fieldNamed(app, actor, key)))
    if (moved || typed)
      tx.announce({ ...recordFact(app, 'updated', record), kind: 'viewers', rev: tx.now.getTime() })
    return othersAt(tx, { app, actor }, at)
  })
}

/** Windows that closed without a word leave a row, also of records that no one opens again. */
async function sweep(tx: TenantTx): Promise<void> {
  await tx.query(
    `delete from caseloom.record_viewer where tenant_id = $1 and (record_id, seat) in (
       select record_id, seat from caseloom.record_viewer where tenant_id = $1 and at < $2
        limit ${SWEPT} for update skip locked)`,
    [tx.tenantId, new Date(tx.now.getTime() - LEFT_BEHIND_MS)],
  )
}

function fieldNamed(app: AppTable, actor: Actor, key: string | null): FieldShape | null {
  const field = key === null ? undefined : app.byKey.get(key)
  return field !== undefined && mayReadField(actor, field) ? field : null
}

/** True when the window began to type in another field, or ceased to type. */
async function noteField(tx: TenantTx, { id, seat }: Seat, field: FieldShape | null): Promise<boolean> {
  const changed = await tx.rows(
    SeatRow,
    `update caseloom.record_viewer set field_id = $4
      where tenant_id = $1 and record_id = $2 and seat = $3 and field_id is distinct from $4 returning seat`,
    [tx.tenantId, id, seat, field?.definition.id ?? null],
  )
  return changed.length > 0
}

async function othersAt(
  tx: TenantTx,
  { app, actor }: { app: AppTable; actor: Actor },
  { id, seat }: Seat,
): Promise<RecordViewer[]> {
  const rows = await tx.rows(
    ViewerRow,
    `select actor_id, min(name) as name, min(since) as since,
            (array_agg(field_id) filter (where field_id is not null))[1] as field_id
       from caseloom.record_viewer where tenant_id = $1 and record_id = $2 and seat <> $3
      group by actor_id order by min(since), actor_id limit ${MAX_VIEWERS}`,
    [tx.tenantId, id, seat],
  )
  const keys = new Map<string, string>()
  for (const [key, field] of app.byKey) if (mayReadField(actor, field)) keys.set(field.definition.id, key)
  return rows.map(({ actor_id: viewer, name, since, field_id: field }) => ({
    id: viewer,
    name,
    since: since.toISOString(),
    own: viewer === actor.id,
    field: field === null ? null : (keys.get(field) ?? null),
  }))
}
