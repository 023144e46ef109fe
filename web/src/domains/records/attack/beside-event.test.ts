import { describe, expect, test } from 'vitest'
import { besideEvent } from './beside-event.ts'

const event = (id: string) => ({ id }) as Parameters<typeof besideEvent>[0][number] // only the ID is read

describe('walking through attack events', () => {
  test.each([
    [null, 1, 'a'],
    [null, -1, 'c'],
    ['a', 1, 'b'],
    ['b', -1, 'a'],
    ['c', 1, null],
    ['a', -1, null],
    ['gone', 1, 'a'],
  ] as const)('from %s a step of %s leads to %s', (from, step, to) => {
    expect(besideEvent(['a', 'b', 'c'].map(event), from, step)).toBe(to)
  })
})
