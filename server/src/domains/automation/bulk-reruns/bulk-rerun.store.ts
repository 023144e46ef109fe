import { z } from 'zod'
import { RerunVersion } from '@caseloom/contract/automation/run-control'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'

const IdTenantIdRow = z.object({ id: z.string(), tenant_id: z.string() })

const BulkRerunRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  playbook_id: z.string(),
  title: z.string(),
  state: z.enum(['running', 'done', 'stopped']),
  run_ids: z.array(z.string()),
  done: z.number(),
  started: z.number(),
  repeated: z.number(),
  forbidden: z.number(),
  actor_id: z.string(),
  actor_name: z.string(),
  permissions: z.array(z.string()).nullable(),
  run_with: RerunVersion,
  ip: z.string().nullable(),
  created_at: z.date(),
  ended_at: z.date().nullable(),
})
export type BulkRerunRow = z.infer<typeof BulkRerunRow>

const COLUMNS = `n.id, n.tenant_id, n.playbook_id, p.title, n.state, n.run_ids, n.done, n.started, n.repeated, n.forbidden,
  n.actor_id, n.actor_name, n.permissions, n.run_with, n.ip, n.created_at, n.ended_at`

export type NewBulkRerun = Pick<
  BulkRerunRow,
  'id' | 'playbook_id' | 'state' | 'run_ids' | 'actor_id' | 'actor_name' | 'permissions' | 'run_with' | 'ip'
>

export async function insertBulkRerun(tx: TenantTx, row: NewBulkRerun): Promise<void> {
  await tx.query(
    `insert into caseloom.run_repetition (id, tenant_id, playbook_id, state, run_ids, actor_id, actor_name, permissions, ip,
                                          created_at, due_at, ended_at, run_with)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, case when $4 <> 'running' then $10::timestamptz end, $11)`,
    [
      row.id,
      tx.tenantId,
      row.playbook_id,
      row.state,
      row.run_ids,
      row.actor_id,
      row.actor_name,
      row.permissions,
      row.ip,
      tx.now,
      row.run_with,
    ],
  )
}

/** One bulk rerun, locked until the transaction ends with `lock`; null when there is none. */
export async function bulkRerunById(tx: TenantTx, id: string, lock = false): Promise<BulkRerunRow | null> {
  const rows = await tx.rows(
    BulkRerunRow,
    `select ${COLUMNS} from caseloom.run_repetition n join caseloom.playbook p on p.id = n.playbook_id
      where n.tenant_id = $1 and n.id = $2 ${lock ? 'for update of n' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

/** Claims the oldest bulk rerun; it becomes available again when its worker stops renewing the claim. */
export async function claimBulkRerun(tx: Tx): Promise<{ id: string; tenant_id: string } | null> {
  const rows = await tx.rows(
    IdTenantIdRow,
    `update caseloom.run_repetition set due_at = clock_timestamp() + interval '20 seconds'
      where id = (select id from caseloom.run_repetition q
                   where state = 'running' and due_at <= clock_timestamp() and ${isAtWork('q')}
                   order by due_at limit 1 for update skip locked)
     returning id, tenant_id`,
    [],
    'automation-claim-repetition',
  )
  return rows[0] ?? null
}

/** What became of one batch; the next one is due at `dueAt`. */
export interface BulkRerunStep {
  id: string
  state: BulkRerunRow['state']
  done: number
  started: number
  repeated: number
  forbidden: number
  dueAt: Date
}

export async function saveBulkRerunStep(tx: TenantTx, step: BulkRerunStep): Promise<void> {
  await tx.query(
    `update caseloom.run_repetition
        set state = $3, done = $4, started = started + $5, repeated = repeated + $6, forbidden = forbidden + $7,
            due_at = $8, ended_at = case when $3 <> 'running' then $9::timestamptz end
      where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      step.id,
      step.state,
      step.done,
      step.started,
      step.repeated,
      step.forbidden,
      step.dueAt,
      tx.now,
    ],
  )
}

export async function postponeBulkRerun(tx: Tx, id: string, ms: number): Promise<void> {
  await tx.query(
    `update caseloom.run_repetition set due_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1`,
    [id, ms],
  )
}

export async function deleteBulkRerun(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from caseloom.run_repetition where id = $1', [id])
}

/** Whether the run has already been rerun, in full or from a step. */
export async function isRerun(tx: TenantTx, runId: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from caseloom.run where tenant_id = $1 and rerun_of = $2 and not test limit 1',
    [tx.tenantId, runId],
    'automation-is-repeated',
  )
  return rows.length > 0
}
