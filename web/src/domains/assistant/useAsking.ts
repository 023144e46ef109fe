import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { announce } from '../../ui/live-region.ts'
import { askStream, stopAsking, talkQuery } from './assistant.queries.ts'
import { contextOf, heard, type Live, type Talk, withEvent } from './chat-rules.ts'

const RETRY_MS = 5000

interface Asking {
  live: Live | null
  /** No response from the server: asking is disabled until it is back. */
  hasFailed: boolean
  setFailed: (hasFailed: boolean) => void
  notice: string | null
  /** Returns the question if it could not be sent, so that it is not lost. */
  ask: (question: string) => Promise<string | null>
  stop: () => void
  retry: () => void
}

/** Asks and streams the answer; missed events are fetched from the server. */
export function useAsking(tenantId: string): Asking {
  const client = useQueryClient()
  const [live, setLive] = useState<Live | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const listening = useRef<AbortController | null>(null)
  const { queryKey } = talkQuery(tenantId)
  const retry = () => {
    void client
      .fetchQuery({ ...talkQuery(tenantId), staleTime: 0 })
      .then(() => setFailed(false))
      .catch(() => setFailed(true))
  }
  useEffect(() => () => listening.current?.abort(), [])
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  })
  const listen = useListen(tenantId, { setLive, setFailed, setNotice })
  const ask = async (question: string) => {
    const abort = new AbortController()
    listening.current = abort
    setNotice(null)
    setLive({ question, text: '', step: null })
    await client.cancelQueries({ queryKey })
    const state = await listen(question, abort.signal)
    if (abort.signal.aborted) return null
    setLive(null)
    if (state !== 'whole') void client.invalidateQueries({ queryKey })
    return state === 'refused' ? question : null
  }
  return {
    live,
    hasFailed,
    setFailed,
    notice,
    ask,
    stop: () => void stopAsking(tenantId).catch(() => setFailed(true)),
    retry,
  }
}

/** Whether the answer was heard to its end, in part, or not at all. */
type Heard = 'whole' | 'cut' | 'refused'

interface Hearing {
  setLive: (next: (now: Live | null) => Live | null) => void
  setFailed: (hasFailed: boolean) => void
  setNotice: (notice: string) => void
}

/** Follows the stream of one answer into the conversation. */
function useListen(tenantId: string, { setLive, setFailed, setNotice }: Hearing) {
  const { t } = useTranslation('hero')
  const client = useQueryClient()
  const { queryKey } = talkQuery(tenantId)
  return async (question: string, signal: AbortSignal): Promise<Heard> => {
    let state: Heard = 'refused'
    try {
      const context = contextOf(location.pathname)
      for await (const event of askStream({ tenantId, question, context, signal })) {
        client.setQueryData<Talk>(queryKey, (talk) =>
          withEvent(talk ?? { messages: [], answering: null }, event),
        )
        state = event.event === 'done' ? 'whole' : 'cut'
        setLive((now) => (now === null || event.event === 'done' ? null : heard(now, event)))
        if (event.event === 'done') {
          announce(t('answered'))
          setFailed(event.message.isError)
        }
      }
    } catch (error) {
      if (signal.aborted) return 'whole'
      if (hasCode(error, 'assistant.busy')) return state
      if (hasCode(error, 'assistant.limit', 'request.too_many')) setNotice(describeError(error).text)
      else setFailed(true)
    }
    return state
  }
}
