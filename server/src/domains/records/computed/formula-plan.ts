import type { Field } from '@caseloom/contract/field-types/fields'
import { readFormula } from '@caseloom/playbook/formula'
import type { AppShape, FieldShape } from '../model/record-shape.ts'

/** A formula with what it reads, keys of fields and facts. */
export interface PlannedFormula {
  field: FieldShape & { definition: Field & { type: 'formula' } }
  reads: readonly string[]
}

const plans = new WeakMap<AppShape, readonly PlannedFormula[]>()

/** The formulas of a revision in dependency order, computed once. */
export function formulaPlan(app: AppShape): readonly PlannedFormula[] {
  const known = plans.get(app)
  if (known !== undefined) return known
  const plan = makePlan(app)
  plans.set(app, plan)
  return plan
}

function makePlan(app: AppShape): PlannedFormula[] {
  const all = new Map<string, PlannedFormula>()
  for (const field of app.fields) {
    if (!isFormula(field)) continue
    const { reads = [] } = readFormula(field.definition.expression, (key) => app.byKey.has(key))
    all.set(field.key, { field, reads })
  }
  const plan: PlannedFormula[] = []
  const seen = new Set<string>()
  const visit = (formula: PlannedFormula) => {
    if (seen.has(formula.field.key)) return
    seen.add(formula.field.key)
    for (const key of formula.reads) {
      const inner = all.get(key)
      if (inner !== undefined) visit(inner)
    }
    plan.push(formula)
  }
  for (const formula of all.values()) visit(formula)
  return plan
}

function isFormula(field: FieldShape): field is PlannedFormula['field'] {
  return 'expression' in field.definition
}

/** The formulas that may give something else after these keys changed: those that read them, and so on. */
export function touchedBy(
  plan: readonly PlannedFormula[],
  changed: ReadonlySet<string>,
): readonly PlannedFormula[] {
  const moved = new Set(changed)
  return plan.filter(({ field, reads }) => {
    const touched = reads.some((key) => moved.has(key))
    if (touched) moved.add(field.key)
    return touched
  })
}
