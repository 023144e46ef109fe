import type { ChatMessage, ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Statement } from '@caseloom/contract/kernel/statements'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../data/api-error.ts'
import { showAssistant, useAssistantLook } from '../../data/assistant-slot.ts'
import { describeError } from '../../data/describe-error.ts'
import { openStatement } from '../../data/open-statement.ts'
import { useTenantScope } from '../../data/scope.tsx'
import type { SchemaIssue } from '../../ui/schema-form/schema-field.tsx'
import { prepareToasts, toast } from '../../ui/toast.tsx'
import { cancelComponent, endTalk, giveThumb, runComponent, talkQuery } from './assistant.queries.ts'
import {
  carriedOver,
  componentsOf,
  mayThumb,
  mayType,
  pollEvery,
  questionOf,
  reviewedOf,
  type Talk,
  untold,
  withAnimated,
  withComponent,
  withDetails,
  withThumb,
} from './chat-rules.ts'
import { useAsking } from './useAsking.ts'

const TRANSITION_MS = 2000
const RETRY_MS = 5000

export type Chat = ReturnType<typeof useChat>

export function useChat() {
  const { tenantId, userId, flags } = useTenantScope()
  const client = useQueryClient()
  const look = useAssistantLook(tenantId)
  const asking = useAsking(tenantId)
  const query = useTalk(asking)
  const talk = query.data
  const change = (next: (talk: Talk) => Talk) =>
    client.setQueryData<Talk>(talkQuery(tenantId).queryKey, (now) => now && next(now))
  const isShown = look === 'docked' || look === 'expanded'
  const components = useComponents(tenantId, { talk, change })
  const isAnswering = asking.live !== null || (talk?.answering ?? null) !== null
  const isError = asking.hasFailed || query.isError
  const loading = query.isPending || isAnswering
  const canType = mayType({ loading, isError })
  const confirmation = useConfirmation(userId)
  const { setMoreFor, ...feedback } = useFeedback(tenantId, change)
  const sending = useSending(canType, (question) => {
    setMoreFor(null)
    return asking.ask(question)
  })
  return {
    ...sending,
    ...components,
    ...confirmation,
    ...feedback,
    loading,
    messages: talk?.messages ?? [],
    showChatAssistant: isShown,
    isChatAssistantExpanded: look === 'expanded',
    isError,
    isAnswering,
    live: asking.live,
    notice: asking.notice,
    mayRun: flags.AiComponentExecution,
    canType,
    show: (next: 'docked' | 'expanded' | 'minimised') => {
      if (next !== 'expanded') components.review(null)
      showAssistant(tenantId, next)
    },
    stop: asking.stop,
    retry: () => {
      asking.retry()
      if (!asking.hasFailed) void query.refetch()
    },
    end: () => void endChat(tenantId, change).catch(() => asking.setFailed(true)),
  }
}

async function endChat(tenantId: string, change: Change): Promise<void> {
  await endTalk(tenantId)
  change(() => ({ messages: [], answering: null }))
  showAssistant(tenantId, 'closed')
}

function useTalk(asking: ReturnType<typeof useAsking>) {
  const { tenantId } = useTenantScope()
  const query = useQuery({
    ...talkQuery(tenantId),
    refetchInterval: ({ state }) =>
      state.status === 'error' ? RETRY_MS : pollEvery(state.data, asking.live !== null),
  })
  return query
}

/** The input. A question that couldn't be sent comes back into it, unless something else was typed. */
function useSending(canType: boolean, ask: (question: string) => Promise<string | null>) {
  const [typed, setTyped] = useState('')
  const send = (asked: string) => {
    const question = questionOf(asked)
    if (question === null || !canType) return
    void ask(question).then((unsent) => setTyped((now) => (unsent !== null && now === '' ? unsent : now)))
  }
  return {
    typed,
    setTyped,
    send: () => {
      if (questionOf(typed) !== null && canType) setTyped('')
      send(typed)
    },
    /** Asks a suggested question; text in the input is preserved. */
    ask: send,
  }
}

type Change = (next: (talk: Talk) => Talk) => void

