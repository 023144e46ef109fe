import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** The fields that were left since they were typed into, and whether that is yet to be acted on. */
export function useAsked() {
  const [left, setLeft] = useState(NONE)
  const [asked, setAsked] = useState(0)
  const [tried, setTried] = useState(0)
  return {
    left,
    count: asked,
    isDue: asked > tried,
    leave: (keys: readonly string[]) => {
      setLeft((before) => new Set([...before, ...keys]))
      setAsked((count) => count + 1)
    },
    unleave: (keys: readonly string[]) =>
      setLeft((before) =>
        keys.some((key) => before.has(key))
          ? new Set([...before].filter((key) => !keys.includes(key)))
          : before,
      ),
    /** Acted on what was asked until this render. */
    done: () => setTried(asked),
  }
}
