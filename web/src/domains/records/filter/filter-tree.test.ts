import type { Filter } from '@caseloom/contract/values/filter'
import { expect, it } from 'vitest'
import {
  changed,
  countConditions,
  filterOfTree,
  grouped,
  groupOf,
  isUnfinished,
  movedInto,
  movedOut,
  newGroup,
  newLeaf,
  nextTo,
  treeOf,
} from './filter-tree.ts'

const a = { field: 'a', op: 'empty' as const }
const b = { field: 'b', op: 'eq' as const, value: 1 }
const has = { has: 'asset', where: a }

it.each<Filter>([
  { all: [a, b] },
  { any: [a, { all: [b, a] }] },
  { not: { any: [a, b] } },
  { all: [a, { not: b }] },
  { all: [a, has] },
  { any: [{ not: { all: [a, b] } }, b] },
])('round-trips %j', (filter) => {
  expect(filterOfTree(treeOf(filter))).toEqual(filter)
})

it('starts with one empty condition, which filters nothing', () => {
  const tree = treeOf(null)
  expect(tree.parts).toHaveLength(1)
  expect(isUnfinished(tree)).toBe(true)
  expect(filterOfTree(tree)).toBeNull()
})

it('drops incomplete conditions and empty groups', () => {
  const group = newGroup('any', [newLeaf(), newGroup('all'), { ...newLeaf(), condition: a }])
  expect(filterOfTree(group)).toEqual({ any: [a] })
})

it('changes and removes parts at any depth', () => {
  const tree = treeOf({ any: [a, { all: [b, a] }] })
  const inner = tree.parts[1]
  if (inner?.kind !== 'group') throw new Error('no group')
  const id = inner.parts[0]?.id ?? 0
  const one = changed(tree, id, (part) => ({ ...part, kind: 'leaf', condition: a }))
  expect(filterOfTree(one)).toEqual({ any: [a, { all: [a, a] }] })
  expect(filterOfTree(changed(tree, inner.id, () => null))).toEqual({ any: [a] })
})

it('counts conditions at any depth', () => {
  expect(countConditions({ any: [a, { not: { all: [b, has] } }] })).toBe(3)
})

it('moves a condition into the group beside it, out of it again, and into a new one', () => {
  const tree = treeOf({ all: [a, { any: [b] }] })
  const [first, group] = tree.parts
  if (first === undefined || group?.kind !== 'group') throw new Error('no parts')
  const inside = movedInto(tree, first.id, group.id)
  expect(inside.parts).toHaveLength(1)
  expect(filterOfTree(inside)).toEqual({ any: [b, a] })
  expect(groupOf(inside, first.id)?.id).toBe(group.id)
  expect(filterOfTree(movedOut(inside, first.id))).toEqual({ all: [{ any: [b] }, a] })
  const alone = grouped(tree, first.id)
  expect(alone.parts[0]).toMatchObject({ kind: 'group', join: 'any', parts: [{ id: first.id }] })
  expect(filterOfTree(movedOut(alone, first.id))).toEqual({ all: [a, { any: [b] }] })
  expect(movedOut(alone, first.id).parts).toHaveLength(2)
})

it('focuses the next part after a removal, the previous one, or the group', () => {
  const tree = treeOf({ all: [a, { any: [b] }] })
  const [first, group] = tree.parts
  if (first === undefined || group?.kind !== 'group') throw new Error('no parts')
  expect(nextTo(tree, first.id)).toBe(group.id)
  expect(nextTo(tree, group.id)).toBe(first.id)
  expect(nextTo(tree, group.parts[0]?.id ?? 0)).toBe(group.id)
})
