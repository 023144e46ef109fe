import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { AnswerWait, WaitAnswer } from '../waits/waits.ts'
import { type AnswerRow, answersOf } from './answer.store.ts'
import { announceApproval } from './approval.events.ts'
import { type ApprovalRow, endApproval } from './approval.store.ts'

/**
 * Closes a question and resumes its run, both or neither: if the run no longer waits (it is being canceled, or it
 * abandoned the question), the transaction is rolled back with approval.over.
 */
export async function decideApproval(
  tx: TenantTx,
  answer: AnswerWait,
  decision: { row: ApprovalRow; state: 'approved' | 'refused' | 'answered' | 'expired'; reply: WaitAnswer },
): Promise<void> {
  const { row, state, reply } = decision
  if (!(await endApproval(tx, row.id, state))) throw fail('approval.over')
  if (!(await answer(tx, row.id, reply))) throw fail('approval.over')
  announceApproval(tx, row)
}

/** What the step of an approval hands on. */
export async function approvalOutput(
  tx: TenantTx,
  row: ApprovalRow,
  decision: 'approved' | 'rejected',
): Promise<WaitAnswer> {
  const answers = await answersOf(tx, row.id)
  const output: JsonValue = {
    decision,
    approved: decision === 'approved',
    answers: answers.map(plain),
    decidedAt: tx.now.toISOString(),
  }
  return { ok: true, output }
}

function plain(answer: AnswerRow): JsonValue {
  return {
    by: { id: answer.user_id, name: answer.name },
    decision: answer.verdict === 'approved' ? 'approved' : 'rejected',
    comment: answer.comment,
    at: answer.at.toISOString(),
    ...(answer.delegated_from === null
      ? {}
      : { delegatedFrom: { id: answer.delegated_from, name: answer.delegated_from_name } }),
  }
}
