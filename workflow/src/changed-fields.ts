import type { FormContext, Values } from './form-context.ts'
import { same, valueIn } from './tests.ts'

/** Whether what a condition can read besides the record is as before. */
export function continues(before: FormContext, now: FormContext): boolean {
  return before.occasion === now.occasion && before.actor === now.actor && before.zone === now.zone
}

/** Those of the fields that have another value than in the evaluation before. */
export function changedFields(reads: readonly string[], before: FormContext, now: FormContext): Set<string> {
  const differs = (a: Values | null, b: Values | null, key: string) =>
    a !== b && !same(valueIn(a, key), valueIn(b, key))
  const isNew = (before.before === null) !== (now.before === null)
  return new Set(
    reads.filter(
      (key) => isNew || differs(before.record, now.record, key) || differs(before.before, now.before, key),
    ),
  )
}
