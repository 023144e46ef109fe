import type { ActionView } from '@caseloom/contract/automation/builder'
import { weightOf, wordsOf } from '../help/words.rules.ts'

/** Actions that do what is said, the best first; all of them in their order when nothing is said. */
export function actionsFor(actions: readonly ActionView[], text: string): ActionView[] {
  const asked = new Set(wordsOf(text))
  if (asked.size === 0) return [...actions]
  return actions
    .map((action) => ({ action, score: scoreOf(action, asked) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ action }) => action)
}

function scoreOf(action: ActionView, asked: ReadonlySet<string>): number {
  const named = new Set(wordsOf(`${action.title} ${action.name.replaceAll(/[._]|([a-z])(?=[A-Z])/g, '$1 ')}`))
  const described = new Set(wordsOf(`${action.description ?? ''} ${action.connector?.title ?? ''}`))
  const hits = [...asked].reduce(
    (sum, word) => sum + (named.has(word) ? 3 * weightOf(word) : described.has(word) ? weightOf(word) : 0),
    0,
  )
  // Of two that say the same the shorter one means it more.
  return hits === 0 ? 0 : hits / Math.sqrt(2 + named.size)
}
