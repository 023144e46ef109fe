import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import { expect, it } from 'vitest'
import { freshId, moveWidget, stepped, withCopy, withWidget } from './dashboard-draft.ts'

const text = (id: string, x: number, y: number): Widget => ({
  id,
  title: id,
  x,
  y,
  w: 4,
  h: 2,
  kind: 'text',
  markdown: '',
})
const box = { x: 0, y: 0, w: 4, h: 2 }

it.each([
  ['ArrowRight', false, { ...box, x: 1 }],
  ['ArrowLeft', false, null],
  ['ArrowUp', false, box],
  ['ArrowDown', true, { ...box, h: 3 }],
  ['ArrowUp', true, null],
  ['Enter', false, null],
])('applies %s (resizing: %s) as a step', (key, resize, wanted) => {
  expect(stepped(box, key, resize)).toEqual(wanted)
})

it('never places a widget beyond the right edge', () => {
  expect(stepped({ ...box, x: 8 }, 'ArrowRight', false)).toBeNull()
  expect(stepped({ ...box, x: 8 }, 'ArrowRight', true)).toBeNull()
})

it('shifts covered widgets down, and those below them', () => {
  const moved = moveWidget([text('a', 0, 0), text('b', 4, 0), text('c', 4, 2)], 'a', { ...box, x: 2 })
  expect(moved.map(({ id, x, y }) => [id, x, y])).toEqual([
    ['a', 2, 0],
    ['b', 4, 2],
    ['c', 4, 4],
  ])
})

it('finds a free ID', () => {
  expect(freshId('bar', [text('bar-1', 0, 0), text('bar-3', 0, 0)])).toBe('bar-2')
})

it('places a new widget in the first free place with the usual size of its kind', () => {
  const preview = { ...text('preview', 5, 5), h: 9 }
  const added = (widgets: Widget[]) => withWidget(widgets, preview, true).at(-1)
  expect(added([text('text-1', 4, 3)])).toMatchObject({ id: 'text-2', x: 0, y: 0, w: 4, h: 3 })
  expect(added([text('text-1', 0, 0)])).toMatchObject({ x: 4, y: 0 })
  // Two rows between others are too few for a text, which has three.
  const full = [
    text('a', 0, 0),
    text('b', 4, 0),
    text('c', 8, 0),
    text('d', 0, 4),
    text('e', 4, 4),
    text('f', 8, 4),
  ]
  expect(added(full)).toMatchObject({ x: 0, y: 6 })
  expect(added(full.slice(0, 4))).toMatchObject({ x: 4, y: 2 })
})

it('replaces an edited widget where it is', () => {
  const edited = { ...text('b', 4, 0), title: 'Edited' }
  expect(withWidget([text('a', 0, 0), text('b', 4, 0)], edited, false)).toEqual([text('a', 0, 0), edited])
})

it('places a copy in the first free place with the size of the original', () => {
  const original = { ...text('text-1', 4, 0), w: 7, h: 6 }
  expect(withCopy([original], original).at(-1)).toEqual({ ...original, id: 'text-2', x: 0, y: 6 })
})
