import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keys } from '../../data/keys.ts'

/** A wall shows figures of "the last 24 hours" for days: they move on without an event, too. */
const REFRESH_MS = 60_000

/** Shows an element over the whole screen, as on a wall, where its figures are refreshed every minute. */
export function useFullScreen(tenantId: string) {
  const [element, attach] = useState<HTMLDivElement | null>(null)
  const [isFull, setIsFull] = useState(false)
  const client = useQueryClient()
  useEffect(() => {
    const follow = () =>
      setIsFull(document.fullscreenElement !== null && document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  useEffect(() => {
    if (!isFull) return
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'widgets') }),
      REFRESH_MS,
    )
    return () => clearInterval(timer)
  }, [isFull, client, tenantId])
  return { attach, isFull, enter: () => void element?.requestFullscreen() }
}
