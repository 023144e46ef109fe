import { z } from 'zod'
import {
  ChatMessage,
  ComponentStatus,
  type ComponentToExecute,
  type ChatSource,
  type ChatDraft,
} from '@caseloom/contract/assistant/assistant'
import { ChatComponentId, PlaybookId, RunId } from '@caseloom/contract/kernel/ids'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import type { Offer } from '../asking/answerer.ts'

const StopWantedRow = z.object({ stop_wanted: z.boolean() })

const TenantIdUserIdRow = z.object({ tenant_id: z.string(), user_id: z.string() })

/** What a message says, beside its id, author and time. */
export interface StoredBody {
  content: string
  detailedContent: string
  originalContent: string
  sources: ChatSource[]
  drafts: ChatDraft[]
  isError: boolean
  stopped: boolean
  answeredBy: ChatMessage['answeredBy']
  understood?: ChatMessage['understood']
}

export const ChatRow = z.object({
  answering: z.string().nullable(),
  answering_until: z.date().nullable(),
  stop_wanted: z.boolean(),
})
export type ChatRow = z.infer<typeof ChatRow>

/** The user's conversation, made when there is none, locked against another question. */
export async function lockChat(tx: TenantTx, userId: string): Promise<ChatRow> {
  await tx.query(
    `insert into caseloom.chat (tenant_id, user_id, updated_at) values ($1, $2, $3) on conflict do nothing`,
    [tx.tenantId, userId, tx.now],
  )
  const [row] = await tx.rows(
    ChatRow,
    `select answering, answering_until, stop_wanted from caseloom.chat
      where tenant_id = $1 and user_id = $2 for update`,
    [tx.tenantId, userId],
  )
  if (row === undefined) throw new Error('A conversation that was just created is missing')
  return row
}

export async function readChat(tx: TenantTx, userId: string): Promise<ChatRow | null> {
  const [row] = await tx.rows(
    ChatRow,
    `select answering, answering_until, stop_wanted from caseloom.chat where tenant_id = $1 and user_id = $2`,
    [tx.tenantId, userId],
  )
  return row ?? null
}

/** Says which answer is under way and until when this process keeps it; null when there is none any more. */
export async function keepAnswering(
  tx: TenantTx,
  userId: string,
  answer: { id: string; until: Date } | null,
): Promise<void> {
  await tx.query(
    `update caseloom.chat set answering = $3, answering_until = $4, stop_wanted = false, updated_at = $5
      where tenant_id = $1 and user_id = $2`,
    [tx.tenantId, userId, answer?.id ?? null, answer?.until ?? null, tx.now],
  )
}

/** Renews the lease of an answer and returns whether to continue: it may have been stopped or lost. */
export async function prolong(
  tx: TenantTx,
  userId: string,
  answer: { id: string; until: Date },
): Promise<'on' | 'stop' | 'lost'> {
  const [row] = await tx.rows(
    StopWantedRow,
    `update caseloom.chat set answering_until = $4 where tenant_id = $1 and user_id = $2 and answering = $3
      returning stop_wanted`,
    [tx.tenantId, userId, answer.id, answer.until],
  )
  if (row === undefined) return 'lost'
  return row.stop_wanted ? 'stop' : 'on'
}

/** Asks the process at work to stop; false when nothing is under way. */
export async function wantStop(tx: TenantTx, userId: string): Promise<boolean> {
  const rows = await tx.query(
    `update caseloom.chat set stop_wanted = true
      where tenant_id = $1 and user_id = $2 and answering is not null returning 1`,
    [tx.tenantId, userId],
  )
  return rows.length > 0
}

export async function addMessage(
  tx: TenantTx,
  userId: string,
  message: { id: string; role: ChatMessage['role']; body: StoredBody },
): Promise<void> {
  await tx.query(
    `insert into caseloom.chat_message (id, tenant_id, user_id, role, body, at) values ($1, $2, $3, $4, $5, $6)`,
    [message.id, tx.tenantId, userId, message.role, JSON.stringify(message.body), tx.now],
  )
}

export async function addOffers(
  tx: TenantTx,
  userId: string,
  offered: { messageId: string; offers: readonly (Offer & { id: string })[] },
): Promise<void> {
  for (const [place, { id, inputValues, ...offer }] of offered.offers.entries())
    await tx.query(
      `insert into caseloom.chat_component (id, tenant_id, user_id, message_id, place, playbook_id, offered,
                                            input_values, status, status_message)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'NotStarted', '')`,
      [
        id,
        tx.tenantId,
        userId,
        offered.messageId,
        place,
        offer.playbookId,
        JSON.stringify(offer),
        JSON.stringify(inputValues),
      ],
    )
}

const MessageRow = z.object({
  id: z.string(),
  role: z.string(),
  body: JsonObjectColumn,
  at: z.date(),
  feedback_id: z.string().nullable(),
  thumb_up: z.boolean().nullable(),
})
type MessageRow = z.infer<typeof MessageRow>

const MESSAGES = `select m.id, m.role, m.body, m.at, f.id as feedback_id, f.thumb_up
  from caseloom.chat_message m
  left join caseloom.chat_feedback f on f.tenant_id = m.tenant_id and f.message_id = m.id
 where m.tenant_id = $1 and m.user_id = $2`

