import type { JsonValue } from '@caseloom/contract/json'
import { createBudget } from '@caseloom/playbook/budget'
import { compileExpression, compileTemplate } from '@caseloom/playbook/expression'
import { ExpressionError } from '@caseloom/playbook/expression-error'

export interface Question {
  id: number
  value: JsonValue
  scope: { [root: string]: JsonValue }
  now: number
}

/** What a value with expressions gives; `nothing` names expressions that give nothing with the examples. */
export type Answer =
  | { id: number; ok: true; value?: JsonValue; nothing: readonly string[] }
  | { id: number; ok: false; message: string; position?: number }

const LIMITS = { steps: 200_000, text: 1_000_000, list: 20_000, depth: 5_000, values: 200_000 }

/** Evaluates a value as a step would, but in short order: a preview must not take long. */
export async function evaluateValue({ id, value, scope, now }: Question): Promise<Answer> {
  try {
    const template = compileTemplate(value)
    const bindings = () => ({ budget: createBudget(LIMITS), now, seed: 'preview' })
    const given = await template.evaluate(scope, bindings())
    const nothing: string[] = []
    for (const { source } of template.expressions) {
      const part = await compileExpression(source).evaluate(scope, bindings())
      if (part === undefined) nothing.push(source)
    }
    return { id, ok: true, nothing, ...(given === undefined ? {} : { value: given }) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message, position } = error
    return { id, ok: false, message, ...(position === undefined ? {} : { position }) }
  }
}
