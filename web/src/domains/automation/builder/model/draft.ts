import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { moveComments } from '@caseloom/playbook/document-text'
import { casesIn, type DraftEdge, edgesOf, isPlain, mapEdges, withEdges } from './edges.ts'
import { freshKey, takenKeys } from './keys.ts'
import {
  type FoundStep,
  findStep,
  isObject,
  listAt,
  listsIn,
  type Path,
  setIn,
  stepsOf,
  triggerKeyOf,
  valueAt,
} from './places.ts'

export type Spot =
  /** Below a step or trigger; unconditional successors move below the new step. */
  | { kind: 'after'; node: string }
  /** Beside the existing successors of a step or trigger. */
  | { kind: 'branch'; node: string; on?: 'success' | 'failure' | 'complete' }
  | { kind: 'before'; node: string }
  /** On the edge between two nodes; `from` can be a trigger. */
  | { kind: 'between'; from: string; to: string }
  /** At the end of a list: a block's part or the playbook itself. */
  | { kind: 'in'; list: Path }
  /** In a list, without edges. */
  | { kind: 'free'; list: Path }

export interface Added {
  document: JsonObject
  key: string
}

const TOP: Path = ['steps']

/** Adds a step with a unique key derived from its title or action. */
export function addStep(document: JsonObject, made: JsonObject, spot: Spot): Added {
  const wanted = made['key'] ?? made['title'] ?? made['action']
  const key = freshKey(String(wanted ?? 'step'), takenKeys(document))
  const { key: _old, ...rest } = made
  return { document: place(document, { key, ...rest }, spot), key }
}

function place(document: JsonObject, step: JsonObject, spot: Spot): JsonObject {
  switch (spot.kind) {
    case 'after':
    case 'branch':
      return placeAfter(document, step, spot)
    case 'before': {
      const next = findStep(document, spot.node)
      if (next === undefined) return place(document, step, { kind: 'in', list: TOP })
      const mine = withEdges(step, edgesOf(next.step))
      const moved = withEdges(next.step, [{ step: keyOf(step) }])
      return insert(setIn(document, next.path, moved), next.list, next.index, mine)
    }
    case 'between':
      return placeBetween(document, step, spot)
    case 'in': {
      const [end] = endsOf(listAt(document, spot.list)).slice(-1)
      const follows = end === undefined ? [] : [{ step: end }]
      return insert(document, spot.list, undefined, withEdges(step, follows))
    }
    case 'free':
      return insert(document, spot.list, undefined, step)
    default:
      return spot satisfies never
  }
}

function placeAfter(document: JsonObject, step: JsonObject, spot: Spot & { kind: 'after' | 'branch' }) {
  const key = keyOf(step)
  const isTrigger = triggerKeyOf(spot.node) !== null
  const before = isTrigger ? undefined : findStep(document, spot.node)
  if (!isTrigger && before === undefined) return place(document, step, { kind: 'in', list: TOP })
  const list = before?.list ?? TOP
  const follow = (held: JsonValue): JsonValue => {
    if (!isObject(held)) return held
    if (before === undefined) return edgesOf(held).length === 0 ? withEdges(held, [{ step: key }]) : held
    return mapEdges(held, (edge) =>
      edge.step === before.key && isPlain(edge) ? [{ ...edge, step: key }] : [edge],
    )
  }
  const others = spot.kind === 'after' ? listAt(document, list).map(follow) : listAt(document, list)
  const on = spot.kind === 'branch' && spot.on !== undefined ? { on: spot.on } : {}
  const edge = before === undefined ? [] : [{ step: before.key, ...on, ...freeCase(document, before) }]
  const at = before === undefined ? 0 : before.index + 1
  return insert(setIn(document, list, [...others]), list, at, withEdges(step, edge))
}

function freeCase(document: JsonObject, { step, key, list }: FoundStep): { case?: string } {
  if (step['action'] !== 'flow.switch') return {}
  const cases = valueAt(step, ['with', 'cases'])
  const names = (Array.isArray(cases) ? cases : []).flatMap((one) => {
    const name = isObject(one) ? one['name'] : undefined
    return typeof name === 'string' ? [name] : []
  })
  const edges = listAt(document, list).flatMap((held) => (isObject(held) ? edgesOf(held) : []))
  const used = new Set(edges.filter((edge) => edge.step === key).flatMap(casesIn))
  return { case: names.find((name) => !used.has(name)) ?? 'else' }
}

function placeBetween(document: JsonObject, step: JsonObject, { from, to }: Spot & { kind: 'between' }) {
  const next = findStep(document, to)
  if (next === undefined) return place(document, step, { kind: 'after', node: from })
  const key = keyOf(step)
  const edges = edgesOf(next.step)
  const here = edges.filter((edge) => edge.step === from)
  const rest = edges.filter((edge) => edge.step !== from)
  const moved = withEdges(next.step, [...rest, { step: key }])
  return insert(setIn(document, next.path, moved), next.list, next.index, withEdges(step, here))
}

function insert(document: JsonObject, list: Path, at: number | undefined, step: JsonValue): JsonObject {
  const steps = listAt(document, list)
  return setIn(document, list, steps.toSpliced(at ?? steps.length, 0, step))
}

export function keyOf(step: JsonValue): string {
  const key = isObject(step) ? step['key'] : undefined
  return typeof key === 'string' ? key : ''
}

