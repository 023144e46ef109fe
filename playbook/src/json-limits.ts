import { LIMITS } from './document.ts'
import type { Issue, IssuePath } from './issues.ts'

type Walk = { values: number; characters: number; issue: Issue | undefined; ancestors: Set<object> }

/** Checks that a value is JSON within the limits of a document; gives the first fault. */
export function checkJson(value: unknown): Issue | undefined {
  const walk: Walk = { values: 0, characters: 0, issue: undefined, ancestors: new Set() }
  see(value, [], walk)
  return walk.issue
}

function see(value: unknown, path: IssuePath, walk: Walk): void {
  if (walk.issue) return
  walk.values += 1
  if (walk.values > LIMITS.values)
    return fault(walk, [], 'limit', `The document has more than ${LIMITS.values} values`)
  if (path.length > LIMITS.depth)
    return fault(walk, path, 'limit', `The document is nested deeper than ${LIMITS.depth}`)
  if (typeof value === 'string') return count(value, path, walk)
  if (typeof value === 'boolean' || value === null) return
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) fault(walk, path, 'not_json', `${value} can’t be represented in JSON`)
    return
  }
  if (typeof value !== 'object')
    return fault(
      walk,
      path,
      'not_json',
      `${value === undefined ? 'undefined' : `A ${typeof value}`} isn’t JSON`,
    )
  seeContainer(value, path, walk)
}

function seeContainer(value: object, path: IssuePath, walk: Walk): void {
  if (walk.ancestors.has(value))
    return fault(walk, path, 'not_json', 'The document contains a circular reference')
  walk.ancestors.add(value)
  if (Array.isArray(value)) for (const [index, item] of value.entries()) see(item, [...path, index], walk)
  else {
    const proto: unknown = Object.getPrototypeOf(value)
    if (proto !== Object.prototype && proto !== null)
      return fault(walk, path, 'not_json', 'The value isn’t JSON')
    for (const [key, item] of Object.entries(value)) {
      count(key, path, walk)
      see(item, [...path, key], walk)
    }
  }
  walk.ancestors.delete(value)
}

function count(text: string, path: IssuePath, walk: Walk): void {
  walk.characters += text.length
  if (walk.characters > LIMITS.characters) {
    fault(walk, [], 'limit', `The document has more than ${LIMITS.characters} characters`)
  } else if (text.includes('\u0000')) fault(walk, path, 'not_json', 'The text contains a NUL character')
  else if (!text.isWellFormed()) fault(walk, path, 'not_json', 'The text contains an unpaired surrogate')
}

function fault(walk: Walk, path: IssuePath, code: 'limit' | 'not_json', message: string): void {
  walk.issue ??= { path, code, message }
}
