import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { addComments, commentsBelow } from '@caseloom/playbook/document-text'
import { commentsAt } from './comments.ts'
import { type Added, keyOf, mapLists, setProperties } from './draft.ts'
import { type DraftEdge, edgesOf, mapEdges, withEdges } from './edges.ts'
import { freshKey, takenKeys, takenTriggers } from './keys.ts'
import { findStep, isObject, listAt, listsIn, setIn, stepsOf, valueAt } from './places.ts'

/** Edge properties to set; undefined removes one. */
export interface EdgeOptions {
  on?: 'success' | 'failure' | 'complete' | undefined
  when?: string | undefined
  case?: string | string[] | undefined
}

/** True if an edge is allowed: same list, no cycle, no self-reference. */
export function mayConnect(document: JsonObject, from: string, to: string): boolean {
  const [a, b] = [findStep(document, from), findStep(document, to)]
  if (a === undefined || b === undefined || from === to) return false
  if (a.list.join('/') !== b.list.join('/')) return false
  return !leadsTo(listAt(document, a.list), to, from)
}

function leadsTo(list: readonly JsonValue[], from: string, to: string): boolean {
  const incoming = new Map(list.flatMap((step) => (isObject(step) ? [[keyOf(step), edgesOf(step)]] : [])))
  const seen = new Set<string>()
  const look = [to]
  for (let key = look.pop(); key !== undefined; key = look.pop()) {
    if (key === from) return true
    if (seen.has(key)) continue
    seen.add(key)
    look.push(...(incoming.get(key) ?? []).map((edge) => edge.step))
  }
  return false
}

/** Adds an edge; returns the same document if not allowed. */
export function connect(
  document: JsonObject,
  from: string,
  to: string,
  options: EdgeOptions = {},
): JsonObject {
  const target = findStep(document, to)
  if (target === undefined || !mayConnect(document, from, to)) return document
  const edge = cleaned({ step: from, ...options })
  return setIn(document, target.path, withEdges(target.step, [...edgesOf(target.step), edge]))
}

function cleaned(edge: { [name: string]: JsonValue | undefined; step: string }): DraftEdge {
  const parts = Object.entries(edge).filter((part): part is [string, JsonValue] => part[1] !== undefined)
  return { ...Object.fromEntries(parts), step: edge.step }
}

export function disconnect(document: JsonObject, to: string, index: number): JsonObject {
  const target = findStep(document, to)
  if (target === undefined) return document
  return setIn(document, target.path, withEdges(target.step, edgesOf(target.step).toSpliced(index, 1)))
}

export function setEdge(document: JsonObject, to: string, index: number, options: EdgeOptions): JsonObject {
  const target = findStep(document, to)
  const edge = target && edgesOf(target.step)[index]
  if (target === undefined || edge === undefined) return document
  const next = cleaned({ ...edge, ...options })
  return setIn(document, target.path, withEdges(target.step, edgesOf(target.step).with(index, next)))
}

/** Wraps steps of one list in a new block; external edges become the block's. */
export function wrapInBlock(document: JsonObject, keys: readonly string[], block: JsonObject): Added | null {
  const found = keys.flatMap((key) => findStep(document, key) ?? [])
  const [first] = found.toSorted((a, b) => a.index - b.index)
  if (first === undefined || found.some(({ list }) => list.join('/') !== first.list.join('/'))) return null
  const inside = new Set(found.map(({ key }) => key))
  const key = freshKey(String(block['title'] ?? block['action'] ?? 'block'), takenKeys(document))
  const held = listAt(document, first.list)
  const inner = held.flatMap((step) =>
    isObject(step) && inside.has(keyOf(step))
      ? [mapEdges(step, (edge) => (inside.has(edge.step) ? [edge] : []))]
      : [],
  )
  const incoming = found.flatMap(({ step }) => edgesOf(step).filter((edge) => !inside.has(edge.step)))
  const whole = withEdges({ key, ...block, ...bodyOf(block, inner) }, incoming)
  const outer = held
    .filter((step) => !inside.has(keyOf(step)))
    .map((step) =>
      isObject(step)
        ? mapEdges(step, (edge) => [inside.has(edge.step) ? { ...edge, step: key } : edge])
        : step,
    )
  const at = held.slice(0, first.index).filter((step) => !inside.has(keyOf(step))).length
  return { document: setIn(document, first.list, outer.toSpliced(at, 0, whole)), key }
}

export function bodyOf(block: JsonObject, steps: JsonValue[]): JsonObject {
  if (block['action'] !== 'flow.parallel') return { steps }
  return {
    branches: [{ key: 'first', steps }, ...(steps.length === 0 ? [{ key: 'second', steps: [] }] : [])],
  }
}

