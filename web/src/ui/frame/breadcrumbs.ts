import { useEffect, useSyncExternalStore } from 'react'

export interface Crumb {
  label: string
  /** Target; a crumb without one is text. */
  to?: string
}

let crumbs: readonly Crumb[] = []
const listeners = new Set<() => void>()

function setCrumbs(next: readonly Crumb[]): void {
  crumbs = next
  for (const listener of listeners) listener()
}

/**
 * The shell puts the tenant before them. They end with the originating list or view, not with the title of the
 * page: `useBreadcrumbs([{ label: app.name, to: paths.recordList(scope, app.id) }])`.
 */
export function useBreadcrumbs(items: readonly Crumb[]): void {
  // Compared by content, so that callers may write the list in place.
  const content = JSON.stringify(items)
  useEffect(() => {
    setCrumbs(JSON.parse(content) as Crumb[]) // written one line above
    return () => setCrumbs([])
  }, [content])
}

export function usePresentBreadcrumbs(): readonly Crumb[] {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => crumbs,
  )
}
