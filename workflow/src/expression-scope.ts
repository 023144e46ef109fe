import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ExpressionReading } from './expression.ts'
import type { FormContext, Values } from './form-context.ts'
import { valueIn } from './tests.ts'

/** The values of what an expression reads; those that are empty are absent. */
export function scopeOf(reading: ExpressionReading, context: FormContext, value: (key: string) => JsonValue) {
  const pick = (keys: readonly string[], read: (key: string) => JsonValue): Values =>
    Object.fromEntries(keys.map((key) => [key, read(key)] as const).filter(([, found]) => found !== null))
  const { id, kind, groups, roles } = context.actor
  return {
    record: pick(reading.record, value),
    before: pick(reading.before, (key) => valueIn(context.before, key)),
    actor: { id, kind, groups, roles },
    opened: context.occasion,
  }
}
