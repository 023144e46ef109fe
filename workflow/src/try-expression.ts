import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { CompiledRule } from './compile.ts'
import { Evaluation } from './evaluate.ts'
import { runExpression } from './expression.ts'
import { scopeOf } from './expression-scope.ts'
import type { FormOutcome, Values } from './form-context.ts'
import { expressionTest } from './tests.ts'

/** What an expression gives in an evaluation, with what it read. */
export type TriedExpression =
  | { value: JsonValue; record: Values; before: Values }
  | { fault: string }
  /** It reads what the actor can't. */
  | { hidden: true }

/**
 * Evaluates an expression at the place of a rule, or of one of its actions, as an evaluation left the record there; null
 * where the evaluation has no such place, or the expression can't be read.
 */
export async function tryExpression(
  outcome: FormOutcome,
  source: string,
  at: { rule: string; action?: string | undefined },
): Promise<TriedExpression | null> {
  if (!(outcome instanceof Evaluation)) return null
  const { compiled, context } = outcome
  const rule = compiled.rules.find(({ placed }) => placed.rule.id === at.rule)
  const { reading } = expressionTest(source, compiled.fields)
  if (rule === undefined || reading.faults.length > 0) return null
  if (![...reading.record, ...reading.before].every((key) => context.actor.readable(key)))
    return { hidden: true }
  const scope = scopeOf(reading, context, (field) => valueAt(outcome, rule, field, at.action))
  const { value, fault } = await runExpression(source, scope)
  if (fault !== undefined) return { fault }
  return { value: value ?? null, record: scope.record, before: scope.before }
}

/** The linked records that an evaluation read; null where it read none. */
export function linkedIn(outcome: FormOutcome, reference: string): readonly Values[] | null {
  return outcome instanceof Evaluation ? outcome.context.linked(reference) : null
}

/** The value of a field as a condition sees it, or an action: with what those before it in the rule wrote. */
function valueAt(
  outcome: Evaluation,
  rule: CompiledRule,
  field: string,
  action: string | undefined,
): JsonValue {
  const order = rule.actions.map((one) => one.action.id)
  const own = outcome.writes.findLast(
    (write) =>
      write.rule === rule.index &&
      write.field === field &&
      action !== undefined &&
      order.indexOf(write.action) < order.indexOf(action),
  )
  return own === undefined ? outcome.valueAt(field, rule.index) : own.value
}
