// The package format: typed YAML files with a manifest, always the same bytes for the same content.
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { printYaml } from '@caseloom/playbook/yaml'

/** What a reader wants to see first of anything; the rest follows by the alphabet. */
const FIRST = [
  'format',
  'package',
  'playbook',
  'key',
  'kind',
  'name',
  'title',
  'acronym',
  'version',
  'label',
  'type',
  'description',
  'action',
]

/** The same value with its members in the order in which packages are written. */
export function ordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const names = Object.keys(value).toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return Object.fromEntries(names.map((name) => [name, ordered(value[name] ?? null)]))
}

function rank(name: string): number {
  const at = FIRST.indexOf(name)
  return at === -1 ? FIRST.length : at
}

/** A document as the text of its file. */
export function printDocument(document: JsonObject): string {
  return printYaml(ordered(document))
}

/** A value out of JSON: without what is undefined in it. */
export function plainJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject // an object is what callers hand over
}
