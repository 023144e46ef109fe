import { useEffect, useRef } from 'react'

/** A promise of what `outcome` is once there is nothing to wait for. */
export function useWaiters(isIdle: boolean, outcome: boolean): () => Promise<boolean> {
  const waiting = useRef<((outcome: boolean) => void)[]>([])
  useEffect(() => {
    if (isIdle) for (const resolve of waiting.current.splice(0)) resolve(outcome)
  })
  return () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting.current.push(resolve)
    return promise
  }
}
