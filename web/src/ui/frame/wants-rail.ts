import { useEffect, useSyncExternalStore } from 'react'

let wanting = 0
const listeners = new Set<() => void>()

function add(step: 1 | -1): void {
  wanting += step
  for (const listener of listeners) listener()
}

/** While it is true, the sidebar gives its room to the page, as on pages whose route asks for a rail. */
export function useWantsRail(wants: boolean): void {
  useEffect(() => {
    if (!wants) return
    add(1)
    return () => add(-1)
  }, [wants])
}

export function usePageWantsRail(): boolean {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => wanting > 0,
  )
}
