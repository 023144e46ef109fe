import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { LIST_WIDTH } from './split-width.ts'

const Choice = z.object({ isOn: z.boolean(), width: z.number().min(LIST_WIDTH.min).max(LIST_WIDTH.max) })
type Choice = z.infer<typeof Choice>

export const SPLIT_KEY = 'V'

const UNCHOSEN: Choice = { isOn: false, width: LIST_WIDTH.usual }
const listeners = new Set<() => void>()
let held: { userId: string; choice: Choice } | null = null

function choiceOf(userId: string): Choice {
  if (held?.userId !== userId) held = { userId, choice: stored(userId) }
  return held.choice
}

function stored(userId: string): Choice {
  try {
    const text = localStorage.getItem(nameOf(userId))
    return text === null ? UNCHOSEN : Choice.parse(JSON.parse(text))
  } catch {
    // Blocked storage, or a choice of another version.
    return UNCHOSEN
  }
}

const nameOf = (userId: string) => `caseloom.split.${userId}`

function choose(userId: string, changes: Partial<Choice>): void {
  const choice = { ...choiceOf(userId), ...changes }
  held = { userId, choice }
  try {
    localStorage.setItem(nameOf(userId), JSON.stringify(choice))
  } catch {
    // Without storage, the choice ends with the page.
  }
  for (const listener of listeners) listener()
}

/** Whether a person reads records beside their list, and how wide the list is (px); stored in this browser. */
export function useSplitChoice(userId: string) {
  const choice = useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => choiceOf(userId),
  )
  return { ...choice, choose: (changes: Partial<Choice>) => choose(userId, changes) }
}
