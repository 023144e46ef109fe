import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** A path in a document: `['steps', 2, 'branches', 0, 'steps', 1]`. */
export type Path = readonly (string | number)[]

export interface FoundStep {
  key: string
  step: JsonObject
  path: Path
  list: Path
  index: number
  /** Keys of the enclosing blocks, outermost first. */
  blocks: readonly string[]
}

/** A list of steps inside a block: `steps`, `catch`, `finally`, or a branch. */
interface HeldList {
  path: Path
  steps: readonly JsonValue[]
  name: string
  title: string | null
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let found = value
  for (const part of path) {
    if (Array.isArray(found) && typeof part === 'number') found = found[part]
    else if (isObject(found)) found = found[String(part)]
    else return undefined
  }
  return found
}

/** Immutable set; undefined removes a property. Preserves key order. */
export function setAt(value: JsonValue, path: Path, next: JsonValue | undefined): JsonValue {
  const [part, ...rest] = path
  if (part === undefined) return next ?? null
  if (Array.isArray(value) && typeof part === 'number') {
    const inner = rest.length === 0 ? next : setAt(value[part] ?? {}, rest, next)
    return inner === undefined ? value.toSpliced(part, 1) : value.with(part, inner)
  }
  const held = isObject(value) ? value : {}
  const inner = rest.length === 0 ? next : setAt(held[part] ?? {}, rest, next)
  if (inner !== undefined) return { ...held, [part]: inner }
  const { [part]: _gone, ...others } = held
  return others
}

export function setIn(document: JsonObject, path: Path, next: JsonValue | undefined): JsonObject {
  const whole = setAt(document, path, next)
  return isObject(whole) ? whole : document
}

export function listAt(document: JsonObject, path: Path): readonly JsonValue[] {
  const list = valueAt(document, path)
  return Array.isArray(list) ? list : []
}

/** Step lists of a block, in execution order. */
export function listsIn(step: JsonObject, path: Path): HeldList[] {
  const held = (['steps', 'catch', 'finally'] as const).flatMap((name): HeldList[] => {
    const steps = step[name]
    return Array.isArray(steps) ? [{ path: [...path, name], steps, name, title: null }] : []
  })
  const branches = Array.isArray(step['branches']) ? step['branches'] : []
  const parallel = branches.flatMap((branch, index): HeldList[] => {
    if (!isObject(branch)) return []
    const { key, title, steps } = branch
    return [
      {
        path: [...path, 'branches', index, 'steps'],
        steps: Array.isArray(steps) ? steps : [],
        name: typeof key === 'string' ? key : String(index),
        title: typeof title === 'string' ? title : null,
      },
    ]
  })
  return [...held, ...parallel]
}

/** All steps, including those in blocks and `onError`; steps without a key are skipped. */
export function stepsOf(document: JsonObject): FoundStep[] {
  const found: FoundStep[] = []
  const walk = (list: readonly JsonValue[], path: Path, blocks: readonly string[]): void => {
    for (const [index, step] of list.entries()) {
      if (!isObject(step)) continue
      const place = [...path, index]
      const key = typeof step['key'] === 'string' ? step['key'] : ''
      if (key !== '') found.push({ key, step, path: place, list: path, index, blocks })
      for (const held of listsIn(step, place)) walk(held.steps, held.path, [...blocks, key])
    }
  }
  walk(listAt(document, ['steps']), ['steps'], [])
  walk(listAt(document, ['onError', 'steps']), ['onError', 'steps'], [])
  return found
}

export function findStep(document: JsonObject, key: string): FoundStep | undefined {
  return stepsOf(document).find((found) => found.key === key)
}

export interface FoundTrigger {
  key: string
  trigger: JsonObject
  path: Path
}

export function triggersOf(document: JsonObject): FoundTrigger[] {
  return listAt(document, ['triggers']).flatMap((trigger, index) => {
    if (!isObject(trigger)) return []
    const { key } = trigger
    return typeof key === 'string' && key !== '' ? [{ key, trigger, path: ['triggers', index] }] : []
  })
}

export const TRIGGER = 'trigger/'

export function triggerKeyOf(node: string): string | null {
  return node.startsWith(TRIGGER) ? node.slice(TRIGGER.length) : null
}

export function pathOfNode(document: JsonObject, node: string): Path | undefined {
  const key = triggerKeyOf(node)
  if (key === null) return findStep(document, node)?.path
  return triggersOf(document).find((found) => found.key === key)?.path
}

/** The innermost node that contains a path; null outside all nodes. */
export function nodeAt(document: JsonObject, path: Path): string | null {
  let node: string | null = null
  for (let length = 1; length <= path.length; length++) {
    const value = valueAt(document, path.slice(0, length))
    if (!isObject(value) || typeof path[length - 1] !== 'number') continue
    const list = path[length - 2]
    const key = value['key']
    if (typeof key !== 'string') continue
    if (list === 'triggers') node = `${TRIGGER}${key}`
    else if (list !== 'branches' && typeof list === 'string') node = key
    if (!['triggers', 'steps', 'catch', 'finally', 'branches'].includes(String(list))) break
  }
  return node
}
