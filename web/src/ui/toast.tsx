import { useSyncExternalStore, lazy, Suspense } from 'react'
import { announce } from './live-region.ts'

export type ToastKind = 'success' | 'error' | 'info'

export interface Toast {
  kind?: ToastKind
  title: string
  text?: string
  /** Milliseconds until it goes; errors stay 10 s, the rest 4 s. */
  for?: number
  /** What can be done about it; the notice goes when it is chosen. */
  action?: { label: string; run: () => void }
}

let wanted = false
const listeners = new Set<() => void>()
const ToastList = lazy(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

/** Loads the code of toasts, so that one whose moment counts is shown at that moment. */
export function prepareToasts(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** Shows a short notice at the bottom right and announces it. Not for errors of a form: those stand at their fields. */
export function toast(notice: Toast): void {
  announce(notice.text === undefined ? notice.title : `${notice.title}. ${notice.text}`)
  prepareToasts()
  void import('./toast-list.tsx').then((module) => module.showToast(notice))
}

/** The place of the toasts; its code is loaded with the first one. */
export function Toasts() {
  const isWanted = useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => wanted,
  )
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  )
}
