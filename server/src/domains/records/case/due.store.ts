import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { dueRows, isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { newId } from '../../../platform/uuid.ts'
import { NoteKind } from '../case-fields/case-rows.store.ts'

const OneRow = z.object({ one: z.number() })

const BATCH = 200

export const DueClock = z.object({ tenant_id: z.string(), app_id: z.string(), record_id: z.string() })
export type DueClock = z.infer<typeof DueClock>

const CLOCKS_DUE = dueRows({
  table: 'record_due',
  columns: 'q.tenant_id, q.app_id, q.record_id',
  where: "q.kind = 'clock' and q.due_at <= $1",
  order: 'due_at',
})

/** Clocks that have come due, fairly between tenants, each tenant's longest waiting first. */
export async function dueClocks(tx: Tx, now: Date): Promise<DueClock[]> {
  return tx.rows(DueClock, CLOCKS_DUE, [now, BATCH])
}

/** Removes due entries that need no notice: the record no longer exists, or its clock has changed. */
export async function forgetDue(
  tx: Tx,
  tenantId: string,
  recordIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `delete from caseloom.record_due where tenant_id = $1 and record_id = any($2::uuid[]) and kind = 'clock' and due_at <= $3`,
    [tenantId, recordIds, now],
  )
}

/** Postpones failed entries so that they don't block others. */
export async function putOff(
  tx: Tx,
  {
    tenantId,
    recordIds,
    now,
    until,
  }: { tenantId: string; recordIds: readonly string[]; now: Date; until: Date },
): Promise<void> {
  await tx.query(
    `update caseloom.record_due set due_at = $4
      where tenant_id = $1 and record_id = any($2::uuid[]) and kind = 'clock' and due_at <= $3`,
    [tenantId, recordIds, now, until],
  )
}

const TASKS_DUE = dueRows({
  table: 'record_due',
  columns: 'q.tenant_id, q.record_id, q.item, q.kind',
  where: "q.kind in ('task-soon', 'task-overdue') and q.due_at <= $1",
  order: 'due_at',
  lock: true,
})

/** Turns tasks that have come due into notes to who is to do them, each once; answers how many. */
export async function noteDueTasks(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.rows(
    OneRow,
    `with due as (
       delete from caseloom.record_due where (tenant_id, record_id, item, kind) in (
         select tenant_id, record_id, item, kind from (${TASKS_DUE}) t)
       returning *),
     noted as (
       insert into caseloom.record_note (tenant_id, id, app_id, record_id, field_id, item, user_id, kind)
       select d.tenant_id, ($3::uuid[])[row_number() over ()], d.app_id, d.record_id, d.field_id, d.item, t.assignee, d.kind
         from due d join caseloom.record_task t on t.tenant_id = d.tenant_id and t.record_id = d.record_id
          and t.field_id = d.field_id and t.task_id = d.item
        where t.assignee is not null)
     select 1 as one from due`,
    [now, BATCH, Array.from({ length: BATCH }, () => newId())],
  )
  return rows.length
}

export const WaitingNote = z.object({
  tenant_id: z.string(),
  id: z.string(),
  app_id: z.string(),
  record_id: z.string(),
  field_id: z.string(),
  item: z.string(),
  user_id: z.string(),
  kind: NoteKind,
})
export type WaitingNote = z.infer<typeof WaitingNote>

export async function waitingNotes(tx: Tx): Promise<WaitingNote[]> {
  return tx.rows(
    WaitingNote,
    `select tenant_id, id, app_id, record_id, field_id, item, user_id, kind from caseloom.record_note q
      where ${isAtWork('q')} order by id limit ${BATCH}`,
  )
}

/** Claims notes for sending in this transaction; returns the ones no other process has claimed. */
export async function takeNotes(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    IdRow,
    `delete from caseloom.record_note where id in (
       select id from caseloom.record_note where id = any($1::uuid[]) for update skip locked) returning id`,
    [ids],
  )
  return new Set(rows.map((row) => row.id))
}