function useFeedback(tenantId: string, change: Change) {
  const [moreFor, setMoreFor] = useState<string | null>(null)
  const thumb = async (message: ChatMessage, thumbUp: boolean) => {
    if (!mayThumb(message)) return
    setMoreFor(thumbUp ? null : message.id)
    const feedbackReceived = { thumbUp, thumbDown: !thumbUp }
    // Optimistic, so that a second click finds it set.
    change((now) => withThumb(now, message.id, { feedbackReceived, feedbackId: null }))
    try {
      const { id } = await giveThumb(tenantId, message.id, thumbUp)
      change((now) => withThumb(now, message.id, { feedbackReceived, feedbackId: id }))
    } catch (error) {
      setMoreFor(null)
      const { feedbackReceived: before, feedbackId } = message
      change((now) => withThumb(now, message.id, { feedbackReceived: before, feedbackId }))
      toast({ kind: 'error', title: describeError(error).text })
    }
  }
  return { moreFor, setMoreFor, closeMore: () => setMoreFor(null), thumb }
}

interface Running {
  talk: Talk | undefined
  change: Change
}

function useComponents(tenantId: string, { talk, change }: Running) {
  const [inputs, setInputs] = useState<Record<string, JsonObject>>({})
  const [issues, setIssues] = useState<readonly SchemaIssue[]>([])
  const setReviewed = (id: string | null) => change((now) => withDetails(now, id))
  const review = (id: string | null) => {
    setIssues([])
    setReviewed(id)
    if (id !== null) showAssistant(tenantId, 'expanded')
  }
  useEnds(talk, change)
  const valuesOf = (component: ComponentToExecute) => inputs[component.id] ?? component.inputValues
  return {
    reviewed: reviewedOf(talk),
    review,
    issues,
    valuesOf,
    setValues: (id: string, values: JsonObject) => setInputs((now) => ({ ...now, [id]: values })),
    /** If inputs are rejected, the details open with the errors. Returns what the person has to confirm first. */
    run: async (component: ComponentToExecute, confirmed?: string): Promise<Statement | null> => {
      const body = { inputValues: valuesOf(component), confirmed: component.confirm, statement: confirmed }
      try {
        const started = await runComponent(tenantId, component.id, body)
        change((now) => withDetails(carriedOver(now, withComponent(now, started)), null))
      } catch (error) {
        const statement = openStatement(error)
        if (statement !== null) return statement
        if (error instanceof ApiError && error.code === 'inputs.invalid') {
          review(component.id)
          setIssues(error.issues.map((each) => ({ ...each, path: placeOf(each.path) })))
        } else toast({ kind: 'error', title: describeError(error).text })
      }
      return null
    },
    cancel: async (component: ComponentToExecute) => {
      try {
        const cancelled = await cancelComponent(tenantId, component.id)
        change((now) => withComponent(now, cancelled))
        setReviewed(null)
      } catch (error) {
        toast({ kind: 'error', title: describeError(error).text })
      }
    },
  }
}

function useEnds(talk: Talk | undefined, change: Change): void {
  const { t } = useTranslation('hero')
  const reported = useRef(new Set<string>())
  const report = useEffectEvent((ended: readonly ComponentToExecute[]) => {
    for (const { title, componentStatus } of ended) {
      const isGood = componentStatus === 'Success'
      const end = t(isGood ? 'card.success' : 'card.failure')
      toast({ kind: isGood ? 'success' : 'error', title: end, text: title, for: TRANSITION_MS })
    }
    const ids = new Set(ended.map(({ id }): string => id))
    setTimeout(() => change((now) => withAnimated(now, ids)), TRANSITION_MS)
  })
  const isRunning = componentsOf(talk).some((each) => each.componentStatus === 'InProgress')
  useEffect(() => {
    if (isRunning) prepareToasts()
  }, [isRunning])
  useEffect(() => {
    const ended = untold(talk).filter(({ id }) => !reported.current.has(id))
    for (const { id } of ended) reported.current.add(id)
    if (ended.length > 0) report(ended)
  }, [talk])
}

const OUTER = new Set<string | number>(['body', 'inputValues', 'inputs'])

function placeOf(path: readonly (string | number)[]): readonly (string | number)[] {
  const from = path.findIndex((part) => !OUTER.has(part))
  return from === -1 ? [] : path.slice(from)
}

/** Whether to confirm before ending; stored in this browser per user. */
function useConfirmation(userId: string) {
  const key = `caseloom.assistant.end.${userId}`
  const [isAsking, setAsking] = useState(false)
  return {
    doNotShowConfirmationMessage: () => localStorage.getItem(key) === 'yes',
    neverConfirm: () => localStorage.setItem(key, 'yes'),
    isConfirming: isAsking,
    setConfirming: setAsking,
  }
}