function endsOf(list: readonly JsonValue[]): string[] {
  const followed = new Set(
    list.flatMap((step) => (isObject(step) ? edgesOf(step).map((edge) => edge.step) : [])),
  )
  return list.map(keyOf).filter((key) => key !== '' && !followed.has(key))
}

/** Removes steps, triggers, and notes (`note/<index>`); successors of a removed step follow its predecessors. */
export function removeNodes(document: JsonObject, nodes: readonly string[]): JsonObject {
  return withoutComments(takeOut(document, new Set(nodes)), new Set(nodes))
}

/** Removes nodes but not their comments: the nodes may only be moving. */
function takeOut(document: JsonObject, gone: ReadonlySet<string>): JsonObject {
  const triggers = listAt(document, ['triggers']).filter((one) => !gone.has(`trigger/${keyOf(one)}`))
  const trimmed =
    valueAt(document, ['triggers']) === undefined ? document : setIn(document, ['triggers'], triggers)
  const pruned = mapLists(trimmed, (list) => {
    const removed = new Map(
      list.flatMap((step) => (isObject(step) && gone.has(keyOf(step)) ? [[keyOf(step), step]] : [])),
    )
    if (removed.size === 0) return list
    return list
      .filter((step) => !gone.has(keyOf(step)))
      .map((step) => (isObject(step) ? heal(step, removed) : step))
  })
  return forgetPlaces(withoutNotes(pruned, gone), gone)
}

function withoutComments(document: JsonObject, gone: ReadonlySet<string>): JsonObject {
  return [...gone].reduce((whole, node) => {
    const trigger = triggerKeyOf(node)
    return moveComments(whole, trigger === null ? `steps/${node}` : `triggers/${trigger}`, null)
  }, document)
}

function heal(step: JsonObject, removed: ReadonlyMap<string, JsonObject>, depth = 0): JsonObject {
  const healed = mapEdges(step, (edge) => {
    const source = removed.get(edge.step)
    if (source === undefined) return [edge]
    const { case: _case, step: _step, ...own } = edge
    // The condition nearest to the start wins; its own "on failure" remains.
    return edgesOf(source).map((before): DraftEdge => ({ ...own, ...before }))
  })
  // Consecutive removed steps resolve one by one; a cycle ends here.
  const again = edgesOf(healed).some((edge) => removed.has(edge.step))
  return again && depth < removed.size ? heal(healed, removed, depth + 1) : healed
}

function withoutNotes(document: JsonObject, gone: ReadonlySet<string>): JsonObject {
  const notes = listAt(document, ['canvas', 'notes'])
  const remaining = notes.filter((_note, index) => !gone.has(`note/${index}`))
  return remaining.length === notes.length ? document : setIn(document, ['canvas', 'notes'], remaining)
}

function forgetPlaces(document: JsonObject, gone: ReadonlySet<string>): JsonObject {
  const places = valueAt(document, ['canvas', 'places'])
  if (!isObject(places) || !Object.keys(places).some((node) => gone.has(node))) return document
  const left = Object.fromEntries(Object.entries(places).filter(([node]) => !gone.has(node)))
  return setIn(document, ['canvas', 'places'], left)
}

/** Replaces each list of steps, innermost first; unchanged lists keep their identity. */
export function mapLists(
  document: JsonObject,
  change: (list: readonly JsonValue[], path: Path) => readonly JsonValue[],
): JsonObject {
  const walk = (list: readonly JsonValue[], path: Path): JsonValue[] => {
    const inner = list.map((step, index) => {
      if (!isObject(step)) return step
      return listsIn(step, []).reduce((whole: JsonObject, held) => {
        const next = walk(held.steps, [...path, index, ...held.path])
        return sameItems(next, held.steps) ? whole : setIn(whole, held.path, next)
      }, step)
    })
    return [...change(inner, path)]
  }
  const roots: Path[] = [['steps'], ['onError', 'steps']]
  return roots.reduce((whole, root) => {
    const list = valueAt(whole, root)
    if (!Array.isArray(list)) return whole
    const next = walk(list, root)
    return sameItems(next, list) ? whole : setIn(whole, root, next)
  }, document)
}

function sameItems(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

/** Moves a step and heals the edges it leaves. A step never moves into itself. */
export function moveStep(document: JsonObject, key: string, spot: Spot): JsonObject {
  const found = findStep(document, key)
  if (found === undefined) return document
  const own = new Set(stepsOf({ steps: [found.step] }).map((inner) => inner.key))
  const around = spot.kind === 'between' ? [spot.from, spot.to] : 'node' in spot ? [spot.node] : []
  if (around.some((node) => own.has(node))) return document
  if ('list' in spot && isWithin(spot.list, found.path)) return document
  const without = takeOut(document, new Set([key]))
  // Removing the step may have shifted the list.
  const to = 'list' in spot ? { ...spot, list: shifted(spot.list, found) } : spot
  return place(without, withEdges(found.step, []), to)
}

function isWithin(list: Path, path: Path): boolean {
  return list.length > path.length && path.every((part, index) => list[index] === part)
}

function shifted(list: Path, { list: from, index }: FoundStep): Path {
  const at = from.length
  const isBelow = list.length > at && from.every((part, depth) => list[depth] === part)
  const position = list[at]
  return isBelow && typeof position === 'number' && position > index ? list.with(at, position - 1) : list
}

export function setProperties(
  document: JsonObject,
  path: Path,
  changes: { readonly [name: string]: JsonValue | undefined },
): JsonObject {
  return Object.entries(changes).reduce(
    (whole, [name, value]) => setIn(whole, [...path, name], value),
    document,
  )
}
