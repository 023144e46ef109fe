// Values that follow from others: formulas and automatic timestamps, and working them out again for all
// records.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ActorRef, RecordView } from '@caseloom/contract/records/records'
import { evaluateFormula, recordBudget } from '@caseloom/playbook/formula'
import type { AppShape, Change, StoredRecord, Values } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'
import { formulaResult } from '@caseloom/playbook/formula-result'
import { formulaPlan, type PlannedFormula, touchedBy } from './formula-plan.ts'

/** Facts that are new at every change. */
const MOVING = ['updated_at', 'updated_by']

export interface Computed {
  values: Values
  /** Why a formula gave nothing, by key. */
  faults: Readonly<Record<string, string>>
}

/** Works formulas of a record out, in their order, within one budget; each sees what those before it gave. */
export async function computeFormulas(
  record: StoredRecord,
  formulas: readonly PlannedFormula[],
): Promise<Computed> {
  const values: Record<string, JsonValue> = {}
  const faults: Record<string, string> = {}
  const budget = recordBudget()
  for (const { field, reads } of formulas) {
    const facts = Object.fromEntries(
      reads.map((key) => [key, Object.hasOwn(values, key) ? (values[key] ?? null) : factOf(record, key)]),
    )
    const { expression, result } = field.definition
    const outcome = await evaluateFormula(expression, facts, budget, breathe)
    const said =
      outcome.fault === undefined
        ? formulaResult(result, outcome.value, (raw) => field.read(raw))
        : { value: null, fault: outcome.fault }
    values[field.key] = said.value
    if (said.fault !== undefined) faults[field.key] = said.fault
  }
  return { values, faults }
}

async function breathe(): Promise<void> {
  await nextTurn()
}

function factOf(record: StoredRecord, key: string): JsonValue {
  switch (key) {
    case 'created_at':
      return record.createdAt.toISOString()
    case 'updated_at':
      return record.updatedAt.toISOString()
    case 'created_by':
      return person(record.createdBy)
    case 'updated_by':
      return person(record.updatedBy)
    default:
      return record.values[key] ?? null
  }
}

function person({ id, name }: ActorRef): JsonValue {
  return { id, name }
}

/** A decided change with the formulas that follow from it; the same when none does. */
export async function withFormulas(app: AppShape, decided: Change): Promise<Change> {
  const plan = formulaPlan(app)
  if (plan.length === 0) return decided
  const { record, changes, action } = decided
  const changed = new Set([...changes.map((change) => change.field), ...MOVING])
  const touched = action === 'created' ? plan : touchedBy(plan, changed)
  if (touched.length === 0) return decided
  const { values } = await computeFormulas(record, touched)
  const more = Object.entries(values).flatMap(([field, to]) => {
    const from = record.values[field] ?? null
    return sameValue(from, to) ? [] : [{ field, from, to }]
  })
  return {
    ...decided,
    record: { ...record, values: { ...record.values, ...values } },
    changes: [...changes, ...more],
  }
}

/** A single record as viewed: with the reasons why formulas in the view are empty. */
export async function withFaults(app: AppShape, record: StoredRecord, view: RecordView): Promise<RecordView> {
  const plan = formulaPlan(app)
  const isEmpty = ({ field }: PlannedFormula) => (record.values[field.key] ?? null) === null
  if (!plan.some(isEmpty)) return view
  // Nothing keeps the reasons: the formulas are worked out once more, which says the same.
  const { faults } = await computeFormulas(record, plan)
  const shown = Object.entries(faults).filter(([key]) => Object.hasOwn(view.fields, key))
  return shown.length === 0 ? view : { ...view, faults: Object.fromEntries(shown) }
}
