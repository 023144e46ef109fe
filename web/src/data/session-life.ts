import { sessionAlive } from '@caseloom/contract/identity'
import type { QueryClient } from '@tanstack/react-query'
import { headersOf } from './call.ts'
import { keys } from './keys.ts'
import { liveStatus } from './live-status.ts'
import { checkSession } from './session.ts'

/** A session that ended elsewhere is noticed this soon, wherever no hub tells of it. */
const ASK_EVERY_MS = 1000

/**
 * Asks whether the session still holds while no hub is live: in the administration, where hubs rest, and on pages outside
 * of tenants. Asking keeps no session alive, and pages out of sight don't ask. Answers how to stop.
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
