import {
  AskEvent,
  ask,
  cancelChatComponent,
  type ChatContext,
  type ComponentToExecute,
  endConversation,
  type FeedbackView,
  getConversation,
  runChatComponent,
  stopAnswer,
  submitFeedback,
  updateFeedback,
} from '@caseloom/contract/assistant/assistant'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { openStream } from '../../data/files.ts'
import { keys } from '../../data/keys.ts'
import { carriedOver, type Talk } from './chat-rules.ts'
import { sseReader } from './sse.ts'

export const talkQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...keys.tenant(tenantId), 'assistant'] as const,
    queryFn: async ({ signal, client, queryKey }): Promise<Talk> => {
      const now = await call(getConversation, { params: { tenantId }, signal })
      return carriedOver(client.getQueryData<Talk>(queryKey), now)
    },
    // Errors appear in the panel and leave the page alone.
    meta: { quiet: true },
    retry: false,
  })

interface Asked {
  tenantId: string
  question: string
  context: ChatContext
  signal: AbortSignal
}

export async function* askStream({ tenantId, question, context, signal }: Asked): AsyncGenerator<AskEvent> {
  const reply = await openStream(ask, { params: { tenantId }, body: { question, context }, signal })
  if (reply.body === null) return
  const read = sseReader()
  const letters = new TextDecoder()
  const bytes = reply.body.getReader()
  for (;;) {
    const { done, value } = await bytes.read()
    if (done) return
    for (const { event, data } of read(letters.decode(value, { stream: true }))) {
      const parsed: unknown = JSON.parse(data)
      yield AskEvent.parse({ ...Object(parsed), event })
    }
  }
}

export const stopAsking = (tenantId: string) => call(stopAnswer, { params: { tenantId } })

export const endTalk = (tenantId: string) => call(endConversation, { params: { tenantId } })

export function runComponent(
  tenantId: string,
  componentId: string,
  body: { inputValues: JsonObject; confirmed: boolean; statement?: string | undefined },
): Promise<ComponentToExecute> {
  return call(runChatComponent, { params: { tenantId, componentId }, body })
}

export const cancelComponent = (tenantId: string, componentId: string): Promise<ComponentToExecute> =>
  call(cancelChatComponent, { params: { tenantId, componentId } })

export function giveThumb(tenantId: string, messageId: string, thumbUp: boolean): Promise<FeedbackView> {
  return call(submitFeedback, { params: { tenantId }, body: { messageId, thumbUp, thumbDown: !thumbUp } })
}

export interface More {
  reason: FeedbackView['reason']
  feedbackMessage: string
  includePrompt: boolean
}

export function sendFeedbackDetails(tenantId: string, feedbackId: string, more: More): Promise<FeedbackView> {
  const { feedbackMessage, ...rest } = more
  const message = feedbackMessage.trim()
  return call(updateFeedback, {
    params: { tenantId, feedbackId },
    body: { ...rest, feedbackMessage: message === '' ? null : message },
  })
}
