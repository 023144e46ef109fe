import type { Condition, Filter } from '@caseloom/contract/filter'

/** A group of the builder: all or any of its parts, or their contrary. */
export interface Group {
  kind: 'group'
  id: number
  join: 'all' | 'any'
  not: boolean
  parts: Part[]
}
/** One condition; null while it is not complete. */
export interface Leaf {
  kind: 'leaf'
  id: number
  condition: Condition | null
}
/** A condition on linked records, or its contrary; null while nothing is chosen. */
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

/** A filter as the builder shows it: the outermost is always a group. */
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

/** The filter that the builder shows; incomplete conditions and empty groups fall away. Null is no filter at all. */
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

/** The tree with one part changed; null takes it away. */
export function changed(group: Group, id: number, change: (part: Part) => Part | null): Group {
  return {
    ...group,
    parts: group.parts.flatMap((part) => {
      if (part.id === id) return change(part) ?? []
      return part.kind === 'group' ? [changed(part, id, change)] : [part]
    }),
  }
}

/** How many conditions a filter has. */
export function countConditions(filter: Filter): number {
  if ('all' in filter) return filter.all.reduce((sum, part) => sum + countConditions(part), 0)
  if ('any' in filter) return filter.any.reduce((sum, part) => sum + countConditions(part), 0)
  return 'not' in filter ? countConditions(filter.not) : 1
}

/** True while some condition is begun and not complete. */
export function isUnfinished(part: Part): boolean {
  if (part.kind === 'group') return part.parts.some(isUnfinished)
  return part.kind === 'leaf' ? part.condition === null : part.filter === null
}
