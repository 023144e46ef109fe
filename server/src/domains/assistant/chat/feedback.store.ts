import { z } from 'zod'
import { FeedbackView, type FeedbackQuery } from '@caseloom/contract/assistant/assistant'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'

const AnswerPromptRow = z.object({ answer: z.string(), prompt: z.string().nullable() })

const FeedbackRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  account_id: z.string(),
  user_email: z.string(),
  message_id: z.string(),
  thumb_up: z.boolean(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  include_prompt: z.boolean(),
  prompt: z.string().nullable(),
  answer: z.string().nullable(),
  at: z.date(),
})
type FeedbackRow = z.infer<typeof FeedbackRow>

const COLUMNS = `id, tenant_id, account_id, user_email, message_id, thumb_up, reason, message, include_prompt, prompt,
  answer, at`

/** What is stored of question and answer until the user decides whether to send them along. */
export interface Talk {
  prompt: string
  answer: string
}

/** The question and answer of a message in the user's own conversation; null for anyone else's. */
export async function talkOf(tx: TenantTx, userId: string, messageId: string): Promise<Talk | null> {
  const rows = await tx.rows(
    AnswerPromptRow,
    `select m.body ->> 'originalContent' as answer,
            (select q.body ->> 'originalContent' from caseloom.chat_message q
              where q.tenant_id = m.tenant_id and q.user_id = m.user_id and q.role = 'user' and q.id < m.id
              order by q.id desc limit 1) as prompt
       from caseloom.chat_message m
      where m.tenant_id = $1 and m.user_id = $2 and m.id = $3 and m.role = 'assistant'`,
    [tx.tenantId, userId, messageId],
  )
  const [row] = rows
  return row === undefined ? null : { answer: row.answer, prompt: row.prompt ?? '' }
}

/** Sets a thumb; null when the answer has one already. */
export async function addFeedback(
  tx: TenantTx,
  feedback: { id: string; userId: string; email: string; messageId: string; thumbUp: boolean; talk: Talk },
): Promise<FeedbackView | null> {
  const rows = await tx.rows(
    FeedbackRow,
    `insert into caseloom.chat_feedback (id, tenant_id, account_id, user_id, user_email, message_id, thumb_up,
                                         include_prompt, prompt, answer, at)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9, $10)
     on conflict (tenant_id, message_id) do nothing returning ${COLUMNS}`,
    [
      feedback.id,
      tx.tenantId,
      tx.accountId,
      feedback.userId,
      feedback.email,
      feedback.messageId,
      feedback.thumbUp,
      feedback.talk.prompt,
      feedback.talk.answer,
      tx.now,
    ],
  )
  return rows[0] === undefined ? null : feedbackView(rows[0])
}

/**
 * Details that the user adds to their rating; null when it is not theirs. Without the prompt, none of the conversation
 * is stored.
 */
export async function saveFeedback(
  tx: TenantTx,
  userId: string,
  more: { id: string; reason: string | null; message: string | null; includePrompt: boolean },
): Promise<FeedbackView | null> {
  const rows = await tx.rows(
    FeedbackRow,
    `update caseloom.chat_feedback set reason = $4, message = $5, include_prompt = $6,
            prompt = case when $6 then prompt end, answer = case when $6 then answer end
      where tenant_id = $1 and user_id = $2 and id = $3 returning ${COLUMNS}`,
    [tx.tenantId, userId, more.id, more.reason, more.message, more.includePrompt],
  )
  return rows[0] === undefined ? null : feedbackView(rows[0])
}

/** Feedback of an account, newest first, below an id. */
export async function feedbackOf(
  tx: Tx,
  accountId: string,
  filter: FeedbackQuery,
  page: { before: string | null; limit: number },
): Promise<FeedbackView[]> {
  const rows = await tx.rows(
    FeedbackRow,
    `select ${COLUMNS} from caseloom.chat_feedback
      where account_id = $1 and ($2::uuid is null or tenant_id = $2) and ($3::boolean is null or thumb_up = $3)
        and ($4::text is null or reason = $4) and id >= $5::uuid and ($6::uuid is null or id < $6)
        and ($7::uuid is null or id < $7)
      order by id desc limit $8`,
    [
      accountId,
      filter.tenantId ?? null,
      filter.thumb === undefined ? null : filter.thumb === 'up',
      filter.reason ?? null,
      firstIdAt(filter.from === undefined ? 0 : Date.parse(filter.from)),
      filter.to === undefined ? null : firstIdAt(Date.parse(filter.to)),
      page.before,
      page.limit,
    ],
  )
  return rows.map(feedbackView)
}

function feedbackView(row: FeedbackRow): FeedbackView {
  return FeedbackView.parse({
    id: row.id,
    messageId: row.message_id,
    thumbUp: row.thumb_up,
    thumbDown: !row.thumb_up,
    reason: row.reason,
    feedbackMessage: row.message,
    includePrompt: row.include_prompt,
    prompt: row.prompt,
    answer: row.answer,
    accountId: row.account_id,
    tenantId: row.tenant_id,
    userId: row.user_email,
    timestamp: row.at.toISOString(),
  })
}
