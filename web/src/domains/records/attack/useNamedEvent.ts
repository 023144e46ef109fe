import { useEffect, useEffectEvent } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage(): unknown
}

/** Focuses the attack event that the address names, and loads earlier changes until it is in the list. */
export function useNamedEvent(eventId: string | undefined, shown: number, pages: Pages): void {
  const reach = useEffectEvent((id: string, entries: number) => {
    if (entries === 0) return
    const entry = document.getElementById(`attack-event-${id}`)
    if (entry !== null) entry.focus()
    else if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
  })
  useEffect(() => {
    if (eventId !== undefined) reach(eventId, shown)
  }, [eventId, shown])
}
