import { z } from 'zod'
import { Verdict } from '@caseloom/contract/automation/approvals'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { ApprovalRow } from './approval.store.ts'
import type { Facts } from './approval.rules.ts'
import type { CallPlace } from '../runs/call-chain.store.ts'

const AnswerRow = z.object({
  user_id: z.string().nullable(),
  name: z.string(),
  verdict: Verdict.nullable(),
  comment: z.string().nullable(),
  given: JsonObjectColumn.nullable(),
  delegated_from: z.string().nullable(),
  delegated_from_name: z.string().nullable(),
  at: z.date(),
})
export type AnswerRow = z.infer<typeof AnswerRow>

export interface NewAnswer extends Omit<AnswerRow, 'at'> {
  approvalId: string
  questionHash: string
  via: 'session' | 'link'
}

/** Keeps an answer for good; the same person's second one is refused by the table. */
export async function insertAnswer(tx: TenantTx, answer: NewAnswer): Promise<void> {
  await tx.query(
    `insert into caseloom.approval_answer (tenant_id, id, approval_id, user_id, name, verdict, comment, given,
                                           question_hash, via, delegated_from, delegated_from_name, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      newId(),
      answer.approvalId,
      answer.user_id,
      answer.name,
      answer.verdict,
      answer.comment,
      answer.given === null ? null : JSON.stringify(answer.given),
      answer.questionHash,
      answer.via,
      answer.delegated_from,
      answer.delegated_from_name,
      tx.now,
    ],
  )
}

export function answersOf(tx: TenantTx, approvalId: string): Promise<AnswerRow[]> {
  return tx.rows(
    AnswerRow,
    `select user_id, name, verdict, comment, given, delegated_from, delegated_from_name, at
       from caseloom.approval_answer where tenant_id = $1 and approval_id = $2 order by at, id`,
    [tx.tenantId, approvalId],
    'people-answers',
  )
}

export const DelegationRow = z.object({
  from_user: z.string(),
  from_name: z.string(),
  to_user: z.string(),
  to_name: z.string(),
  at: z.date(),
})
export type DelegationRow = z.infer<typeof DelegationRow>

export function delegationsOf(tx: TenantTx, approvalId: string): Promise<DelegationRow[]> {
  return tx.rows(
    DelegationRow,
    `select from_user, from_name, to_user, to_name, at from caseloom.approval_delegation
      where tenant_id = $1 and approval_id = $2 order by at, from_user`,
    [tx.tenantId, approvalId],
    'people-delegations',
  )
}

export async function insertDelegation(
  tx: TenantTx,
  approvalId: string,
  { from_user, from_name, to_user, to_name }: Omit<DelegationRow, 'at'>,
): Promise<void> {
  await tx.query(
    `insert into caseloom.approval_delegation (tenant_id, approval_id, from_user, from_name, to_user, to_name, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, approvalId, from_user, from_name, to_user, to_name, tx.now],
  )
}

/** A person, or null beside an answer that no one delegated. */
const PreviousRow = z.object({ id: z.string().nullable() })

/**
 * Who answered an approval of the same run, or of one that belongs to it by calls, at another step, themselves or
 * through a delegate. The same step asked again, after a failure, is the same decision.
 */
export async function previousOf(tx: TenantTx, { root, place }: CallPlace): Promise<Set<string>> {
  const rows = await tx.rows(
    PreviousRow,
    `select unnest(array[x.user_id, x.delegated_from]) as id
       from caseloom.approval a join caseloom.approval_answer x on x.approval_id = a.id
      where a.tenant_id = $1 and a.root_run = $2 and a.kind = 'approve' and a.place <> $3`,
    [tx.tenantId, root, place],
  )
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))
}

/** What decides whether someone can answer, apart from the question itself. */
export async function factsOf(tx: TenantTx, row: ApprovalRow): Promise<Facts> {
  const answers = await answersOf(tx, row.id)
  const delegations = await delegationsOf(tx, row.id)
  return {
    // An expired question is closed even before the ticker has processed it.
    open: row.state === 'open' && (row.expires_at === null || row.expires_at.getTime() > tx.now.getTime()),
    answers: answers.map((one) => ({
      userId: one.user_id,
      verdict: one.verdict,
      delegatedFrom: one.delegated_from,
    })),
    delegations: delegations.map(({ from_user, to_user }) => ({ from: from_user, to: to_user })),
    previous: row.previous_excluded
      ? await previousOf(tx, { root: row.root_run, place: row.place })
      : new Set(),
  }
}
