import { useEffect, useMemo, useRef } from 'react'

/** A stable function that always sees the last render, so that memoized rows don't rerender. */
export function useStable<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  return useMemo(
    () =>
      (...args: Args) =>
        latest.current(...args),
    [],
  )
}
