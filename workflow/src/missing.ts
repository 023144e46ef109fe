import type { CompiledWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import type { FormContext, FormOutcome } from './form-context.ts'
import { isEmpty } from './tests.ts'

/**
 * Fields that the outcome requires and that are empty. One that was empty and required before the change is left alone:
 * a rule that came later must not keep every other change from being saved. Hidden fields can't be filled in.
 */
export function missingFields(
  compiled: CompiledWorkflow,
  context: FormContext,
  outcome: FormOutcome,
): string[] {
  const missing = requiredAndEmpty(context, outcome)
  const { before } = context
  if (missing.length === 0 || before === null) return missing
  const earlier = evaluate(compiled, { ...context, record: before })
  const known = new Set(requiredAndEmpty({ ...context, record: before }, earlier))
  return missing.filter((key) => !known.has(key))
}

function requiredAndEmpty({ record }: FormContext, { items, values }: FormOutcome): string[] {
  return [...items].flatMap(([item, { required, visible }]) => {
    const key = item.slice('field:'.length)
    if (!item.startsWith('field:') || required?.value !== true || visible?.value === false) return []
    return isEmpty(Object.hasOwn(values, key) ? values[key] : record[key]) ? [key] : []
  })
}
