// Conversations with Hero AI, and the feedback on them.
import {
  AskEvent,
  type ChatContext,
  type ChatDraft,
  ChatMessage,
} from '@caseloom/contract/assistant/assistant'
import { MessageId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Readable } from 'node:stream'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { ThrottleRule } from '../../../platform/http/throttle.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { answerHtml } from './answer-html.ts'
import type { Answer } from '../asking/answerer.ts'
import type { AssistantDeps } from '../asking/assistant-deps.ts'
import {
  addMessage,
  addOffers,
  keepAnswering,
  lockChat,
  messagesOf,
  prolong,
  type StoredBody,
} from './chat.store.ts'
import { asker } from '../asking/flags-gate.ts'
import { type AsyncChannel, openChannel } from './async-channel.ts'

/** So long an answer counts as under way after its process was last heard of. */
const LEASE_MS = 10_000
const HEARTBEAT_MS = 500
/** Earlier messages that an answer may rest on. */
const HISTORY = 20

/** Applies to every answerer, because each question is expensive to search. */
export const QUESTIONS: ThrottleRule = { name: 'assistant-questions', points: 60, seconds: 60 }

interface Question {
  question: string
  context: ChatContext
  timeZone: string
}

/**
 * Accepts a question and returns the stream of its answer. The answer is generated and stored in full even if no one
 * is listening. Throws assistant.busy while another answer is in progress, assistant.limit when the rate limit is reached.
 */
export async function askQuestion(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  asked: Question,
): Promise<FileAnswer> {
  const userId = await asker(deps, scope, actor)
  await takeQuestion(deps, userId)
  const { question, history, answerId } = await scope.tx(async (tx) => {
    const chat = await lockChat(tx, userId)
    const isBusy = chat.answering !== null && (chat.answering_until?.getTime() ?? 0) > tx.now.getTime()
    if (isBusy) throw fail('assistant.busy')
    const earlier = await messagesOf(tx, userId, HISTORY)
    // Messages stand in the order of their ids: the question's is made first.
    const [id, answerOf] = [newId(), newId()]
    await addMessage(tx, userId, { id, role: 'user', body: bodyOf(asked.question) })
    await keepAnswering(tx, userId, { id: answerOf, until: new Date(tx.now.getTime() + LEASE_MS) })
    return { history: earlier, question: (await messagesOf(tx, userId, 1))[0], answerId: answerOf }
  })
  if (question === undefined) throw new Error('A question that was just saved is missing')
  const line = openChannel<AskEvent>()
  line.say({ event: 'begun', question, answerId: MessageId.parse(answerId) })
  void answerIt(deps, { scope, actor, userId, answerId, asked, history, line })
    .catch((error: unknown) => deps.log.error({ err: error }, 'failed to answer a question'))
    .finally(() => line.end())
  return { mediaType: 'text/event-stream; charset=utf-8', content: Readable.from(eventTexts(line)) }
}

async function takeQuestion({ questions }: AssistantDeps, userId: string): Promise<void> {
  try {
    await questions.take(userId)
  } catch (error) {
    if (!isFailure(error, 'request.too_many')) throw error
    const { retryAfter = 60 } = error.details
    const detail = `You have asked ${QUESTIONS.points} questions within a minute. Try again in ${retryAfter} s.`
    throw fail('assistant.limit', { detail, retryAfter })
  }
}

async function* eventTexts(line: AsyncChannel<AskEvent>): AsyncGenerator<string> {
  for await (const said of line) {
    const { event, ...data } = said
    yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

interface Work {
  scope: TenantScope
  actor: Actor
  userId: string
  answerId: string
  asked: Question
  history: readonly ChatMessage[]
  line: AsyncChannel<AskEvent>
}

async function answerIt(deps: AssistantDeps, work: Work): Promise<void> {
  const { scope, actor, userId, answerId, asked, history, line } = work
  const stop = new AbortController()
  const beating = setInterval(() => void beat(deps, work, stop), HEARTBEAT_MS)
  let soFar = ''
  try {
    const answer = await deps.answerer
      .answer(asked.question, {
        scope,
        actor,
        place: asked.context,
        timeZone: asked.timeZone,
        history,
        signal: stop.signal,
        report: (news) => {
          if (news.kind === 'text') soFar += news.delta
          line.say(
            news.kind === 'text' ? { event: 'text', delta: news.delta } : { event: 'step', text: news.text },
          )
        },
      })
      .catch((error: unknown): Answer => {
        if (!stop.signal.aborted) deps.log.error({ err: error }, 'answerer failed')
        return {
          ...BROKEN,
          text: soFar === '' && !stop.signal.aborted ? SORRY : soFar,
          isError: !stop.signal.aborted,
        }
      })
    clearInterval(beating)
    const offers = answer.offers.map((offer) => ({ ...offer, id: newId() }))
    const body: StoredBody = {
      ...bodyOf(answer.text),
      sources: [...answer.sources],
      drafts: answer.drafts.map((draft, at) => opened(draft, `${answerId}.${at}`)),
      isError: answer.isError === true,
      stopped: stop.signal.aborted,
      answeredBy: answer.answeredBy,
      understood: answer.understood ?? null,
    }
    const message = await scope.tx(async (tx) => {
      // If the answer was stopped or declared lost in the meantime, no one is waiting for it.
      const until = new Date(tx.now.getTime() + LEASE_MS)
      if ((await prolong(tx, userId, { id: answerId, until })) === 'lost') return undefined
      await addMessage(tx, userId, { id: answerId, role: 'assistant', body })
      await addOffers(tx, userId, { messageId: answerId, offers })
      await keepAnswering(tx, userId, null)
      return (await messagesOf(tx, userId, 1))[0]
    })
    if (message !== undefined) line.say({ event: 'done', message })
  } finally {
    clearInterval(beating)
  }
}

/** A playbook is too long for an address: the page takes it from the conversation. */
function opened(draft: ChatDraft, name: string): ChatDraft {
  return draft.kind === 'playbook' ? { ...draft, to: `${draft.to}?draft=${name}` } : draft
}

const SORRY = 'Something went wrong on our side. Try again in a moment.'
const BROKEN: Omit<Answer, 'text'> = {
  sources: [],
  offers: [],
  drafts: [],
  answeredBy: { kind: 'builtIn', name: '' },
}

async function beat(
  deps: AssistantDeps,
  { scope, userId, answerId }: Work,
  stop: AbortController,
): Promise<void> {
  const until = new Date(Date.now() + LEASE_MS)
  const state = await scope
    .tx((tx) => prolong(tx, userId, { id: answerId, until }))
    .catch((error: unknown) => {
      deps.log.debug({ err: error }, 'failed to extend the lease of an answer')
      return 'on' as const
    })
  if (state !== 'on') stop.abort()
}

function bodyOf(text: string): StoredBody {
  return {
    content: text,
    detailedContent: answerHtml(text),
    originalContent: text,
    sources: [],
    drafts: [],
    isError: false,
    stopped: false,
    answeredBy: null,
    understood: null,
  }
}
