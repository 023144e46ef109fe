import type { Announcement } from '../database/types.ts'

/** What was announced, in a few words: anyone who waits for something else is not woken. Null: anything may have been. */
export type SignalWords = ReadonlySet<string> | null

/** The words of facts: the kind of model, `task.` and its type, or an internal name, alone and with its state. */
export function wordsOf(facts: readonly Announcement[]): SignalWords {
  return new Set(facts.flatMap(wordsOfOne))
}

function wordsOfOne(fact: Announcement): string[] {
  switch (fact.topic) {
    case 'model':
      return [fact.kind]
    case 'task':
      return [`task.${fact.type}`]
    case 'internal': {
      const state = fact.payload['state']
      return typeof state === 'string' ? [fact.name, `${fact.name}.${state}`] : [fact.name]
    }
    default:
      return fact satisfies never
  }
}

/** What goes over the channel; empty when it says nothing. */
export function payloadOf(words: SignalWords): string {
  if (words === null) return ''
  const text = [...words].join(',')
  // Words are names in our own code; anything else, or more than a signal may hold, wakes everyone.
  return /^[A-Za-z.,_-]{1,4000}$/.test(text) ? text : ''
}

export function wordsIn(payload: string | undefined): SignalWords {
  return payload === undefined || payload === '' ? null : new Set(payload.split(','))
}

/** Whether someone who waits for these words is concerned. */
export function concerns(words: SignalWords, wanted: readonly string[] | undefined): boolean {
  return words === null || wanted === undefined || wanted.some((word) => words.has(word))
}
