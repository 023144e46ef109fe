import { useSyncExternalStore, lazy, Suspense } from 'react'
import { announce } from './live-region.ts'
import type { Toast } from './toast-types.ts'

let wanted = false
const listeners = new Set<() => void>()
const ToastList = lazy(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

/** Preloads toasts, so that a time-critical one appears immediately. */
export function prepareToasts(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** Shows and announces a toast at the bottom right. Not for form errors: those belong at their fields. */
export function toast(notice: Toast): void {
  announce(notice.text === undefined ? notice.title : `${notice.title}. ${notice.text}`)
  prepareToasts()
  void import('./toast-list.tsx').then((module) => module.showToast(notice))
}

/** The container of the toasts; its code loads with the first one. */
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
