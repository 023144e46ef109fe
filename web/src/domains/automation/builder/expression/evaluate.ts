import type { JsonValue } from '@caseloom/contract/kernel/json'
import { createBudget } from '@caseloom/playbook/budget'
import { compileExpression, compileTemplate, expressionTree } from '@caseloom/playbook/expression'
import { ExpressionError } from '@caseloom/playbook/expression-error'
import { referencesOf } from '@caseloom/playbook/references'

export interface Question {
  id: number
  value: JsonValue
  scope: { [root: string]: JsonValue }
  now: number
}

/** `nothing` lists expressions without a result for the samples. */
export type Answer =
  | { id: number; ok: true; value?: JsonValue; nothing: readonly string[] }
  | { id: number; ok: false; message: string; position?: number }

const LIMITS = { steps: 200_000, text: 1_000_000, list: 20_000, depth: 5_000, values: 200_000 }

const OF_BLOCKS: ReadonlySet<string> = new Set(['item', 'index', 'error', 'event', 'output'])

/** True for an expression that needs an iteration or event without a known sample. */
function readsUnknown(source: string, scope: Question['scope']): boolean {
  return referencesOf(expressionTree(source)).some(
    (one) => one.kind === 'root' && OF_BLOCKS.has(one.name) && scope[one.name] === undefined,
  )
}

/** Evaluates a value as a step would, with a short time limit. */
export async function evaluateValue({ id, value, scope, now }: Question): Promise<Answer> {
  try {
    const template = compileTemplate(value)
    const bindings = () => ({ budget: createBudget(LIMITS), now, seed: 'preview' })
    const given = await template.evaluate(scope, bindings())
    const nothing: string[] = []
    for (const { source } of template.expressions) {
      const part = await compileExpression(source).evaluate(scope, bindings())
      if (part === undefined && !readsUnknown(source, scope)) nothing.push(source)
    }
    return { id, ok: true, nothing, ...(given === undefined ? {} : { value: given }) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message, position } = error
    return { id, ok: false, message, ...(position === undefined ? {} : { position }) }
  }
}
