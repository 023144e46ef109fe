import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { labelAt } from '../../ui/schema-form/schema-fields.ts'

export function inputLines(schema: JsonObject, values: JsonObject): { label: string; text: string }[] {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ({ label: labelAt(schema, [name]), text: textOf(value) }))
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
