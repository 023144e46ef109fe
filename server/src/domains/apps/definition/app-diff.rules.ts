import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { AppDefinition, StoredField } from './app-definition.ts'

/** One difference between two revisions: its place in words of the definition, and both values. */
export interface Difference {
  place: string
  from: JsonValue
  to: JsonValue
}

const MOST = 100

/** What has fields and further parts: an app or an applet. */
type Definition = Pick<AppDefinition, 'classEpochs' | 'changing'> & {
  fields: readonly StoredField[]
  workflow?: AppDefinition['workflow'] | undefined
}

/** What changed between two revisions, field by field and property by property; at most 100 differences. */
export function definitionDifferences<Whole extends Definition>(before: Whole, after: Whole): Difference[] {
  const found: Difference[] = []
  compare('', plain(before), plain(after), found)
  return found.slice(0, MOST)
}

/** Fields and options by key instead of position, so that a moved field is no change of all after it. */
function plain(definition: Definition): JsonValue {
  const { fields, classEpochs: _epochs, changing: _changing, workflow, ...shape } = definition
  const byKey = fields.map((field) => {
    const options = 'options' in field ? Object.fromEntries(field.options.map((o) => [o.key, o])) : undefined
    const { generation: _own, ...shown } = field
    return [field.key, { ...shown, ...(options === undefined ? {} : { options }) }]
  })
  const tests = workflow?.tests?.map((test) => [test.name, test])
  const logic =
    workflow === undefined
      ? {}
      : { workflow: { ...workflow, ...(tests === undefined ? {} : { tests: Object.fromEntries(tests) }) } }
  // A definition came out of JSON; only its type does not say so.
  return { ...shape, ...logic, fields: Object.fromEntries(byKey) } as unknown as JsonValue
}

function isBag(value: JsonValue): value is { [key: string]: JsonValue } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function compare(place: string, from: JsonValue, to: JsonValue, found: Difference[]): void {
  if (found.length >= MOST) return
  if (isBag(from) && isBag(to)) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)]))
      compare(place === '' ? key : `${place}.${key}`, from[key] ?? null, to[key] ?? null, found)
    return
  }
  if (JSON.stringify(from) !== JSON.stringify(to)) found.push({ place, from, to })
}
