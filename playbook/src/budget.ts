import { ExpressionError } from './expression-error.ts'

/**
 * Work and size limits of the expressions of one step. They count evaluation steps, not time,
 * so that a replay reaches the same verdict.
 */
export type Limits = {
  /** Evaluation steps; 1 is one node of the expression, big values cost more. */
  steps: number
  /** Longest text that an expression may make, in UTF-16 units. */
  text: number
  /** Longest list that an expression may make. */
  list: number
  /** Deepest evaluation (calls and nested nodes). */
  depth: number
  /** Biggest result: values in it, counted as often as they occur. */
  values: number
}

export const DEFAULT_LIMITS: Limits = {
  steps: 2_000_000,
  text: 8_000_000,
  list: 100_000,
  depth: 50_000,
  values: 4_000_000,
}

/** Counts the work of the expressions of one step. */
export type Budget = {
  readonly limits: Limits
  used: number
}

/** A fresh budget. */
export function createBudget(limits: Limits = DEFAULT_LIMITS): Budget {
  return { limits, used: 0 }
}

/** Charges work to a budget; throws `expression.limit` when it is used up. */
export function spend(budget: Budget, steps: number): void {
  budget.used += steps
  if (budget.used > budget.limits.steps) {
    throw new ExpressionError(
      'expression.limit',
      `The expression needs more than ${budget.limits.steps} evaluation steps`,
    )
  }
}

/** Refuses a text that would be too long, before it is made. */
export function allowText(budget: Budget, length: number): void {
  if (length <= budget.limits.text) return
  throw new ExpressionError(
    'expression.limit',
    `The expression creates a text longer than ${budget.limits.text} characters`,
  )
}

/** Refuses a list that would be too long. */
export function allowList(budget: Budget, length: number): void {
  if (length <= budget.limits.list) return
  throw new ExpressionError(
    'expression.limit',
    `The expression creates a list longer than ${budget.limits.list} items`,
  )
}