/** Replaces a block with its steps. */
export function unwrap(document: JsonObject, key: string): JsonObject {
  const found = findStep(document, key)
  if (found === undefined) return document
  const held = listsIn(found.step, [])
  const inner = held.flatMap(({ steps }) => steps)
  const before = edgesOf(found.step)
  const followed = new Set(
    inner.flatMap((step) => (isObject(step) ? edgesOf(step).map((edge) => edge.step) : [])),
  )
  const ends = inner.map(keyOf).filter((end) => end !== '' && !followed.has(end))
  const freed = inner.map((step) =>
    isObject(step) && edgesOf(step).length === 0 ? withEdges(step, before) : step,
  )
  const outer = listAt(document, found.list).flatMap((step): JsonValue[] => {
    if (keyOf(step) === key) return freed
    if (!isObject(step)) return [step]
    return [
      mapEdges(step, (edge) => {
        if (edge.step !== key) return [edge]
        return ends.length === 0 ? before : ends.map((end) => ({ ...edge, step: end }))
      }),
    ]
  })
  return setIn(document, found.list, outer)
}

/** Duplicates steps with new keys: internal edges are remapped, external ones copied. */
export function duplicate(
  document: JsonObject,
  keys: readonly string[],
): { document: JsonObject; keys: string[] } {
  const found = keys.flatMap((key) => findStep(document, key) ?? [])
  const top = found.filter(({ blocks }) => !blocks.some((block) => keys.includes(block)))
  const taken = takenKeys(document)
  const names = new Map<string, string>()
  for (const { key } of top.flatMap(({ step }) => stepsOf({ steps: [step] }))) {
    const next = freshKey(key, taken)
    taken.add(next)
    names.set(key, next)
  }
  const copies = new Map(top.map(({ key, step }) => [key, renamed(step, names)]))
  const next = mapLists(document, (list) =>
    list.flatMap((step) => {
      const copy = copies.get(keyOf(step))
      return copy === undefined ? [step] : [step, copy]
    }),
  )
  const places = [...names.keys()].map((key) => `steps/${key}`)
  const comments = commentsAt(commentsBelow(document, places), { steps: names, triggers: new Map() })
  return { document: addComments(next, comments), keys: top.flatMap(({ key }) => names.get(key) ?? []) }
}

/** Renames a step and its nested steps, with their edges. Expressions are handled by `renameIn`. */
export function renamed(step: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const change = (list: readonly JsonValue[]) =>
    list.map((one) => {
      if (!isObject(one)) return one
      const key = names.get(keyOf(one))
      const edges = mapEdges(one, (edge) => {
        const to = names.get(edge.step)
        return [to === undefined ? edge : { ...edge, step: to }]
      })
      return key === undefined ? edges : { ...edges, key }
    })
  const [whole] = listAt(mapLists({ steps: [step] }, change), ['steps'])
  return isObject(whole) ? whole : step
}

export function addTrigger(document: JsonObject, made: JsonObject): Added {
  const key = freshKey(String(made['key'] ?? made['kind'] ?? 'trigger'), takenTriggers(document))
  const { key: _old, ...rest } = made
  const triggers = [...listAt(document, ['triggers']), { key, ...rest }]
  // Triggers are most readable above the steps they start.
  if ('triggers' in document || !('steps' in document))
    return { document: setIn(document, ['triggers'], triggers), key }
  const entries = Object.entries(document).flatMap(([name, value]): [string, JsonValue][] =>
    name === 'steps'
      ? [
          ['triggers', triggers],
          [name, value],
        ]
      : [[name, value]],
  )
  return { document: Object.fromEntries(entries), key }
}

/** Stores manual canvas positions; null removes all. */
export function setPlaces(
  document: JsonObject,
  places: { readonly [node: string]: { x: number; y: number } } | null,
): JsonObject {
  if (places === null) {
    return isObject(document['canvas']) ? setIn(document, ['canvas', 'places'], undefined) : document
  }
  const before = valueAt(document, ['canvas', 'places'])
  const rounded = Object.entries(places).map(([node, { x, y }]) => [
    node,
    { x: Math.round(x), y: Math.round(y) },
  ])
  const next = { ...(isObject(before) ? before : {}), ...Object.fromEntries(rounded) }
  return setProperties(document, ['canvas'], { places: next })
}

/** Moves nodes and notes (`note/<index>`) on the canvas. */
export function putNodes(
  document: JsonObject,
  places: { readonly [node: string]: { x: number; y: number } },
): JsonObject {
  const all = Object.entries(places)
  const steps = all.filter(([node]) => !node.startsWith(NOTE))
  const placed = steps.length === 0 ? document : setPlaces(document, Object.fromEntries(steps))
  return all.reduce((whole, [node, { x, y }]) => {
    if (!node.startsWith(NOTE)) return whole
    const at = ['canvas', 'notes', Number(node.slice(NOTE.length))]
    return valueAt(whole, at) === undefined
      ? whole
      : setProperties(whole, at, { x: Math.round(x), y: Math.round(y) })
  }, placed)
}

const NOTE = 'note/'
