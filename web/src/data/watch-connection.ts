import { health } from '@caseloom/contract/system/system'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { connectionLost, onConnection, reportConnection } from './connection.ts'

const FIRST_MS = 1000
const MAX_MS = 10_000

/**
 * While the server is unreachable, polls it, immediately when the browser reports that it is online. When it
 * responds, everything on the page is refetched.
 */
export function watchConnection(
  client: QueryClient,
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = window,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_MS
  const ask = () => {
    clearTimeout(timer)
    // The request itself reports the outcome (request-span.ts).
    void call(health, {})
      .catch(() => undefined)
      .then(() => {
        if (!connectionLost()) return
        timer = setTimeout(ask, pause)
        pause = Math.min(pause * 2, MAX_MS)
      })
  }
  const turn = () => {
    clearTimeout(timer)
    if (connectionLost()) {
      pause = FIRST_MS
      timer = setTimeout(ask, pause)
    } else void client.invalidateQueries()
  }
  const offline = () => reportConnection(false)
  const unlisten = onConnection(turn)
  target.addEventListener('offline', offline)
  target.addEventListener('online', ask)
  if (connectionLost()) turn()
  return () => {
    clearTimeout(timer)
    unlisten()
    target.removeEventListener('offline', offline)
    target.removeEventListener('online', ask)
  }
}
