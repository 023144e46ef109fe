import { editDistance } from '@caseloom/contract/values/edit-distance'
import { allowList, spend } from './budget.ts'
import { type Native, stateOf } from './evaluation-state.ts'
import { ExpressionError } from './expression-error.ts'
import { sizeOf } from './json-size.ts'
import { charged, plainFault, textFor } from './own-arguments.ts'
import { toPlain } from './to-plain-json.ts'

/** Characters of each text that `$similarity` compares. */
const MAX_COMPARED = 2_000
/** Lines that `$diff` finds to be different; the work grows with their square. */
const MAX_CHANGED_LINES = 1_000

/** Functions that compare two values. */
export function compareFunctions(): Record<string, Native> {
  return {
    similarity(left: unknown, right: unknown) {
      if (left === undefined || right === undefined) return undefined
      const [a, b] = [textFor('similarity', left), textFor('similarity', right)]
      if (Math.max(a.length, b.length) > MAX_COMPARED)
        throw new ExpressionError(
          'expression.limit',
          `$similarity compares texts of up to ${MAX_COMPARED} characters`,
        )
      spend(stateOf(this.environment).budget, (a.length * b.length) >> 6)
      return similarity([...a], [...b])
    },
    async diff(before: unknown, after: unknown) {
      if (before === undefined || after === undefined) return undefined
      const { budget } = stateOf(this.environment)
      const { lineChanges, valueChanges } = await import('./differences.ts')
      if (typeof before === 'string' && typeof after === 'string') {
        const found = lineChanges(charged(this, before, 3), charged(this, after, 3), MAX_CHANGED_LINES)
        if (found !== undefined) return found
        throw new ExpressionError(
          'expression.limit',
          `$diff finds up to ${MAX_CHANGED_LINES} lines that differ`,
        )
      }
      spend(budget, sizeOf(before, budget) + sizeOf(after, budget))
      const [a, b] = [toPlain(before, budget), toPlain(after, budget)]
      if (a === undefined || b === undefined) throw plainFault('diff', 'takes values, not functions')
      const changes = valueChanges(a, b)
      allowList(budget, changes.length)
      return changes
    },
  }
}

/** 1 for equal texts, 0 for texts that share nothing: one minus the edits that make one the other, by the longer one. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : Math.round((1 - editDistance(a, b) / longer) * 1_000) / 1_000
}
