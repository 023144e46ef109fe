import type { JsonValue } from '@caseloom/contract/kernel/json'
import { createBudget } from '@caseloom/playbook/budget'
import { compileExpression, expressionTree } from '@caseloom/playbook/expression'
import { ExpressionError } from '@caseloom/playbook/expression-error'
import { FORMULA_LIMITS } from '@caseloom/playbook/formula'
import { UNSTEADY_NAMES } from '@caseloom/playbook/function-names'
import { referencesOf } from '@caseloom/playbook/references'
import { visit } from '@caseloom/playbook/syntax-tree'

const DEEPEST_TREE = 500

export interface ExpressionFault {
  code: 'bad_expression' | 'unknown_field' | 'not_allowed'
  message: string
  position?: number | undefined
}

/** What an expression reads, by key; `before` holds what it reads of the stored record. */
export interface ExpressionReading {
  record: readonly string[]
  before: readonly string[]
  faults: readonly ExpressionFault[]
}

/** What to use instead of reading a linked record in an expression. */
export const LINKED_INSTEAD =
  'An expression can’t read linked records: use a condition on a linked record, or a field that is set from a linked record'

/** Reads an expression without running it: its syntax, and what it reads. */
export function readExpression(source: string, isField: (key: string) => boolean): ExpressionReading {
  const reads = { record: new Set<string>(), before: new Set<string>() }
  const faults: ExpressionFault[] = []
  try {
    const tree = expressionTree(source)
    visit(tree, DEEPEST_TREE, (node) => {
      if (node.type !== 'variable' || !UNSTEADY_NAMES.has(String(node.value))) return
      const message = `$${String(node.value)} isn’t available: an expression can use only the record and the actor`
      faults.push({ code: 'not_allowed', message, position: node.position })
    })
    for (const reference of referencesOf(tree)) {
      const { position } = reference
      if (reference.kind === 'variable') {
        const message = `Unknown function or variable $${reference.name}`
        faults.push({ code: 'bad_expression', message, position })
        continue
      }
      const { name, part } = reference.kind === 'step' ? { name: 'steps', part: reference.key } : reference
      if (name === 'actor' || name === 'opened') continue
      if (name === 'linked') faults.push({ code: 'not_allowed', message: LINKED_INSTEAD, position })
      else if (name !== 'record' && name !== 'before') {
        const message = `Unknown name "${name}": use record, before, actor, or opened`
        faults.push({ code: 'bad_expression', message, position })
      } else if (part === undefined)
        faults.push({ code: 'not_allowed', message: `Specify a field: ${name}.<key>`, position })
      else if (isField(part)) reads[name].add(part)
      else faults.push({ code: 'unknown_field', message: `Unknown field "${part}"`, position })
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    faults.push({ code: 'bad_expression', message: error.message, position: error.position })
  }
  return { record: [...reads.record], before: [...reads.before], faults }
}

/** Where an expression names fields of the record, now or before; nothing when its syntax is wrong. */
export function fieldPlaces(source: string): { key: string; position: number | undefined }[] {
  try {
    return referencesOf(expressionTree(source)).flatMap((one) =>
      one.kind === 'root' && one.part !== undefined && (one.name === 'record' || one.name === 'before')
        ? [{ key: one.part, position: one.position }]
        : [],
    )
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

/** What an expression gave, or why it gave nothing. */
export type ExpressionResult = { value: JsonValue; fault?: never } | { value?: never; fault: string }

/** Evaluates under the guard of formulas; never throws for what the expression does. */
export async function runExpression(source: string, scope: object): Promise<ExpressionResult> {
  try {
    const bindings = { budget: createBudget(FORMULA_LIMITS), now: 0, seed: '' }
    return { value: (await compileExpression(source).evaluate(scope, bindings)) ?? null }
  } catch (error) {
    if (error instanceof ExpressionError) return { fault: error.message }
    throw error
  }
}
