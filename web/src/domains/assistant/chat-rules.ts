import type {
  AskEvent,
  ChatContext,
  ChatMessage,
  ChatSource,
  ComponentToExecute,
} from '@caseloom/contract/assistant/assistant'

export interface Talk {
  messages: ChatMessage[]
  answering: string | null
}

export interface Live {
  /** The question until the server accepts it. */
  question: string | null
  text: string
  /** Current activity until text arrives. */
  step: string | null
}

/** Trims a question; null if nothing is left. */
export function questionOf(typed: string): string | null {
  const question = typed.trim()
  return question === '' ? null : question
}

export function mayType(state: { loading: boolean; isError: boolean }): boolean {
  return !state.loading && !state.isError
}

export function mayThumb(message: ChatMessage): boolean {
  return !message.feedbackReceived.thumbUp && !message.feedbackReceived.thumbDown
}

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

export function withEvent(talk: Talk, event: AskEvent): Talk {
  if (event.event === 'begun')
    return { messages: withMessage(talk.messages, event.question), answering: event.answerId }
  if (event.event === 'done') return { messages: withMessage(talk.messages, event.message), answering: null }
  return talk
}

function withMessage(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const isKnown = messages.some((each) => each.id === message.id)
  return isKnown ? messages.map((each) => (each.id === message.id ? message : each)) : [...messages, message]
}

export function withComponent(talk: Talk, component: ComponentToExecute): Talk {
  return mapComponents(talk, (each) => (each.id === component.id ? component : each))
}

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

/** Polling interval: while an answer is generated elsewhere or a component runs. */
export function pollEvery(talk: Talk | undefined, isStreaming: boolean): number | false {
  if (talk === undefined || isStreaming) return false
  if (talk.answering !== null) return ANSWER_POLL_MS
  const runs = talk.messages.some((message) =>
    message.components.some((each) => each.componentStatus === 'InProgress'),
  )
  return runs ? RUN_POLL_MS : false
}

/** Finished components whose toast is pending or visible. */
export function untold(talk: Talk | undefined): ComponentToExecute[] {
  return componentsOf(talk).filter((each) => hasEnded(each) && !each.hasAnimated)
}

export function componentsOf(talk: Talk | undefined): ComponentToExecute[] {
  return talk?.messages.flatMap((message) => message.components) ?? []
}

export function reviewedOf(talk: Talk | undefined): ComponentToExecute | null {
  const found = componentsOf(talk).find((each) => each.showComponentDetails)
  return found?.componentStatus === 'NotStarted' ? found : null
}

export function withDetails(talk: Talk, id: string | null): Talk {
  return mapComponents(talk, (each) => ({ ...each, showComponentDetails: each.id === id }))
}

export function withAnimated(talk: Talk, ids: ReadonlySet<string>): Talk {
  return mapComponents(talk, (each) => (ids.has(each.id) ? { ...each, hasAnimated: true } : each))
}

/**
 * Merges the server state with what only this page knows: open details, and pending toasts of components that were
 * running.
 */
export function carriedOver(before: Talk | undefined, after: Talk): Talk {
  const known = new Map(componentsOf(before).map((each) => [each.id, each]))
  return mapComponents(after, (each) => {
    const was = known.get(each.id)
    if (was === undefined) return each
    const isUntold = was.componentStatus === 'InProgress' || !was.hasAnimated
    return {
      ...each,
      showComponentDetails: was.showComponentDetails,
      hasAnimated: each.hasAnimated && !(hasEnded(each) && isUntold),
    }
  })
}

function hasEnded({ componentStatus }: ComponentToExecute): boolean {
  return componentStatus === 'Success' || componentStatus === 'Failure'
}

function mapComponents(talk: Talk, change: (each: ComponentToExecute) => ComponentToExecute): Talk {
  return {
    ...talk,
    messages: talk.messages.map((message) => ({ ...message, components: message.components.map(change) })),
  }
}

/** Sources by kind, in order of appearance, without duplicates. */
export function groupSources(
  sources: readonly ChatSource[],
): { kind: ChatSource['kind']; of: ChatSource[] }[] {
  const own = sources.filter(
    (one, at) => sources.findIndex(({ to, title }) => to === one.to && title === one.title) === at,
  )
  return [...Map.groupBy(own, ({ kind }) => kind)].map(([kind, of]) => ({ kind, of }))
}

/** The question a message answers; empty if it is gone. */
export function questionBefore(messages: readonly ChatMessage[], answerId: string): string {
  const at = messages.findIndex(({ id }) => id === answerId)
  return messages.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user')?.originalContent ?? ''
}

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
