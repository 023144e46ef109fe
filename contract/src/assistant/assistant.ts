import { z } from 'zod'
import { Filter } from '../values/filter.ts'
import {
  AccountId,
  ChatComponentId,
  FeedbackId,
  Instant,
  MessageId,
  PlaybookId,
  RunId,
  TenantId,
} from '../kernel/ids.ts'
import { JsonObject, JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { ConfirmedStatement } from '../kernel/statements.ts'

/** Where a claim comes from; `to` is the path in the product without host. */
export const ChatSource = z.object({
  kind: z.enum([
    'help',
    'record',
    'app',
    'run',
    'component',
    'playbook',
    'report',
    'search',
    'dashboard',
    'workspace',
  ]),
  title: z.string(),
  to: z.string(),
})
export type ChatSource = z.infer<typeof ChatSource>

export const ComponentStatus = z.enum(['NotStarted', 'InProgress', 'Success', 'Failure', 'Cancelled'])
export type ComponentStatus = z.infer<typeof ComponentStatus>

/** A component that an answer offers; it runs only by the user's own press. */
export const ComponentToExecute = z.object({
  id: ChatComponentId,
  playbookId: PlaybookId,
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** JSON Schema of the inputs (`properties`). */
  inputSchema: JsonObject,
  inputValues: JsonObject,
  componentStatus: ComponentStatus,
  statusMessage: z.string(),
  showComponentDetails: z.boolean(),
  hasAnimated: z.boolean(),
  /** The press on Run asks again, with what will happen. */
  confirm: z.boolean(),
  run: z.object({ id: RunId, number: z.number().int() }).nullable(),
})
export type ComponentToExecute = z.infer<typeof ComponentToExecute>

/** A draft that an answer opens: never saved or published by the assistant. */
export const ChatDraft = z.object({
  kind: z.enum(['playbook', 'filter', 'report']),
  title: z.string(),
  /** Document of the playbook, or the search of a list. */
  value: JsonValue,
  to: z.string(),
})
export type ChatDraft = z.infer<typeof ChatDraft>

export const CHIP_KINDS = ['filter', 'text', 'sort', 'limit', 'measure', 'group', 'step', 'compare'] as const

/** How the built-in answerer read a question: a query that lists and figures take, and the words that it could not use. */
export const Understood = z.object({
  /** `alert`, or `$run`, `$task`, `$approval`, `$playbook` for what is no app. */
  subject: z.object({ key: z.string(), name: z.string(), to: z.string() }),
  /** One part of the query each; `filter` is the condition of a filter, `value` what else the list's address takes. */
  chips: z.array(
    z.object({
      kind: z.enum(CHIP_KINDS),
      text: z.string(),
      filter: Filter.nullable(),
      value: z.string().nullable(),
    }),
  ),
  /** Words of the question that nothing was made of; with any of them nothing was answered. */
  unknown: z.array(z.string()),
})
export type Understood = z.infer<typeof Understood>

export const ChatMessage = z.object({
  id: MessageId,
  role: z.enum(['user', 'assistant']),
  /** Markdown as it is shown. */
  content: z.string(),
  /** Sanitised HTML of the content. */
  detailedContent: z.string(),
  /** What Copy copies. */
  originalContent: z.string(),
  components: z.array(ComponentToExecute),
  sources: z.array(ChatSource),
  drafts: z.array(ChatDraft),
  /** Of a question about data that the built-in answerer read. */
  understood: Understood.nullable().optional(),
  feedbackReceived: z.object({ thumbUp: z.boolean(), thumbDown: z.boolean() }),
  feedbackId: FeedbackId.nullable(),
  isError: z.boolean(),
  /** Stopped by the user before it was whole. */
  stopped: z.boolean(),
  answeredBy: z
    .object({
      kind: z.enum(['builtIn', 'model']),
      name: z.string(),
      /** Why the account's model did not answer: its limit was reached, or it failed. */
      insteadOf: z.enum(['limit', 'failed']).optional(),
    })
    .nullable(),
  at: Instant,
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** What the page shows while one asks: the answer may speak of it. */
export const ChatContext = z.strictObject({
  recordId: z.string().max(60).optional(),
  appId: z.string().max(60).optional(),
  runId: z.string().max(60).optional(),
  playbookId: z.string().max(60).optional(),
  path: z.string().max(500).optional(),
})
export type ChatContext = z.infer<typeof ChatContext>

/** Events of the answer's stream (`event:` name → `data:` JSON). */
export const AskEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('begun'), question: ChatMessage, answerId: MessageId }),
  z.object({ event: z.literal('text'), delta: z.string() }),
  /** A tool is at work: `Searching records`. */
  z.object({ event: z.literal('step'), text: z.string() }),
  z.object({ event: z.literal('done'), message: ChatMessage }),
])
export type AskEvent = z.infer<typeof AskEvent>

