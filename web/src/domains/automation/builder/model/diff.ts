import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { same } from './merge.ts'
import { isObject, stepsOf, triggersOf } from './places.ts'
import { testsOf } from './saved-tests.ts'

interface PropertyChange {
  name: string
  from: JsonValue | undefined
  to: JsonValue | undefined
}

export interface PartChange {
  kind: 'added' | 'changed' | 'removed'
  /** Step key, `trigger/<key>`, or null for the playbook itself. */
  node: string | null
  title: string
  properties: PropertyChange[]
}

// The canvas layout changes nothing; the server assigns versions.
const ASIDE = new Set(['steps', 'triggers', 'canvas', 'version', 'onError', 'tests'])
const HELD = new Set(['steps', 'catch', 'finally', 'branches'])

/** Differences between two documents: the playbook, then triggers, then steps. */
export function changesBetween(before: JsonObject, after: JsonObject): PartChange[] {
  const own = properties(wholeOf(before), wholeOf(after))
  const whole: PartChange[] =
    own.length === 0 ? [] : [{ kind: 'changed', node: null, title: '', properties: own }]
  return [...whole, ...parts(partsOf(before), partsOf(after))]
}

/** The playbook without its parts, and its tests by key. */
function wholeOf(document: JsonObject): JsonObject {
  const tests = testsOf(document).map(({ key, test }) => [key, test] as const)
  return { ...without(document, ASIDE), ...(tests.length === 0 ? {} : { tests: Object.fromEntries(tests) }) }
}

function partsOf(document: JsonObject): Map<string, JsonObject> {
  return new Map([
    ...triggersOf(document).map(({ key, trigger }) => [`trigger/${key}`, trigger] as const),
    // A block's steps are compared one by one; its branches by key.
    ...stepsOf(document).map(({ key, step, blocks }) => {
      const branches = step['branches']
      const names = Array.isArray(branches)
        ? { branches: branches.map((one) => (isObject(one) ? (one['key'] ?? null) : null)) }
        : {}
      const inside = blocks.length === 0 ? {} : { block: blocks.at(-1) ?? '' }
      return [key, { ...without(step, HELD), ...names, ...inside }] as const
    }),
  ])
}

function parts(before: Map<string, JsonObject>, after: Map<string, JsonObject>): PartChange[] {
  const nodes = [...new Set([...after.keys(), ...before.keys()])]
  return nodes.flatMap((node): PartChange[] => {
    const [old, next] = [before.get(node), after.get(node)]
    const title = titleOf(next ?? old, node)
    if (old === undefined) return [{ kind: 'added', node, title, properties: [] }]
    if (next === undefined) return [{ kind: 'removed', node, title, properties: [] }]
    const changed = properties(old, next)
    return changed.length === 0 ? [] : [{ kind: 'changed', node, title, properties: changed }]
  })
}

function titleOf(part: JsonObject | undefined, node: string): string {
  const title = part?.['title']
  return typeof title === 'string' && title !== '' ? title : node.replace(/^trigger\//, '')
}

function without(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}

function properties(before: JsonObject, after: JsonObject, way = ''): PropertyChange[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return names.flatMap((name) => {
    const [from, to] = [before[name], after[name]]
    if (same(from, to)) return []
    const whole = way === '' ? name : `${way}.${name}`
    return isObject(from) && isObject(to) ? properties(from, to, whole) : [{ name: whole, from, to }]
  })
}
