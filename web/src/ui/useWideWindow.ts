import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window has room for a column beside the page: 1200 px, or as many as given. */
export function useWideWindow(least = 1200): boolean {
  const query = `(min-width: ${least}px)`
  const subscribe = useCallback(
    (wake: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', wake)
      return () => media.removeEventListener('change', wake)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
