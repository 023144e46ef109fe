import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { storedDraft } from '../../../data/stored-draft.ts'
import { LIST_WIDTH } from './split-width.ts'

const Choice = z.object({ isOn: z.boolean(), width: z.number().min(LIST_WIDTH.min).max(LIST_WIDTH.max) })
type Choice = z.infer<typeof Choice>

export const SPLIT_KEY = 'V'

const UNCHOSEN: Choice = { isOn: false, width: LIST_WIDTH.usual }
const listeners = new Set<() => void>()
let held: { userId: string; choice: Choice } | null = null

const stored = (userId: string) => storedDraft(`caseloom.split.${userId}`, Choice)

function choiceOf(userId: string): Choice {
  if (held?.userId !== userId) held = { userId, choice: stored(userId).read() ?? UNCHOSEN }
  return held.choice
}

function choose(userId: string, changes: Partial<Choice>): void {
  const choice = { ...choiceOf(userId), ...changes }
  held = { userId, choice }
  // Without storage, the choice ends with the page.
  stored(userId).write(choice)
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
