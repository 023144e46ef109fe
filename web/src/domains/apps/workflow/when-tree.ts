import type { When } from '@caseloom/contract/apps/workflow'

/** A condition as its editor shows it: groups of tests, some of which are not complete yet. */
export interface WhenGroup {
  kind: 'group'
  id: number
  join: 'all' | 'any' | 'none'
  parts: WhenPart[]
}
export interface WhenTest {
  kind: 'test'
  id: number
  /** Null while incomplete. */
  test: When | null
  /** What was chosen of it, which an incomplete test retains in another group. */
  begun?: Begun
}
/** What a test asks about, and the operator as its select shows it. */
export interface Begun {
  subject: string
  operator?: string
}
export type WhenPart = WhenGroup | WhenTest

/** Nesting levels of groups; deeper ones are unreadable, so an expression is offered. */
export const MAX_GROUP_LEVELS = 4

let last = 0
const nextId = () => (last += 1)

export function newTest(test: When | null = null, begun?: Begun): WhenTest {
  return { kind: 'test', id: nextId(), test, ...(begun === undefined ? {} : { begun }) }
}

export function newWhenGroup(join: WhenGroup['join'], parts: WhenPart[] = [newTest()]): WhenGroup {
  return { kind: 'group', id: nextId(), join, parts }
}

/** The root is always a group. */
export function whenTree(when: When): WhenGroup {
  const part = partOf(when)
  return part.kind === 'group' ? part : newWhenGroup('all', [part])
}

function partOf(when: When): WhenPart {
  if ('all' in when) return newWhenGroup('all', when.all.map(partOf))
  if ('any' in when) return newWhenGroup('any', when.any.map(partOf))
  if ('none' in when) return newWhenGroup('none', when.none.map(partOf))
  return newTest(when)
}

/** The condition without incomplete tests and empty groups; an empty root always holds. */
export function whenOfTree(root: WhenGroup): When {
  return whenOfPart(root) ?? { all: [] }
}

function whenOfPart(part: WhenPart): When | null {
  if (part.kind === 'test') return part.test
  const parts = part.parts.flatMap((one) => whenOfPart(one) ?? [])
  const [only] = parts
  if (only === undefined) return null
  if (parts.length === 1 && part.join !== 'none') return only
  if (part.join === 'none') return { none: parts }
  return part.join === 'all' ? { all: parts } : { any: parts }
}

export function changePart(
  group: WhenGroup,
  id: number,
  change: (part: WhenPart) => WhenPart | null,
): WhenGroup {
  return {
    ...group,
    parts: group.parts.flatMap((part) => {
      if (part.id === id) return change(part) ?? []
      return part.kind === 'group' ? [changePart(part, id, change)] : [part]
    }),
  }
}

/** A part of a condition with the group that holds it; null for the root. */
function placeOf(
  root: WhenGroup,
  id: number,
  level = 1,
): { group: WhenGroup; at: number; level: number } | null {
  const at = root.parts.findIndex((part) => part.id === id)
  if (at !== -1) return { group: root, at, level }
  for (const part of root.parts) {
    const found = part.kind === 'group' ? placeOf(part, id, level + 1) : null
    if (found !== null) return found
  }
  return null
}

/** The tree with a part among those of a group. */
function insertPart(root: WhenGroup, groupId: number, at: number, part: WhenPart): WhenGroup {
  if (root.id === groupId) return { ...root, parts: root.parts.toSpliced(at, 0, part) }
  return changePart(root, groupId, (group) =>
    group.kind === 'group' ? { ...group, parts: group.parts.toSpliced(at, 0, part) } : group,
  )
}

/** A tree after a change, and what has the focus in it: a part, or what adds parts to a group. */
export interface Changed {
  tree: WhenGroup
  focus: { part: number } | { adds: number }
}

/**
 * Moves a part up (-1) or down (1): a test into a group that it meets, and anything at the end of a nested group out of it.
 * Null where there is no further place.
 */
