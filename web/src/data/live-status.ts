import { useSyncExternalStore } from 'react'

export type LiveStatus = 'off' | 'connecting' | 'live' | 'reconnecting'

let status: LiveStatus = 'off'
const listeners = new Set<() => void>()

export function setLive(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => status,
  )
}

export function liveStatus(): LiveStatus {
  return status
}
