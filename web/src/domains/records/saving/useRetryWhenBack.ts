import { useEffect, useEffectEvent } from 'react'
import { connectionLost, onConnection } from '../../../data/connection.ts'
import { useLiveStatus } from '../../../data/live-status.ts'

/** Tries again what didn't reach the server, once it responds. */
export function useRetryWhenBack(isAway: boolean, retry: () => void): void {
  const live = useLiveStatus()
  const again = useEffectEvent(() => {
    if (isAway && !connectionLost()) retry()
  })
  useEffect(() => onConnection(() => again()), [])
  useEffect(() => {
    if (live === 'live') again()
  }, [live])
}
