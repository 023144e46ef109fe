import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { newId } from '../../../platform/uuid.ts'
import { Outcome } from '../run-model/run-entry.ts'

const EngineKeyRow = z.object({ engine_key: z.string() })

export interface NewWait {
  runId: string
  /** `<path>~<attempt>` */
  commandId: string
  path: string
  action: string
  /** Where the engine takes the answer. */
  engineKey: string
}

const StateRow = z.object({ state: z.enum(['open', 'answered', 'closed']) })

/** What is known of its answer; the outcome is read only of a question that has one. */
const AnsweredRow = StateRow.extend({ answer: z.unknown(), answered_at: z.date().nullable() })

const RegisteredRow = AnsweredRow.extend({ id: z.string() })

export interface OpenWait {
  id: string
  state: z.infer<typeof StateRow>['state']
  /** Present when it was answered before. */
  answer: { at: number; outcome: Outcome } | null
}

/** The row of a question: made by its first opening, found by every repetition, which brings another engine key. */
export async function registerWait(tx: TenantTx, wait: NewWait): Promise<OpenWait> {
  const [row] = await tx.rows(
    RegisteredRow,
    `insert into caseloom.run_wait (id, tenant_id, run_id, command_id, path, action, engine_key, state, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8)
     on conflict (run_id, command_id) do update set engine_key = excluded.engine_key
     returning id, state, answer, answered_at`,
    [
      newId(),
      tx.tenantId,
      wait.runId,
      wait.commandId,
      wait.path,
      wait.action,
      wait.engineKey,
      new Date(tx.now),
    ],
    'automation-register-wait',
  )
  if (row === undefined) throw new Error('Failed to save a wait')
  const { id, state, answer, answered_at: at } = row
  if (state !== 'answered' || at === null) return { id, state, answer: null }
  return { id, state, answer: { at: at.getTime(), outcome: Outcome.parse(answer) } }
}

/** A run that was woken, and where the engine wakes it next. */
export interface Woken {
  runId: string
  commandId: string
  engineKey: string
}

/** The stored answer to a question of a run; while there is none, its next wake uses the new key. */
export async function hearAnswer(
  tx: TenantTx,
  { runId, commandId, engineKey }: Woken,
): Promise<OpenWait['answer']> {
  const [row] = await tx.rows(
    AnsweredRow,
    `update caseloom.run_wait set engine_key = $4
      where tenant_id = $1 and run_id = $2 and command_id = $3
     returning state, answer, answered_at`,
    [tx.tenantId, runId, commandId, engineKey],
    'automation-hear-answer',
  )
  if (row?.state !== 'answered' || row.answered_at === null) return null
  return { at: row.answered_at.getTime(), outcome: Outcome.parse(row.answer) }
}

export async function waitState(tx: TenantTx, waitId: string): Promise<OpenWait['state'] | null> {
  const [row] = await tx.rows(
    StateRow,
    'select state from caseloom.run_wait where tenant_id = $1 and id = $2',
    [tx.tenantId, waitId],
    'automation-wait-state',
  )
  return row?.state ?? null
}

/** Keeps the one answer; false when the wait is not open, or its run is to stop. */
export async function keepAnswer(tx: TenantTx, waitId: string, answer: Outcome): Promise<boolean> {
  const rows = await tx.query(
    `update caseloom.run_wait w set state = 'answered', answer = $3::json, answered_at = $4, due_at = $4
      where w.tenant_id = $1 and w.id = $2 and w.state = 'open'
        and not exists (select from caseloom.run_cancel c where c.run_id = w.run_id)
     returning 1`,
    [tx.tenantId, waitId, JSON.stringify(answer), new Date(tx.now)],
    'automation-keep-answer',
  )
  return rows.length > 0
}

export interface Closing {
  runId: string
  /** Null closes all that the run has open. */
  commandId: string | null
  reason: string
}

export const ClosedWait = z.object({ id: z.string(), action: z.string(), reason: z.string() })
export type ClosedWait = z.infer<typeof ClosedWait>

/** Closes waits that are still open; those that were closed by it come back. */
export function closeWaits(tx: TenantTx, closings: readonly Closing[]): Promise<ClosedWait[]> {
  return tx.rows(
    ClosedWait,
    `update caseloom.run_wait w set state = 'closed', due_at = null
       from unnest($2::uuid[], $3::text[], $4::text[]) as c(run_id, command_id, reason)
      where w.tenant_id = $1 and w.run_id = c.run_id and w.state = 'open'
        and (c.command_id is null or c.command_id = w.command_id)
     returning w.id, w.action, c.reason`,
    [
      tx.tenantId,
      closings.map((one) => one.runId),
      closings.map((one) => one.commandId),
      closings.map((one) => one.reason),
    ],
    'automation-close-waits',
  )
}

/** The runs have these answers in their history: nothing is left to bring. */
export async function settleAnswers(
  tx: TenantTx,
  heard: readonly { runId: string; commandId: string }[],
): Promise<void> {
  await tx.query(
    `update caseloom.run_wait w set due_at = null
       from unnest($2::uuid[], $3::text[]) as h(run_id, command_id)
      where w.tenant_id = $1 and w.run_id = h.run_id and w.command_id = h.command_id`,
    [tx.tenantId, heard.map((one) => one.runId), heard.map((one) => one.commandId)],
    'automation-settle-answers',
  )
}

/** Takes the keys of runs whose answer no history holds yet; each comes back until one does. */
export async function claimAnswers(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.rows(
    EngineKeyRow,
    `with due as (
       select w.id from caseloom.run_wait w where w.due_at <= now() and ${isAtWork('w')} order by w.due_at limit $1
          for update skip locked
     )
     update caseloom.run_wait w
        set attempts = w.attempts + 1,
            due_at = case when r.state in ('queued', 'running', 'waiting')
                          then now() + least(interval '60 seconds', interval '1 second' * power(2, least(w.attempts, 6)))
                     end
       from due d, caseloom.run r where w.id = d.id and r.id = w.run_id
     returning w.engine_key`,
    [limit],
    'automation-claim-answers',
  )
  return rows.map((row) => row.engine_key)
}

/** An older copy of the engine may have lost answers: once at each start, they are sent again to all open runs. */
export async function repeatAnswers(tx: Tx): Promise<void> {
  await tx.query(
    `update caseloom.run_wait w set due_at = now(), attempts = 0
       from caseloom.run r
      where r.id = w.run_id and w.state = 'answered' and r.state in ('queued', 'running', 'waiting')`,
  )
}
