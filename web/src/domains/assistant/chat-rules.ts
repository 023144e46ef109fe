import type {
  AskEvent,
  ChatContext,
  ChatMessage,
  ChatSource,
  ComponentToExecute,
} from '@caseloom/contract/assistant'

/** The conversation as the server keeps it. */
export interface Talk {
  messages: ChatMessage[]
  answering: string | null
}

/** The answer that streams in at this moment. */
export interface Live {
  /** The question until the server has taken it. */
  question: string | null
  text: string
  /** What is being done, until text comes. */
  step: string | null
}

/** A question without the blanks around it; null when nothing is left to send. */
export function questionOf(typed: string): string | null {
  const question = typed.trim()
  return question === '' ? null : question
}

/** Typing is possible while nothing is under way and nothing is wrong. */
export function mayType(state: { loading: boolean; isError: boolean }): boolean {
  return !state.loading && !state.isError
}

/** A thumb can be set while none is. */
export function mayThumb(message: ChatMessage): boolean {
  return !message.feedbackReceived.thumbUp && !message.feedbackReceived.thumbDown
}

/** What an event of the stream does to the answer that streams in. */
export function heard(live: Live, event: AskEvent): Live {
  switch (event.event) {
    case 'text':
      return { ...live, text: live.text + event.delta, step: null }
    case 'step':
      return { ...live, step: event.text }
    case 'begun':
      return { ...live, question: null }
    case 'done':
      return live
    default:
      return event satisfies never
  }
}

/** What an event of the stream adds to the conversation. */
export function told(talk: Talk, event: AskEvent): Talk {
  if (event.event === 'begun')
    return { messages: withMessage(talk.messages, event.question), answering: event.answerId }
  if (event.event === 'done') return { messages: withMessage(talk.messages, event.message), answering: null }
  return talk
}

function withMessage(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const isKnown = messages.some((each) => each.id === message.id)
  return isKnown ? messages.map((each) => (each.id === message.id ? message : each)) : [...messages, message]
}

/** The conversation with one component as it stands now. */
export function withComponent(talk: Talk, component: ComponentToExecute): Talk {
  return {
    ...talk,
    messages: talk.messages.map((message) => ({
      ...message,
      components: message.components.map((each) => (each.id === component.id ? component : each)),
    })),
  }
}

/** The conversation with a thumb under one of its answers. */
export function withThumb(
  talk: Talk,
  messageId: string,
  thumb: Pick<ChatMessage, 'feedbackReceived' | 'feedbackId'>,
): Talk {
  return {
    ...talk,
    messages: talk.messages.map((each) => (each.id === messageId ? { ...each, ...thumb } : each)),
  }
}

const ANSWER_POLL_MS = 1000
const RUN_POLL_MS = 1500

/** Milliseconds until the conversation is read again: while an answer is made unseen, or a component runs. */
export function pollEvery(talk: Talk | undefined, isStreaming: boolean): number | false {
  if (talk === undefined || isStreaming) return false
  if (talk.answering !== null) return ANSWER_POLL_MS
  const runs = talk.messages.some((message) =>
    message.components.some((each) => each.componentStatus === 'InProgress'),
  )
  return runs ? RUN_POLL_MS : false
}

/** Components that were running before and are over now. */
export function finished(before: Talk | undefined, after: Talk): ComponentToExecute[] {
  const ran = new Set(
    componentsOf(before)
      .filter((each) => each.componentStatus === 'InProgress')
      .map((each) => each.id),
  )
  return componentsOf(after).filter(
    (each) => ran.has(each.id) && (each.componentStatus === 'Success' || each.componentStatus === 'Failure'),
  )
}

export function componentsOf(talk: Talk | undefined): ComponentToExecute[] {
  return talk?.messages.flatMap((message) => message.components) ?? []
}

/** The component whose details are shown: only while it has not started. */
export function reviewedOf(talk: Talk | undefined, id: string | null): ComponentToExecute | null {
  const found = componentsOf(talk).find((each) => each.id === id)
  return found?.componentStatus === 'NotStarted' ? found : null
}

/** The sources by their kind, in the order in which the kinds come; none twice. */
export function groupSources(
  sources: readonly ChatSource[],
): { kind: ChatSource['kind']; of: ChatSource[] }[] {
  const own = sources.filter(
    (one, at) => sources.findIndex(({ to, title }) => to === one.to && title === one.title) === at,
  )
  return [...Map.groupBy(own, ({ kind }) => kind)].map(([kind, of]) => ({ kind, of }))
}

/** The question that a message answers; empty when it is not there any more. */
export function questionBefore(messages: readonly ChatMessage[], answerId: string): string {
  const at = messages.findIndex(({ id }) => id === answerId)
  return messages.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user')?.originalContent ?? ''
}

/** What a page of the product is about, by its path. */
export function contextOf(path: string): ChatContext {
  const rest = /^\/account\/[^/]+\/tenant\/[^/]+\/(.*)$/.exec(path)?.[1] ?? ''
  const [area = '', first, second] = rest.split('/')
  const at: ChatContext = { path: path.slice(0, 500) }
  if (area === 'record' && first !== undefined)
    return { ...at, appId: first, ...(second === undefined || !isId(second) ? {} : { recordId: second }) }
  if ((area === 'search' || area === 'app-builder') && first) return { ...at, appId: first }
  if (area === 'orchestration' && second !== undefined && first === 'run') return { ...at, runId: second }
  if (area === 'orchestration' && second !== undefined && first === 'playbook')
    return { ...at, playbookId: second }
  return at
}

function isId(text: string): boolean {
  return /^[0-9a-f-]{36}$/i.test(text)
}
