import type { FeedbackQuery, FeedbackView } from '@caseloom/contract/assistant/assistant'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { stringify } from 'csv-stringify'
import { Readable } from 'node:stream'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { AssistantDeps } from '../asking/assistant-deps.ts'
import { addFeedback, feedbackOf, saveFeedback, talkOf } from './feedback.store.ts'
import { asker } from '../asking/flags-gate.ts'

/** Sets a thumb for an answer of the user's own conversation. Throws assistant.feedback_given, resource.not_found. */
export async function giveFeedback(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  given: { messageId: string; thumbUp: boolean },
): Promise<FeedbackView> {
  const userId = await asker(deps, scope, actor)
  const email = actor.personId === null ? '' : await deps.emailOf(actor.personId)
  return scope.tx(async (tx) => {
    const talk = await talkOf(tx, userId, given.messageId)
    if (talk === null) throw fail('resource.not_found')
    const feedback = await addFeedback(tx, { ...given, id: newId(), userId, email, talk })
    if (feedback === null) throw fail('assistant.feedback_given')
    return feedback
  })
}

export interface MoreFeedback {
  feedbackId: string
  reason: FeedbackView['reason']
  feedbackMessage: string | null
  includePrompt: boolean
}

/** Says more of a thumb that the user gave. Throws resource.not_found. */
export async function completeFeedback(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  { feedbackId: id, reason, feedbackMessage, includePrompt }: MoreFeedback,
): Promise<FeedbackView> {
  const userId = await asker(deps, scope, actor)
  const message = feedbackMessage === '' ? null : feedbackMessage
  const saved = await scope.tx((tx) => saveFeedback(tx, userId, { id, reason, message, includePrompt }))
  if (saved === null) throw fail('resource.not_found')
  return saved
}

/** A page of the account's feedback, newest first. */
export async function listFeedback(
  system: SystemScope,
  accountId: string,
  query: FeedbackQuery & { limit: number; cursor?: string | undefined },
): Promise<{ items: FeedbackView[]; next: string | null }> {
  const { limit, cursor = null, ...filter } = query
  const rows = await system.read((tx) =>
    feedbackOf(tx, accountId, filter, { before: cursor, limit: limit + 1 }),
  )
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const PAGE = 500
const HEADER = [
  'timestamp',
  'userId',
  'tenantId',
  'thumb',
  'reason',
  'feedbackMessage',
  'prompt',
  'answer',
] as const
/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** The same as CSV, read as it is sent. */
export function exportFeedback(system: SystemScope, accountId: string, filter: FeedbackQuery): FileAnswer {
  const day = new Date().toISOString().slice(0, 10)
  const rows = Readable.from(csvRows(system, accountId, filter))
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `hero-ai-feedback-${day}.csv`,
    content: rows.compose(stringify({ bom: true })) as Readable, // compose is typed wider than what it gives
  }
}

async function* csvRows(
  system: SystemScope,
  accountId: string,
  filter: FeedbackQuery,
): AsyncGenerator<string[]> {
  yield [...HEADER]
  let before: string | null = null
  for (;;) {
    const rows: FeedbackView[] = await system.read((tx) =>
      feedbackOf(tx, accountId, filter, { before, limit: PAGE }),
    )
    for (const row of rows) yield cellsOf(row)
    before = rows.at(-1)?.id ?? null
    if (rows.length < PAGE) return
  }
}

function cellsOf(row: FeedbackView): string[] {
  const { timestamp, userId, tenantId, thumbUp, reason, feedbackMessage, prompt, answer } = row
  const cells = [
    timestamp,
    userId,
    tenantId,
    thumbUp ? 'up' : 'down',
    reason,
    feedbackMessage,
    prompt,
    answer,
  ]
  return cells.map((cell) => (cell === null ? '' : FORMULA.test(cell) ? `'${cell}` : cell))
}
