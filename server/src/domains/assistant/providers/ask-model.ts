// Answers from a model, what may be sent to it, and its settings.
import type { ModelMessage } from 'ai'
import { newId } from '../../../platform/uuid.ts'
import type { Answer, Answerer } from '../asking/answerer.ts'
import { LiveText, linkedText } from './answer-links.rules.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { costOf, type Spent, tokensLeft } from './limits.rules.ts'
import type { ModelDeps } from './model-deps.ts'
import { ModelError, type ModelFailure } from './model-failure.rules.ts'
import { earlierMessages, instructionsFor } from './model-prompt.rules.ts'
import type { ModelRow } from './model.store.ts'
import { addressOf, openModel } from './open-model.ts'
import { addSent, endSent, noteMessages } from './sent.store.ts'
import { sentMessages, type ChatCompletion, completeChat } from './chat-completion.ts'
import { beginToolWork, type ToolWork } from './tool-work.ts'

type Asked = Parameters<Answerer['answer']>[1]

export interface ModelCall {
  row: ModelRow
  /** Opened; null for providers that need none. */
  apiKey: string | null
  spent: Spent
}

/** What the model answered; with `failure` when it did not end well, then the answer holds what came until then. */
export interface ModelOutcome {
  answer: Answer
  failure: ModelFailure | null
}

/** Asks the account's model one question, with tools that act as the asker, and logs what was sent. Never throws. */
export async function askModel(
  deps: ModelDeps,
  { row, apiKey, spent }: ModelCall,
  question: string,
  asked: Asked,
): Promise<ModelOutcome> {
  const { settings } = row
  const { scope, actor, signal } = asked
  const begun = Date.now()
  const work = await beginToolWork(deps, asked, settings.sends)
  const talk = await openingOf(deps, { row, work }, question, asked)
  const id = newId()
  const user = { id: actor.id ?? '', name: actor.name }
  await deps.system.tx((tx) =>
    addSent(tx, { ...placeOf(row), id, accountId: scope.accountId, tenantId: scope.tenantId, user }),
  )
  const streamed = new StreamedAnswer(asked, work)
  let failure: ModelFailure | null = null
  try {
    const fetch = guardedFetch({
      outbound: deps.outbound,
      privateRangesAllowed: await deps.privateNetworks(scope.accountId),
      deadline: begun + settings.timeoutSeconds * 1000,
      signal,
    })
    await completeChat(talk, {
      model: await openModel(settings, apiKey, fetch),
      settings,
      tools: deps.tools,
      signal,
      tokensLeft: tokensLeft(settings, spent),
      onText: (delta) => streamed.add(delta),
      onTool: (tool) => streamed.pause(tool?.step),
      call: (name, input) => work.call(name, input),
      beforeStep: (now) => deps.system.tx((tx) => noteMessages(tx, id, sentMessages(now))),
    })
  } catch (error) {
    failure = failedBy(error, signal)
  }
  streamed.end()
  const { text } = streamed
  if (failure === null && text.trim() === '')
    failure = { outcome: 'unreadable', detail: 'The model returned an empty answer' }
  if (failure?.outcome === 'failed' || failure?.outcome === 'unreadable')
    deps.log.warn({ reason: failure.detail }, 'language model request failed')
  await endOf(deps, { id, row, talk, work, begun, text, failure })
  return { answer: answerOf(row, work, text), failure }
}

/** The model's text as it streams in: buffered whole, passed on as it may be shown. */
class StreamedAnswer {
  text = ''
  readonly #asked: Asked
  readonly #live: LiveText

  constructor(asked: Asked, work: ToolWork) {
    this.#asked = asked
    this.#live = new LiveText(work.sources)
  }

  add(delta: string): void {
    this.text += delta
    this.#report(this.#live.push(delta))
  }

  /** A tool works: what comes after it is a paragraph of its own. */
  pause(step: string | undefined): void {
    if (this.text !== '' && !this.text.endsWith('\n\n')) {
      this.text += '\n\n'
      this.#report(`${this.#live.rest()}\n\n`)
    }
    if (step !== undefined) this.#asked.report({ kind: 'step', text: step })
  }

  end(): void {
    this.#report(this.#live.rest())
  }

  #report(delta: string): void {
    if (delta !== '') this.#asked.report({ kind: 'text', delta })
  }
}

function failedBy(error: unknown, signal: AbortSignal): ModelFailure {
  if (error instanceof ModelError) return error.failure
  if (signal.aborted) return { outcome: 'stopped', detail: 'Stopped' }
  return { outcome: 'failed', detail: error instanceof Error ? error.message.slice(0, 300) : 'Unknown' }
}

/** Provider, model, and host as logged. */
export function placeOf({ settings }: Pick<ModelRow, 'settings'>) {
  const { provider, model, prices } = settings
  return { provider, model, currency: prices.currency, host: URL.parse(addressOf(settings))?.host ?? '' }
}

async function openingOf(
  deps: ModelDeps,
  { row, work }: { row: ModelRow; work: ToolWork },
  question: string,
  asked: Asked,
): Promise<ChatCompletion> {
  const { place, scope, actor, timeZone, history } = asked
  const { recordId, appId, runId, playbookId } = place
  const app = work.keeping.apps.find(({ id }) => id === appId)
  const isWithheld = app !== undefined && row.settings.sends.excludedApps.includes(app.key)
  const number =
    recordId === undefined || app === undefined || isWithheld
      ? null
      : await deps.recordAt(scope, actor, { appId: app.id, recordId })
  const pages = [
    app === undefined || isWithheld ? null : `app ${app.key}`,
    number === null ? null : `record ${number}`,
    runId === undefined ? null : `run ${runId}`,
    playbookId === undefined ? null : `playbook ${playbookId}`,
  ].filter((part) => part !== null)
  const page = pages.length === 0 ? null : pages.join(', ')
  const earlier = earlierMessages(history, row.dataSince)
  return {
    instructions: instructionsFor({ page, timeZone, now: new Date(), policy: row.settings.sends }),
    messages: [...earlier, { role: 'user' as const, text: question }].map(
      ({ role, text }): ModelMessage => ({ role, content: text }),
    ),
    tokensIn: 0,
    tokensOut: 0,
    reckoned: false,
  }
}

interface Ending {
  id: string
  row: ModelRow
  talk: ChatCompletion
  work: Pick<ToolWork, 'called'>
  begun: number
  text: string
  failure: ModelFailure | null
}

/** Logs how it ended and counts what was used. */
export async function endOf(deps: Pick<ModelDeps, 'system'>, ending: Ending): Promise<void> {
  const { id, row, talk, work, begun, text, failure } = ending
  const { tokensIn, tokensOut, reckoned } = talk
  await deps.system.tx((tx) =>
    endSent(tx, {
      id,
      accountId: row.accountId,
      outcome: failure?.outcome ?? 'answered',
      tokensIn,
      tokensOut,
      reckoned,
      cost: costOf(row.settings, tokensIn, tokensOut),
      milliseconds: Date.now() - begun,
      tools: work.called,
      messages: sentMessages(talk),
      answer: text,
    }),
  )
}

function answerOf({ settings }: ModelRow, work: ToolWork, text: string): Answer {
  return {
    text: linkedText(text.trim(), work.sources),
    sources: work.sources.citedIn(text),
    offers: work.offers,
    drafts: work.drafts,
    answeredBy: { kind: 'model', name: settings.model },
  }
}
