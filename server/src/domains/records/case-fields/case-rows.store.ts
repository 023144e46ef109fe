import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

interface Place {
  record: string
  field: string
}
export interface ObservableRow extends Place {
  kind: string
  digest: string
  value: string
}
export interface TaskRow extends Place {
  task: string
  assignee: string | null
  state: string
  due: string | null
}
export interface DueRow extends Place {
  item: string
  kind: 'clock' | 'task-soon' | 'task-overdue'
  at: string
}
export const NoteKind = z.enum([
  'assigned',
  'task-assigned',
  'task-soon',
  'task-overdue',
  'clock-warning',
  'clock-breached',
])
export type NoteKind = z.infer<typeof NoteKind>
export interface NoteRow extends Place {
  id: string
  item: string
  user: string
  kind: NoteKind
}
export interface CaseRows {
  observables: ObservableRow[]
  tasks: TaskRow[]
  dues: DueRow[]
  notes: NoteRow[]
}

/** Removes what follows from fields that changed, and all that follows from records that are gone. */
export async function deleteCaseRows(
  tx: TenantTx,
  { records, places }: { records: readonly string[]; places: readonly Place[] },
): Promise<void> {
  if (records.length > 0)
    for (const table of ['record_observable', 'record_task', 'record_due', 'record_note'])
      await tx.query(`delete from caseloom.${table} where tenant_id = $1 and record_id = any($2::uuid[])`, [
        tx.tenantId,
        records,
      ])
  if (places.length === 0) return
  const values = [tx.tenantId, places.map((place) => place.record), places.map((place) => place.field)]
  for (const table of ['record_task', 'record_due'])
    await tx.query(
      `delete from caseloom.${table} d using (select unnest($2::uuid[]) as record, unnest($3::uuid[]) as field) p
        where d.tenant_id = $1 and d.record_id = p.record and d.field_id = p.field`,
      values,
      `case-clear-${table}`,
    )
}

/** Writes the rows that follow from the fields as they are; observables keep the instant at which they came. */
export async function insertCaseRows(tx: TenantTx, appId: string, rows: CaseRows): Promise<void> {
  await writeTasks(tx, appId, rows.tasks)
  await writeDues(tx, appId, rows.dues)
  await writeNotes(tx, appId, rows.notes)
  // Wake the workers now instead of waiting for their next poll.
  if (rows.notes.length > 0 || rows.dues.some((due) => Date.parse(due.at) <= tx.now.getTime()))
    tx.announce({ topic: 'internal', name: 'records.due', payload: {} })
}

/** Makes the observables of some fields of records be those given. */
export async function writeObservables(
  tx: TenantTx,
  appId: string,
  { places, rows }: { places: readonly Place[]; rows: readonly ObservableRow[] },
): Promise<void> {
  if (places.length === 0) return
  await tx.query(
    `with place as (select unnest($3::uuid[]) as record, unnest($4::uuid[]) as field),
      wanted as materialized (select unnest($5::uuid[]) as record, unnest($6::uuid[]) as field, unnest($7::text[]) as kind,
                      unnest($8::uuid[]) as digest, unnest($9::text[]) as value),
      gone as (delete from caseloom.record_observable o using place p
        where o.tenant_id = $1 and o.record_id = p.record and o.field_id = p.field
          and not exists (select from wanted k where k.record = o.record_id and k.field = o.field_id
                           and k.digest = o.digest and k.kind = o.kind))
     insert into caseloom.record_observable (tenant_id, app_id, record_id, field_id, kind, digest, value, at)
     select $1, $2, record, field, kind, digest, value, $10 from wanted on conflict do nothing`,
    [
      tx.tenantId,
      appId,
      places.map((place) => place.record),
      places.map((place) => place.field),
      rows.map((row) => row.record),
      rows.map((row) => row.field),
      rows.map((row) => row.kind),
      rows.map((row) => row.digest),
      rows.map((row) => row.value),
      tx.now,
    ],
    'case-observables',
  )
}

async function writeTasks(tx: TenantTx, appId: string, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into caseloom.record_task (tenant_id, app_id, record_id, field_id, task_id, assignee, state, due)
     select $1, $2, unnest($3::uuid[]), unnest($4::uuid[]), unnest($5::uuid[]), unnest($6::uuid[]),
            unnest($7::text[]), unnest($8::timestamptz[])`,
    [
      tx.tenantId,
      appId,
      rows.map((row) => row.record),
      rows.map((row) => row.field),
      rows.map((row) => row.task),
      rows.map((row) => row.assignee),
      rows.map((row) => row.state),
      rows.map((row) => row.due ?? 'infinity'),
    ],
    'case-tasks',
  )
}

async function writeDues(tx: TenantTx, appId: string, rows: readonly DueRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into caseloom.record_due (tenant_id, app_id, record_id, field_id, item, kind, due_at)
     select $1, $2, unnest($3::uuid[]), unnest($4::uuid[]), unnest($5::uuid[]), unnest($6::text[]),
            unnest($7::timestamptz[])
     on conflict (tenant_id, record_id, item, kind) do update set due_at = excluded.due_at`,
    [
      tx.tenantId,
      appId,
      rows.map((row) => row.record),
      rows.map((row) => row.field),
      rows.map((row) => row.item),
      rows.map((row) => row.kind),
      rows.map((row) => row.at),
    ],
    'case-dues',
  )
}

async function writeNotes(tx: TenantTx, appId: string, rows: readonly NoteRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into caseloom.record_note (tenant_id, id, app_id, record_id, field_id, item, user_id, kind)
     select $1, unnest($3::uuid[]), $2, unnest($4::uuid[]), unnest($5::uuid[]), unnest($6::uuid[]),
            unnest($7::uuid[]), unnest($8::text[])`,
    [
      tx.tenantId,
      appId,
      rows.map((row) => row.id),
      rows.map((row) => row.record),
      rows.map((row) => row.field),
      rows.map((row) => row.item),
      rows.map((row) => row.user),
      rows.map((row) => row.kind),
    ],
    'case-notes',
  )
}
