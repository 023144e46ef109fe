// A question to Hero AI and its answer, from any answerer.
import type {
  ChatContext,
  ChatDraft,
  ChatMessage,
  ChatSource,
  Understood,
} from '@caseloom/contract/assistant/assistant'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'

/** Who asks, and from where; every tool acts with exactly these permissions. */
export interface Asking {
  scope: TenantScope
  actor: Actor
  /** What the page shows while they ask. */
  place: ChatContext
  /** Time zone of the asker (IANA). */
  timeZone: string
  /** For an answerer outside: what it may not even look for, though the asker may see it. */
  withheld?: Withheld | undefined
}

/** What an administrator keeps from an answerer outside: keys of apps, and fields as `app.field` or `*.field`. */
export interface Withheld {
  apps: readonly string[]
  fields: readonly string[]
}

/** A component that fits, with the inputs that could be filled in. */
export interface Offer {
  playbookId: string
  version: number
  title: string
  description: string
  inputSchema: JsonObject
  inputValues: JsonObject
  confirm: boolean
}

export interface Answer {
  /** Markdown. */
  text: string
  sources: readonly ChatSource[]
  offers: readonly Offer[]
  drafts: readonly ChatDraft[]
  answeredBy: NonNullable<ChatMessage['answeredBy']>
  /** How a question about data was read. */
  understood?: Understood | null
  /** The answerer could not do its work: shown as an error with the network banner. */
  isError?: boolean
}

/** What is streamed of an answer while it is generated. */
export type AnswerNews = { kind: 'text'; delta: string } | { kind: 'step'; text: string }

/** An earlier message; who answered it and when decide whether it may be sent to a model. */
export type Earlier = Pick<ChatMessage, 'role' | 'content'> &
  Partial<Pick<ChatMessage, 'answeredBy' | 'at' | 'isError'>>

/** Answers one question; never throws for what the other side does, but gives an answer that says so. */
export interface Answerer {
  answer(
    question: string,
    asking: Asking & {
      /** Earlier messages of the conversation, oldest first. */
      history: readonly Earlier[]
      signal: AbortSignal
      report(news: AnswerNews): void
    },
  ): Promise<Answer>
}
