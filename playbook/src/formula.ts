import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Budget, createBudget, type Limits } from './budget.ts'
import { compileExpression, expressionTree } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { UNSTEADY_NAMES } from './function-names.ts'
import { type Reference, referencesOf } from './references.ts'
import { visit } from './syntax-tree.ts'

/** Facts of the record that a formula may read besides its fields; the last two have `id` and `name`. */
export const FORMULA_FACTS = ['created_at', 'updated_at', 'created_by', 'updated_by'] as const

/** A formula runs at every write, so it may work far less than a step of a playbook. */
export const FORMULA_LIMITS: Limits = {
  steps: 100_000,
  text: 100_000,
  list: 10_000,
  depth: 2_000,
  values: 50_000,
}
/** What all formulas of a record may work together. */
export const RECORD_STEPS = 400_000

const DEEPEST_TREE = 500

export interface FormulaFault {
  code: 'bad_expression' | 'unknown_field' | 'not_allowed'
  message: string
  position?: number | undefined
}
/** What a formula reads: keys of fields and facts, each once. */
export type FormulaReading =
  | { reads: readonly string[]; faults?: never }
  | { reads?: never; faults: readonly FormulaFault[] }

const FACTS: ReadonlySet<string> = new Set(FORMULA_FACTS)

/** What to use instead of reading a linked record in a formula. */
const LINKED_INSTEAD =
  'A formula can’t read linked records: have a rule of the workflow set a field from the linked record, and read that field'

/**
 * Reads a formula without running it: syntax, unknown names, clock and random. `isField` knows the app's keys that have a
 * value, `isLink` its reference fields.
 */
export function readFormula(
  expression: string,
  isField: (key: string) => boolean,
  isLink: (key: string) => boolean = () => false,
): FormulaReading {
  const faults: FormulaFault[] = []
  const reads = new Set<string>()
  try {
    const tree = expressionTree(expression)
    visit(tree, DEEPEST_TREE, (node) => {
      if (node.type === 'variable' && UNSTEADY_NAMES.has(String(node.value)))
        faults.push({
          code: 'not_allowed',
          message: `$${String(node.value)} isn’t available: a formula can use only the record’s values`,
          position: node.position,
        })
    })
    for (const reference of referencesOf(tree)) {
      const found = readOf(reference, isField, isLink)
      if (typeof found === 'string') reads.add(found)
      else faults.push({ ...found, position: reference.position })
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    faults.push({ code: 'bad_expression', message: error.message, position: error.position })
  }
  return faults.length > 0 ? { faults } : { reads: [...reads] }
}

function readOf(
  reference: Reference,
  isField: (key: string) => boolean,
  isLink: (key: string) => boolean,
): string | FormulaFault {
  const known = (key: string) => isField(key) || FACTS.has(key)
  const unknown = (key: string): FormulaFault =>
    isLink(key)
      ? { code: 'not_allowed', message: LINKED_INSTEAD }
      : { code: 'unknown_field', message: `Unknown field "${key}"` }
  switch (reference.kind) {
    case 'variable':
      return { code: 'bad_expression', message: `Unknown function or variable $${reference.name}` }
    case 'step':
      return known('steps') ? 'steps' : unknown('steps')
    case 'root': {
      const { name, part } = reference
      if (name === 'record' && part !== undefined) return known(part) ? part : unknown(part)
      if (name === 'record') return { code: 'not_allowed', message: 'Specify a field: record.<key>' }
      if (name === 'linked' && part !== undefined && !known(name))
        return { code: 'not_allowed', message: LINKED_INSTEAD }
      return known(name) ? name : unknown(name)
    }
    default:
      return reference satisfies never
  }
}

/** What a formula gave, or why it gave nothing. */
export type FormulaOutcome =
  | { value: JsonValue | undefined; fault?: never }
  | { value?: never; fault: string }

/** The work that the formulas of one record may still do. */
export function recordBudget(): Budget {
  return createBudget({ ...FORMULA_LIMITS, steps: RECORD_STEPS })
}

/**
 * Works a formula out over the facts that it reads; empty facts are left out. Charges the record's budget. Never
 * throws for what the formula does.
 */
export async function evaluateFormula(
  expression: string,
  facts: Readonly<Record<string, JsonValue>>,
  budget: Budget,
  breathe?: () => Promise<void>,
): Promise<FormulaOutcome> {
  const left = budget.limits.steps - budget.used
  if (left <= 0) return { fault: 'The formulas of this record take too long to compute' }
  const own = createBudget({ ...FORMULA_LIMITS, steps: Math.min(FORMULA_LIMITS.steps, left) })
  const given = Object.entries(facts).filter(([, value]) => value !== null)
  const record = Object.fromEntries(given)
  try {
    const bindings = { budget: own, now: 0, seed: '', breathe }
    return { value: await compileExpression(expression).evaluate({ ...record, record }, bindings) }
  } catch (error) {
    if (error instanceof ExpressionError) return { fault: error.message }
    throw error
  } finally {
    budget.used += Math.min(own.used, own.limits.steps)
  }
}
