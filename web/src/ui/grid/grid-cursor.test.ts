import { describe, expect, test } from 'vitest'
import { movedCursor, toggled } from './grid-cursor.ts'

describe('the cursor', () => {
  test.each([
    ['j', -1, 0],
    ['j', 0, 1],
    ['ArrowDown', 9, 9],
    ['k', -1, 0],
    ['k', 5, 4],
    ['ArrowUp', 0, 0],
    ['PageDown', 2, 6],
    ['PageUp', 2, 0],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['q', 3, null],
  ])('%s moves %i of 10 rows to %s', (key, at, to) => {
    expect(movedCursor(key, at, 10, 4)).toBe(to)
  })

  test("doesn't move without rows", () => {
    expect(movedCursor('j', -1, 0, 4)).toBeNull()
  })
})

describe('selection', () => {
  const KEYS = ['a', 'b', 'c', 'd']

  test('toggles rows without changing the given set', () => {
    const before = new Set(['a'])
    expect([...toggled(before, KEYS, 'b')]).toEqual(['a', 'b'])
    expect([...toggled(before, KEYS, 'a')]).toEqual([])
    expect([...before]).toEqual(['a'])
  })

  test('selects the range between two rows in both directions', () => {
    expect([...toggled(new Set(['d']), KEYS, 'b', 'd')].toSorted()).toEqual(['b', 'c', 'd'])
    expect([...toggled(new Set(['a']), KEYS, 'c', 'a')].toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('ignores a start that no longer exists', () => {
    expect([...toggled(new Set(), KEYS, 'c', 'z')]).toEqual(['c'])
  })
})
