import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { type Shape, shapeOf } from './shapes.ts'

/** One value of an event that a field can take. */
export interface Leaf {
  /** As an expression names it below the event: `entities[0].hostName`. */
  path: string
  /** The names on the way, without positions in lists; some senders write them into one key with dots. */
  keys: readonly string[]
  value: JsonValue
  shape: Shape
}

const MAX_LEAVES = 600
const MAX_DEPTH = 12
/** Elements of a list of objects that are offered one by one. */
const MAX_ELEMENTS = 5
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const RESERVED = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function'])

/** All values of an event by their paths, in its order. */
export function leavesOf(event: JsonObject): Leaf[] {
  const leaves: Leaf[] = []
  walk(event, { path: '', keys: [] }, leaves)
  return leaves
}

/** A key as a part of a path; null for one that no expression can name. */
export function pathPart(key: string): string | null {
  if (NAME.test(key) && !RESERVED.has(key)) return key
  return key === '' || key.includes('`') ? null : `\`${key}\``
}

function walk(value: JsonValue, at: Pick<Leaf, 'path' | 'keys'>, leaves: Leaf[]): void {
  if (leaves.length >= MAX_LEAVES || at.keys.length > MAX_DEPTH) return
  if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const part = pathPart(key)
      if (part === null) continue
      walk(
        inner,
        { path: at.path === '' ? part : `${at.path}.${part}`, keys: [...at.keys, ...key.split('.')] },
        leaves,
      )
    }
    return
  }
  if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
    for (const [index, inner] of value.slice(0, MAX_ELEMENTS).entries())
      walk(inner, { path: `${at.path}[${index}]`, keys: at.keys }, leaves)
    return
  }
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (!isEmpty)
    leaves.push({ ...at, value, shape: shapeOf(Array.isArray(value) ? (value[0] ?? null) : value) })
}