/** The newest messages of the user's conversation, oldest first. */
export async function messagesOf(tx: TenantTx, userId: string, most: number): Promise<ChatMessage[]> {
  const rows = await tx.rows(
    MessageRow,
    `select * from (${MESSAGES} order by m.id desc limit $3) newest order by id`,
    [tx.tenantId, userId, most],
  )
  const components = await componentsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => messageView(row, components.get(row.id) ?? []))
}

function messageView(row: MessageRow, components: ComponentToExecute[]): ChatMessage {
  return ChatMessage.parse({
    ...row.body,
    id: row.id,
    role: row.role,
    components,
    feedbackReceived: { thumbUp: row.thumb_up === true, thumbDown: row.thumb_up === false },
    feedbackId: row.feedback_id,
    at: row.at.toISOString(),
  })
}

const ComponentRow = z.object({
  id: z.string(),
  message_id: z.string(),
  playbook_id: z.string(),
  offered: z.object({
    version: z.number(),
    title: z.string(),
    description: z.string(),
    inputSchema: JsonObjectColumn,
    confirm: z.boolean(),
  }),
  input_values: JsonObjectColumn,
  status: ComponentStatus,
  status_message: z.string(),
  run_id: z.string().nullable(),
  run_number: z.string().nullable(),
  claimed_at: z.date().nullable(),
})
type ComponentRow = z.infer<typeof ComponentRow>

const COMPONENTS = `select id, message_id, playbook_id, offered, input_values, status, status_message, run_id,
  run_number, claimed_at from caseloom.chat_component where tenant_id = $1`

async function componentsOf(
  tx: TenantTx,
  messageIds: readonly string[],
): Promise<Map<string, ComponentToExecute[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await tx.rows(
    ComponentRow,
    `${COMPONENTS} and message_id = any($2::uuid[]) order by message_id, place`,
    [tx.tenantId, messageIds],
  )
  const byMessage = Map.groupBy(rows, (row) => row.message_id)
  return new Map([...byMessage].map(([id, own]) => [id, own.map(componentView)]))
}

/** Locks a component offered in the user's own conversation; null for anyone else's. */
export async function lockComponent(
  tx: TenantTx,
  userId: string,
  id: string,
): Promise<ComponentToExecute | null> {
  const rows = await tx.rows(ComponentRow, `${COMPONENTS} and user_id = $2 and id = $3 for update`, [
    tx.tenantId,
    userId,
    id,
  ])
  return rows[0] === undefined ? null : componentView(rows[0])
}

/** So long a press on Run takes at most until its run is known. */
const CLAIM_MS = 60_000
const LOST = 'Unknown whether the run started. Check the playbook’s runs.'

function componentView(row: ComponentRow): ComponentToExecute {
  const { version, title, description, inputSchema, confirm } = row.offered
  // Its process died between the press and the run, so it's unknown whether the run started.
  const isLost = row.claimed_at !== null && Date.now() - row.claimed_at.getTime() > CLAIM_MS
  const status = isLost ? 'Failure' : row.status
  return {
    id: ChatComponentId.parse(row.id),
    playbookId: PlaybookId.parse(row.playbook_id),
    version,
    title,
    description,
    inputSchema,
    inputValues: row.input_values,
    componentStatus: status,
    statusMessage: isLost ? LOST : row.status_message,
    showComponentDetails: false,
    // A page that is reopened shows the outcome without the animation.
    hasAnimated: status === 'Success' || status === 'Failure',
    confirm,
    run:
      row.run_id === null || row.run_number === null
        ? null
        : { id: RunId.parse(row.run_id), number: Number(row.run_number) },
  }
}

export async function saveComponent(tx: TenantTx, component: ComponentToExecute): Promise<void> {
  await tx.query(
    `update caseloom.chat_component set input_values = $3, status = $4, status_message = $5, run_id = $6, run_number = $7,
            claimed_at = case when $4 = 'InProgress' and $6::uuid is null then $8::timestamptz end
      where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      component.id,
      JSON.stringify(component.inputValues),
      component.componentStatus,
      component.statusMessage,
      component.run?.id ?? null,
      component.run?.number ?? null,
      tx.now,
    ],
  )
}

/** Deletes the user's conversation. Feedback on its answers is retained. */
export async function forgetChat(tx: TenantTx, userId: string): Promise<void> {
  await tx.query('delete from caseloom.chat_message where tenant_id = $1 and user_id = $2', [
    tx.tenantId,
    userId,
  ])
  await tx.query('delete from caseloom.chat where tenant_id = $1 and user_id = $2', [tx.tenantId, userId])
}

/** Deletes one batch of conversations without activity since `before`; returns how many. */
export async function forgetOldChats(tx: Tx, before: Date, most: number): Promise<number> {
  const rows = await tx.rows(
    TenantIdUserIdRow,
    `delete from caseloom.chat where (tenant_id, user_id) in (
       select tenant_id, user_id from caseloom.chat where updated_at < $1 order by updated_at limit $2)
     returning tenant_id, user_id`,
    [before, most],
  )
  if (rows.length > 0)
    await tx.query(
      `delete from caseloom.chat_message m using unnest($1::uuid[], $2::uuid[]) as gone(tenant_id, user_id)
        where m.tenant_id = gone.tenant_id and m.user_id = gone.user_id`,
      [rows.map((row) => row.tenant_id), rows.map((row) => row.user_id)],
    )
  return rows.length
}
