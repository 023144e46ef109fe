import { sessionAlive } from '@caseloom/contract/identity/identity'
import type { QueryClient } from '@tanstack/react-query'
import { headersOf } from './call.ts'
import { keys } from './keys.ts'
import { liveStatus } from './live-status.ts'
import { checkSession } from './session.ts'

/** How soon a session that ended elsewhere is noticed where no hub is live. */
const ASK_EVERY_MS = 1000

/**
 * Polls whether the session is still valid while no hub is live: in the administration, and on pages outside of
 * tenants. Polling doesn't extend the session, and hidden pages don't poll. Returns how to stop.
 */
export function watchSessionLife(client: QueryClient): () => void {
  let isAsking = false
  const ask = async () => {
    if (isAsking || document.hidden || liveStatus() === 'live') return
    if (!client.getQueryData(keys.session)) return
    isAsking = true
    try {
      // No span: one request a second would drown what traces are for.
      const { path } = sessionAlive
      const reply = await fetch(path, { headers: headersOf(path, false), credentials: 'same-origin' })
      if (reply.status === 401) await checkSession(client)
    } catch {
      // No answer says nothing about the session.
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void ask(), ASK_EVERY_MS)
  const onShown = () => void ask()
  document.addEventListener('visibilitychange', onShown)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onShown)
  }
}
