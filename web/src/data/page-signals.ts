import type { On404 } from '@caseloom/contract/kernel/route'

interface PageSignals {
  /** The session has ended: go to sign-in and come back afterward. */
  sessionLost: () => void
  /** A 404 asks for another page. */
  leave: (to: Extract<On404, 'tenant-error' | 'welcome'>) => void
}

let handlers: PageSignals | null = null

/** The shell registers once how pages are left; the data layer knows no router. */
export function onPageSignals(next: PageSignals): void {
  handlers = next
}

export function signalSessionLost(): void {
  handlers?.sessionLost()
}

export function signalLeave(to: Extract<On404, 'tenant-error' | 'welcome'>): void {
  handlers?.leave(to)
}
