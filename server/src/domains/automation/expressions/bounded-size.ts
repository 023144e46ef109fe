import type { JsonValue } from '@caseloom/contract/kernel/json'

/** Counting stops here: what is bigger is only known to be big. */
const MAX_NODES = 500
const MAX_CHARACTERS = 64 * 1024

/** About the length of a value's JSON text, or -1 when it is too big to be worth counting. */
export function boundedSize(value: JsonValue): number {
  const walk = { nodes: 0, size: 0 }
  return count(value, walk, 0) ? walk.size : -1
}

function count(value: JsonValue, walk: { nodes: number; size: number }, depth: number): boolean {
  walk.nodes += 1
  if (walk.nodes > MAX_NODES || walk.size > MAX_CHARACTERS || depth > 100) return false
  if (typeof value === 'string') walk.size += value.length + 2
  else if (typeof value !== 'object' || value === null) walk.size += String(value).length
  else if (Array.isArray(value)) {
    if (value.length > MAX_NODES) return false
    walk.size += 2 + Math.max(0, value.length - 1)
    return value.every((item) => count(item, walk, depth + 1))
  } else {
    walk.size += 1
    for (const key of Object.keys(value)) {
      walk.size += key.length + 4
      const item = value[key]
      if (item !== undefined && !count(item, walk, depth + 1)) return false
    }
  }
  return true
}
