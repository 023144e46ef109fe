import { describe, expect, it } from 'vitest'
import {
  type Changed,
  dropPart,
  duplicatePart,
  groupPart,
  MAX_GROUP_LEVELS,
  movePart,
  newTest,
  newWhenGroup,
  type PartPlace,
  removePart,
  type WhenGroup,
  type WhenPart,
} from './when-tree.ts'

const test = (name: string) => newTest({ changed: name })
const group = (...parts: WhenPart[]) => newWhenGroup('any', parts)
const all = (...parts: WhenPart[]) => newWhenGroup('all', parts)

/** `a (b c) d` */
function said(part: WhenPart): string {
  if (part.kind === 'test') return part.test !== null && 'changed' in part.test ? part.test.changed : '?'
  return `(${part.parts.map(said).join(' ')})`
}
const idOf = (root: WhenGroup, name: string): number => {
  const find = (part: WhenPart): WhenPart[] => [
    part,
    ...(part.kind === 'group' ? part.parts.flatMap(find) : []),
  ]
  return find(root).find((part) => said(part) === name)?.id ?? 0
}
const after = (changed: Changed | null) => (changed === null ? null : said(changed.tree))
const sample = () => all(test('a'), group(test('b'), test('c')), test('d'))

describe('moving a condition', () => {
  it.each([
    ['a', 1, '((a b c) d)'],
    ['a', -1, null],
    ['b', -1, '(a b (c) d)'],
    ['b', 1, '(a (c b) d)'],
    ['c', 1, '(a (b) c d)'],
    ['d', -1, '(a (b c d))'],
    ['d', 1, null],
    ['(b c)', 1, '(a d (b c))'],
    ['(b c)', -1, '((b c) a d)'],
  ] as const)('%s by %i', (name, by, wanted) => {
    const root = sample()
    const moved = movePart(root, idOf(root, name), by)
    expect(after(moved)).toBe(wanted)
    if (moved !== null) expect(moved.focus).toEqual({ part: idOf(root, name) })
  })

  it('reaches every place by keys and comes back', () => {
    const start = sample()
    const id = idOf(start, 'a')
    const places = (root: WhenGroup, by: 1 | -1): WhenGroup[] => {
      const moved = movePart(root, id, by)
      return moved === null ? [root] : [root, ...places(moved.tree, by)]
    }
    const down = places(start, 1)
    expect(down.map(said)).toEqual([
      '(a (b c) d)',
      '((a b c) d)',
      '((b a c) d)',
      '((b c a) d)',
      '((b c) a d)',
      '((b c) d a)',
    ])
    expect(places(down.at(-1) ?? start, -1).map(said)).toEqual(down.map(said).toReversed())
  })
})

describe('dropping a condition', () => {
  const nest = (levels: number): WhenGroup => all(levels === 1 ? test('x') : nest(levels - 1))
  it.each([
    ['a', { after: 'd' }, '((b c) d a)'],
    ['d', { before: 'a' }, '(d a (b c))'],
    ['a', { after: '(b c)' }, '((b c) a d)'],
    ['a', { before: 'c' }, '((b a c) d)'],
    ['a', { end: '(b c)' }, '((b c a) d)'],
    ['b', { end: '(a (b c) d)' }, '(a (c) d b)'],
    ['b', { before: '(b c)' }, '(a b (c) d)'],
    ['c', { before: 'b' }, '(a (c b) d)'],
    ['(b c)', { after: 'd' }, '(a d (b c))'],
    ['(b c)', { before: 'a' }, '((b c) a d)'],
  ] as const)('%s %j', (name, to, wanted) => {
    const root = sample()
    const [edge = '', beside = ''] = Object.entries(to).flat()
    const dropped = dropPart(root, idOf(root, name), { [edge]: idOf(root, beside) } as PartPlace)
    expect(after(dropped)).toBe(wanted)
    expect(dropped?.focus).toEqual({ part: idOf(root, name) })
  })

  it.each([
    ['a', { before: 'a' }],
    ['a', { before: '(b c)' }],
    ['d', { after: '(b c)' }],
    ['d', { end: '(a (b c) d)' }],
    ['c', { end: '(b c)' }],
    ['(b c)', { after: 'b' }],
    ['(b c)', { end: '(b c)' }],
    ['a', { end: 'd' }],
    ['gone', { after: 'd' }],
  ] as const)('%s %j changes nothing', (name, to) => {
    const root = sample()
    const [edge = '', beside = ''] = Object.entries(to).flat()
    const id = name === 'gone' ? -1 : idOf(root, name)
    expect(dropPart(root, id, { [edge]: idOf(root, beside) } as PartPlace)).toBeNull()
  })

  it('puts no group where groups would be deeper than the deepest one', () => {
    const [inner, deep] = [all(test('a')), nest(MAX_GROUP_LEVELS - 1)]
    const root = all(inner, deep)
    const x = idOf(root, 'x')
    expect(dropPart(root, inner.id, { before: x })).toBeNull()
    expect(after(dropPart(root, idOf(root, 'a'), { before: x }))).toBe(
      '(() ((a x)))'.replace('((a x))', '(((a x)))'),
    )
    expect(dropPart(root, inner.id, { end: deep.id })).not.toBeNull()
  })
})

it('an incomplete condition retains what was chosen of it wherever it is put, and its copy too', () => {
  const begun = { subject: 'now:status', operator: 'becomes:in' }
  const [half, inside] = [newTest(null, begun), group(test('b'))]
  const root = all(half, inside)
  const of = (changed: Changed | null) => JSON.stringify(changed?.tree.parts.flatMap((one) => one))
  for (const changed of [
    movePart(root, half.id, 1),
    dropPart(root, half.id, { end: inside.id }),
    groupPart(root, half.id),
  ])
    expect(of(changed).split(JSON.stringify(begun))).toHaveLength(2)
  expect(of(duplicatePart(root, half.id)).split(JSON.stringify(begun))).toHaveLength(3)
})

describe('the other changes of a condition', () => {
  it('copies a test or a group behind it, and leads to the copy', () => {
    const root = sample()
    const copied = duplicatePart(root, idOf(root, '(b c)'))
    expect(after(copied)).toBe('(a (b c) (b c) d)')
    const ids = copied?.tree.parts.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(4)
    expect(copied?.focus).toEqual({ part: ids[2] })
    expect(after(duplicatePart(root, idOf(root, 'c')))).toBe('(a (b c c) d)')
  })

  it('puts a test into a group of the other kind, but not below the deepest one', () => {
    const root = sample()
    const grouped = groupPart(root, idOf(root, 'a'))
    expect(after(grouped)).toBe('((a) (b c) d)')
    expect(grouped?.tree.parts[0]).toMatchObject({ join: 'any' })
    let deep = group(test('x'))
    for (let level = 1; level < MAX_GROUP_LEVELS; level += 1) deep = group(deep)
    expect(groupPart(deep, idOf(deep, 'x'))).toBeNull()
  })

  it('removes one, and leads to its neighbor or to where conditions are added', () => {
    const root = sample()
    expect(removePart(root, idOf(root, 'd'))).toMatchObject({ focus: { part: idOf(root, '(b c)') } })
    const inside = removePart(root, idOf(root, 'b'))
    expect([after(inside), inside?.focus]).toEqual(['(a (c) d)', { part: idOf(root, 'c') }])
    const lone = all(test('a'))
    expect(removePart(lone, idOf(lone, 'a'))).toMatchObject({ tree: { parts: [] }, focus: { adds: lone.id } })
  })
})
