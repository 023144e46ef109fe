import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { CompiledRule } from './compile.ts'
import type { Evaluation } from './evaluate.ts'
import { leafReads, leavesOf } from './test-reads.ts'
import { type Leaf, same } from './tests.ts'

/** A field with the values that it may have instead. */
interface FieldCandidate {
  field: string
  from: JsonValue
  values: readonly JsonValue[]
}

/** Values of fields that conditions distinguish: those that they name, others beside them, options, and nothing. */
export function fieldCandidates(
  rules: readonly CompiledRule[],
  { compiled, context }: Evaluation,
): FieldCandidate[] {
  const named = new Map<string, JsonValue[]>()
  for (const rule of rules) {
    for (const key of [...rule.reads, ...rule.actions.flatMap((one) => one.reads)])
      named.set(key, named.get(key) ?? [])
    for (const [field, values] of namedValues(rule))
      named.set(field, [...(named.get(field) ?? []), ...values])
  }
  const linked = new Set(rules.flatMap(linkedKeys))
  return [...named].flatMap(([field, own]) => {
    const definition = compiled.fields.own.get(field)
    if (definition === undefined || !context.actor.readable(field)) return []
    // What other links would have said isn't known.
    if (context.linkedThen !== undefined && linked.has(field)) return []
    const from = context.record[field] ?? null
    const values: JsonValue[] = [...own, ...valuesOf(definition), null]
    const other = values.filter(
      (value, at) => !same(value, from) && values.findIndex((one) => same(one, value)) === at,
    )
    return other.length === 0 ? [] : [{ field, from, values: other }]
  })
}

/** Reference fields that decide a rule, or from which it takes values, by their linked records. */
function linkedKeys({ test, actions }: CompiledRule): string[] {
  const leaves = test === null ? [] : leavesOf(test)
  return [
    ...leaves.flatMap(({ test: leaf }) => (leaf.kind === 'linked' ? [leaf.key] : [])),
    ...actions.flatMap(({ action }) => ('to' in action && 'through' in action.to ? [action.to.through] : [])),
  ]
}

function valuesOf(field: FieldInput): JsonValue[] {
  if (!('options' in field)) return []
  const keys = field.options.map(({ key }) => key)
  return fieldTraits(field).several ? keys.map((key) => [key]) : keys
}

function namedValues({ test, placed }: CompiledRule): [string, JsonValue[]][] {
  const { when } = placed.rule
  if (test === null || when === undefined) return []
  return leavesOf(test).flatMap(({ test: leaf, path }) => {
    const value = valueAt(when, path)
    return leafReads(leaf).map((field): [string, JsonValue[]] => [field, boundaryValues(leaf, value)])
  })
}

/** The value of the condition at a place. */
function valueAt(when: object, path: string): JsonValue {
  let found: unknown = when
  for (const part of path === '' ? [] : path.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined
  const value: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, 'value') : undefined
  // Conditions are JSON by their schema.
  return (value ?? null) as JsonValue
}

function boundaryValues(leaf: Leaf, value: JsonValue): JsonValue[] {
  if (leaf.kind !== 'field' || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((one): JsonValue[] => {
    if (typeof one === 'number') return [one, one + 1, one - 1]
    return one === 'me' ? [] : [one]
  })
}
