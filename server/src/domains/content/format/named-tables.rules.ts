import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

const OPERATORS: ReadonlySet<JsonValue | undefined> = new Set(['inTable', 'notInTable'])

/** Reference tables that form logic names: in the workflow of a definition, each once. */
export function tablesNamedIn(definition: JsonValue | undefined): string[] {
  const workflow = isJsonObject(definition) ? definition['workflow'] : undefined
  return [...new Set(named(workflow ?? null))]
}

function named(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(named)
  if (!isJsonObject(value)) return []
  const { op, table } = value
  const own = OPERATORS.has(op) && typeof table === 'string' ? [table] : []
  return [...own, ...Object.values(value).flatMap(named)]
}
