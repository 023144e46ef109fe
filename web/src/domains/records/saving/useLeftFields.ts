import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** The fields that were left since they were typed into, and whether they have yet to be saved. */
export function useLeftFields() {
  const [left, setLeft] = useState(NONE)
  const [requests, setRequests] = useState(0)
  const [attempted, setAttempted] = useState(0)
  return {
    isLeft: (key: string) => left.has(key),
    requests,
    isDue: requests > attempted,
    leave: (keys: readonly string[]) => {
      setLeft((before) => new Set([...before, ...keys]))
      setRequests((count) => count + 1)
    },
    unleave: (keys: readonly string[]) =>
      setLeft((before) =>
        keys.some((key) => before.has(key))
          ? new Set([...before].filter((key) => !keys.includes(key)))
          : before,
      ),
    /** All that was requested until this render is being attempted. */
    attempt: () => setAttempted(requests),
  }
}
