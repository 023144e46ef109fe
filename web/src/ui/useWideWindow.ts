import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 1200px)'

function subscribe(wake: () => void): () => void {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', wake)
  return () => media.removeEventListener('change', wake)
}

/** Whether the window has room for a column beside the page: 1200 px. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches)
}
