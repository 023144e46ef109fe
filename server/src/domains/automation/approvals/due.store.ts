import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { dueRows, isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { newId } from '../../../platform/uuid.ts'

const DueKind = z.enum(['expire', 'escalate', 'remind'])
export type DueKind = z.infer<typeof DueKind>
const NoteKind = z.enum(['asked', 'reminded', 'escalated', 'delegated'])
export type NoteKind = z.infer<typeof NoteKind>

const BATCH = 100

/** Something of a question comes due at an instant; an earlier one of the same kind is replaced. */
export async function putDue(tx: TenantTx, approvalId: string, kind: DueKind, at: Date): Promise<void> {
  await tx.query(
    `insert into caseloom.approval_due (tenant_id, approval_id, kind, due_at) values ($1, $2, $3, $4)
     on conflict (approval_id, kind) do update set due_at = excluded.due_at`,
    [tx.tenantId, approvalId, kind, at],
  )
}

const DueRow = z.object({ tenant_id: z.string(), approval_id: z.string(), kind: DueKind })
export type DueRow = z.infer<typeof DueRow>

const DUE = dueRows({
  table: 'approval_due',
  columns: 'q.tenant_id, q.approval_id, q.kind',
  where: 'q.due_at <= $1',
  order: 'due_at',
})

/** What has come due, fairly between tenants, each tenant's longest waiting first. */
export function dueNow(tx: Tx, now: Date): Promise<DueRow[]> {
  return tx.rows(DueRow, DUE, [now, BATCH])
}

/** Takes one off the queue; false when another process took it or it was postponed. */
export async function takeDue(tx: TenantTx, approvalId: string, kind: DueKind, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `delete from caseloom.approval_due
      where tenant_id = $1 and approval_id = $2 and kind = $3 and due_at <= $4 returning 1`,
    [tx.tenantId, approvalId, kind, now],
  )
  return rows.length > 0
}

/** Postpones a failed item, so that it doesn't block the others until its next attempt. */
export async function putOff(tx: Tx, { approval_id, kind }: DueRow, until: Date): Promise<void> {
  await tx.query('update caseloom.approval_due set due_at = $3 where approval_id = $1 and kind = $2', [
    approval_id,
    kind,
    until,
  ])
}

/**
 * Queues notifications of an open question; they are sent right after the commit, or by the next pass of the worker.
 */
export async function putNotes(
  tx: TenantTx,
  approvalId: string,
  kind: NoteKind,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return
  await tx.query(
    `insert into caseloom.approval_note (tenant_id, id, approval_id, person_id, kind)
     select $1, n.id, $2, n.person_id, $3 from unnest($4::uuid[], $5::uuid[]) as n(id, person_id)`,
    [tx.tenantId, approvalId, kind, personIds.map(() => newId()), personIds],
  )
  tx.announce({ topic: 'internal', name: 'approval.notes', payload: {} })
}

const TakenNote = z.object({
  person_id: z.string(),
  kind: NoteKind,
  approval_id: z.string(),
  tenant_id: z.string(),
  title: z.string(),
  asks: z.enum(['approve', 'form']),
  playbook: z.string(),
})
export type TakenNote = z.infer<typeof TakenNote>

/** Claims notes of open questions for telling them in this transaction. */
export function takeNotes(tx: Tx): Promise<TakenNote[]> {
  return tx.rows(
    TakenNote,
    `with taken as (
       delete from caseloom.approval_note where id in (
         select id from caseloom.approval_note q where ${isAtWork('q')} order by id limit ${BATCH}
            for update skip locked) returning *)
     select t.person_id, t.kind, t.approval_id, t.tenant_id, a.title, a.kind as asks, p.title as playbook
       from taken t join caseloom.approval a on a.id = t.approval_id
       join caseloom.run r on r.id = a.run_id join caseloom.playbook p on p.id = r.playbook_id order by t.id`,
  )
}
