import { clockValues } from '../case-fields/clock.rules.ts'
import { taskStamps } from '../case-fields/task.rules.ts'
import type { Derivation, Values } from '../model/record-shape.ts'

/** Values that follow from others; only those that may differ from the record's. Pure. */
export type Deriver = (derivation: Derivation) => Values

/** In this order, each sees what the ones before it filled: first tasks, then clocks, then formulas. */
const DERIVERS: readonly Deriver[] = [taskStamps, clockValues]

/** All values that follow from the record as given. */
export function derivedValues(derivation: Derivation): Values {
  let { record } = derivation
  let derived: Values = {}
  for (const derive of DERIVERS) {
    const values = derive({ ...derivation, record })
    derived = { ...derived, ...values }
    record = { ...record, values: { ...record.values, ...values } }
  }
  return derived
}