export function movePart(root: WhenGroup, id: number, by: -1 | 1): Changed | null {
  const place = placeOf(root, id)
  const part = place?.group.parts[place.at]
  if (place === null || part === undefined) return null
  const { group, at } = place
  const next = group.parts[at + by]
  const rest = changePart(root, id, () => null)
  const put = (into: number, index: number): Changed => ({
    tree: insertPart(rest, into, index, part),
    focus: { part: id },
  })
  if (next?.kind === 'group' && part.kind === 'test') return put(next.id, by === 1 ? 0 : next.parts.length)
  if (next !== undefined) return put(group.id, at + by)
  const outside = placeOf(root, group.id)
  return outside === null ? null : put(outside.group.id, outside.at + (by === 1 ? 1 : 0))
}

/** Where a dragged part is dropped: beside another one, or at the end of a group. */
export type PartPlace = { before: number } | { after: number } | { end: number }

/** Moves a part to a place; null where it is already, inside of itself, and where groups would be too deep. */
export function dropPart(root: WhenGroup, id: number, to: PartPlace): Changed | null {
  const from = placeOf(root, id)
  const part = from?.group.parts[from.at]
  const place = 'end' in to ? endOf(root, to.end) : placeOf(root, 'before' in to ? to.before : to.after)
  if (from === null || part === undefined || place === null || holdsGroup(part, place.group.id)) return null
  if (place.level + levelsOf(part) > MAX_GROUP_LEVELS) return null
  const at = 'after' in to ? place.at + 1 : place.at
  const isWithin = place.group.id === from.group.id
  // Without the part itself, those behind it move up.
  const index = isWithin && at > from.at ? at - 1 : at
  if (isWithin && index === from.at) return null
  const rest = changePart(root, id, () => null)
  return { tree: insertPart(rest, place.group.id, index, part), focus: { part: id } }
}

function endOf(root: WhenGroup, id: number): ReturnType<typeof placeOf> {
  const outside = root.id === id ? null : placeOf(root, id)
  const group = root.id === id ? root : outside?.group.parts[outside.at]
  if (group?.kind !== 'group') return null
  return { group, at: group.parts.length, level: (outside?.level ?? 0) + 1 }
}

function holdsGroup(part: WhenPart, id: number): boolean {
  return part.kind === 'group' && (part.id === id || part.parts.some((one) => holdsGroup(one, id)))
}

/** Levels of groups in a part, itself included. */
function levelsOf(part: WhenPart): number {
  return part.kind === 'test' ? 0 : 1 + Math.max(0, ...part.parts.map(levelsOf))
}

/** Puts a copy behind a part. */
export function duplicatePart(root: WhenGroup, id: number): Changed | null {
  const place = placeOf(root, id)
  const part = place?.group.parts[place.at]
  if (place === null || part === undefined) return null
  const copy = copyOf(part)
  return { tree: insertPart(root, place.group.id, place.at + 1, copy), focus: { part: copy.id } }
}

function copyOf(part: WhenPart): WhenPart {
  return part.kind === 'test'
    ? newTest(part.test, part.begun)
    : newWhenGroup(part.join, part.parts.map(copyOf))
}

/** Puts a test into a group of its own; null below the deepest group. */
export function groupPart(root: WhenGroup, id: number): Changed | null {
  const place = placeOf(root, id)
  if (place === null || place.level >= MAX_GROUP_LEVELS) return null
  const tree = changePart(root, id, (part) => newWhenGroup(otherJoin(place.group.join), [part]))
  return { tree, focus: { part: id } }
}

export function removePart(root: WhenGroup, id: number): Changed | null {
  const place = placeOf(root, id)
  if (place === null) return null
  const beside = place.group.parts[place.at + 1] ?? place.group.parts[place.at - 1]
  return {
    tree: changePart(root, id, () => null),
    focus: beside === undefined ? { adds: place.group.id } : { part: beside.id },
  }
}

/** How a new group in another one is joined. */
export function otherJoin(join: WhenGroup['join']): WhenGroup['join'] {
  return join === 'all' ? 'any' : 'all'
}

export function isIncomplete(part: WhenPart): boolean {
  return part.kind === 'test' ? part.test === null : part.parts.some(isIncomplete)
}
