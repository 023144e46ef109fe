import type { Condition, Filter } from '@caseloom/contract/values/filter'

/** A group: all, any, or none of its parts. */
export interface Group {
  kind: 'group'
  id: number
  join: 'all' | 'any'
  not: boolean
  parts: Part[]
}
/** One condition; null while incomplete. */
export interface Leaf {
  kind: 'leaf'
  id: number
  condition: Condition | null
}
/** A condition on linked records, or its negation; null while nothing is selected. */
export interface Linked {
  kind: 'linked'
  id: number
  filter: Filter | null
}
export type Part = Group | Leaf | Linked

let last = 0
const nextId = () => (last += 1)

export function newLeaf(): Leaf {
  return { kind: 'leaf', id: nextId(), condition: null }
}

export function newGroup(join: Group['join'], parts: Part[] = [newLeaf()]): Group {
  return { kind: 'group', id: nextId(), join, not: false, parts }
}

export function newLinked(filter: Filter | null = null): Linked {
  return { kind: 'linked', id: nextId(), filter }
}

/** A filter as the builder shows it: the root is always a group. */
export function treeOf(filter: Filter | null): Group {
  if (filter === null) return newGroup('all')
  const part = partOf(filter)
  return part.kind === 'group' ? part : newGroup('all', [part])
}

function partOf(filter: Filter): Part {
  if ('all' in filter) return { ...newGroup('all', filter.all.map(partOf)) }
  if ('any' in filter) return { ...newGroup('any', filter.any.map(partOf)) }
  if ('not' in filter && 'has' in filter.not) return newLinked(filter)
  if ('not' in filter) {
    const part = partOf(filter.not)
    return part.kind === 'group' && !part.not
      ? { ...part, not: true }
      : { ...newGroup('all', [part]), not: true }
  }
  if ('field' in filter) return { kind: 'leaf', id: nextId(), condition: filter }
  return newLinked(filter)
}

/** Drops incomplete conditions and empty groups. Null is no filter at all. */
export function filterOfTree(part: Part): Filter | null {
  if (part.kind === 'leaf') return part.condition
  if (part.kind === 'linked') return part.filter
  const parts = part.parts.flatMap((one) => filterOfTree(one) ?? [])
  if (parts.length === 0) return null
  const [only] = parts
  const joined: Filter =
    parts.length === 1 && only !== undefined && (part.not || !('field' in only))
      ? only
      : part.join === 'all'
        ? { all: parts }
        : { any: parts }
  return part.not ? { not: joined } : joined
}

/** Null removes the part. */
export function changed(group: Group, id: number, change: (part: Part) => Part | null): Group {
  return {
    ...group,
    parts: group.parts.flatMap((part) => {
      if (part.id === id) return change(part) ?? []
      return part.kind === 'group' ? [changed(part, id, change)] : [part]
    }),
  }
}

/** Null for the root. */
export function groupOf(group: Group, id: number): Group | null {
  if (group.parts.some((part) => part.id === id)) return group
  for (const part of group.parts) {
    const found = part.kind === 'group' ? groupOf(part, id) : null
    if (found !== null) return found
  }
  return null
}

/** Moves a part out of its group, right after it; an empty group is removed. */
export function movedOut(tree: Group, id: number): Group {
  const from = groupOf(tree, id)
  const part = from?.parts.find((one) => one.id === id)
  if (from === null || part === undefined || from.id === tree.id) return tree
  const rest = from.parts.filter((one) => one.id !== id)
  const outer = groupOf(tree, from.id) ?? tree
  const parts = outer.parts.flatMap((one) => {
    if (one.id !== from.id) return [one]
    return rest.length === 0 ? [part] : [{ ...from, parts: rest }, part]
  })
  return replaced(tree, { ...outer, parts })
}

export function movedInto(tree: Group, id: number, groupId: number): Group {
  const from = groupOf(tree, id)
  const part = from?.parts.find((one) => one.id === id)
  const into = from?.parts.find((one) => one.id === groupId)
  if (from === null || part === undefined || into?.kind !== 'group') return tree
  const grown = { ...into, parts: [...into.parts, part] }
  const parts = from.parts.filter((one) => one.id !== id).map((one) => (one.id === groupId ? grown : one))
  return replaced(tree, { ...from, parts })
}

export function grouped(tree: Group, id: number): Group {
  const from = groupOf(tree, id)
  if (from === null) return tree
  return changed(tree, id, (part) => newGroup(from.join === 'all' ? 'any' : 'all', [part]))
}

function replaced(tree: Group, group: Group): Group {
  return tree.id === group.id ? group : changed(tree, group.id, () => group)
}

/** The focus after a removal: the next part, the previous one, or the group itself. */
export function nextTo(tree: Group, id: number): number {
  const group = groupOf(tree, id) ?? tree
  const at = group.parts.findIndex((part) => part.id === id)
  return (group.parts[at + 1] ?? group.parts[at - 1] ?? group).id
}

export function countConditions(filter: Filter): number {
  if ('all' in filter) return filter.all.reduce((sum, part) => sum + countConditions(part), 0)
  if ('any' in filter) return filter.any.reduce((sum, part) => sum + countConditions(part), 0)
  return 'not' in filter ? countConditions(filter.not) : 1
}

/** True while some condition is incomplete. */
export function isUnfinished(part: Part): boolean {
  if (part.kind === 'group') return part.parts.some(isUnfinished)
  return part.kind === 'leaf' ? part.condition === null : part.filter === null
}
