import { useSyncExternalStore } from 'react'

export type LiveStatus = 'off' | 'connecting' | 'live' | 'reconnecting'

let status: LiveStatus = 'off'
const listeners = new Set<() => void>()

/** Sets the state of the hubs as the status bar shows it. */
export function setLive(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

/** The state of the hubs. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => status,
  )
}

/** The state of the hubs, for what isn't a component. */
export function liveStatus(): LiveStatus {
  return status
}