const base = '/api/tenant/:tenantId/assistant' as const
export const getConversation = route({
  method: 'GET',
  path: `${base}/conversation`,
  summary:
    'Gets the caller’s conversation in this tenant, oldest message first, and whether an answer is in progress',
  needs: 'assistant:use',
  reply: z.object({ messages: z.array(ChatMessage), answering: MessageId.nullable() }),
  on404: 'here',
})
export const endConversation = route({
  method: 'DELETE',
  path: `${base}/conversation`,
  summary: 'Ends the conversation. Submitted feedback is retained.',
  needs: 'assistant:use',
  on404: 'here',
})
export const ask = route({
  method: 'POST',
  path: `${base}/ask`,
  summary:
    'Asks a question and returns server-sent events (AskEvent). The answer continues if the stream is interrupted.',
  needs: 'assistant:use',
  body: z.strictObject({ question: z.string().trim().min(1).max(4_000), context: ChatContext.default({}) }),
  answers: 'file',
  fails: ['assistant.busy', 'assistant.limit'],
  on404: 'here',
})
export const stopAnswer = route({
  method: 'POST',
  path: `${base}/stop`,
  summary: 'Stops the answer in progress. The partial answer is retained.',
  needs: 'assistant:use',
  on404: 'here',
})
export const runChatComponent = route({
  method: 'POST',
  path: `${base}/components/:componentId/run`,
  summary:
    'Runs an offered component as the caller. Requires `confirmed` if the component needs confirmation, and `statement` before the first run.',
  needs: 'assistant:use',
  body: z.strictObject({
    inputValues: JsonObject,
    confirmed: z.boolean().default(false),
    statement: ConfirmedStatement,
  }),
  reply: ComponentToExecute,
  fails: ['component.confirm_first', 'statement.confirm_first', 'inputs.invalid', 'assistant.component_over'],
  on404: 'here',
})
export const cancelChatComponent = route({
  method: 'POST',
  path: `${base}/components/:componentId/cancel`,
  summary: 'Dismisses an offered component',
  needs: 'assistant:use',
  reply: ComponentToExecute,
  fails: ['assistant.component_over'],
  on404: 'here',
})

export const FEEDBACK_REASONS = ['wrong', 'outOfDate', 'missedSomething', 'notMyQuestion'] as const
export const FeedbackReason = z.enum(FEEDBACK_REASONS)
export const FeedbackView = z.object({
  id: FeedbackId,
  messageId: MessageId,
  thumbUp: z.boolean(),
  thumbDown: z.boolean(),
  reason: FeedbackReason.nullable(),
  feedbackMessage: z.string().max(250).nullable(),
  includePrompt: z.boolean(),
  /** Question and answer, when the user let them be included. */
  prompt: z.string().nullable(),
  answer: z.string().nullable(),
  accountId: AccountId,
  tenantId: TenantId,
  /** The user's email address. */
  userId: z.string(),
  timestamp: Instant,
})
export type FeedbackView = z.infer<typeof FeedbackView>
export const submitFeedback = route({
  method: 'POST',
  path: `${base}/feedback`,
  summary: 'Rates an answer, unless it has already been rated',
  needs: 'assistant:use',
  body: z
    .strictObject({ messageId: MessageId, thumbUp: z.boolean(), thumbDown: z.boolean() })
    .refine((body) => body.thumbUp !== body.thumbDown, 'must have exactly one thumb'),
  reply: FeedbackView,
  status: 201,
  fails: ['assistant.feedback_given'],
  on404: 'here',
})
export const updateFeedback = route({
  method: 'PUT',
  path: `${base}/feedback/:feedbackId`,
  summary: 'Updates the caller’s feedback: reason, message, and whether to include the question and answer',
  needs: 'assistant:use',
  body: z.strictObject({
    reason: FeedbackReason.nullable(),
    feedbackMessage: z.string().trim().max(250).nullable(),
    includePrompt: z.boolean().default(true),
  }),
  reply: FeedbackView,
  on404: 'here',
})

const admin = '/tenant/account/:accountId/assistant' as const
const FeedbackQuery = z.strictObject({
  tenantId: TenantId.optional(),
  thumb: z.enum(['up', 'down']).optional(),
  reason: FeedbackReason.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type FeedbackQuery = z.infer<typeof FeedbackQuery>
export const listFeedback = route({
  method: 'GET',
  path: `${admin}/feedback`,
  summary: 'Lists the feedback of the account, newest first',
  needs: 'account:admin',
  query: PageQuery.extend(FeedbackQuery.shape),
  reply: pageOf(FeedbackView),
  on404: 'here',
})
export const exportFeedback = route({
  method: 'GET',
  path: `${admin}/feedback/export`,
  summary: 'Exports the feedback of the account as CSV',
  needs: 'account:admin',
  query: FeedbackQuery,
  answers: 'file',
  on404: 'here',
})
