import { expect, it } from 'vitest'
import { firstTurns, pathOf, turnsOf } from './turns.ts'

it('reads the turns that a path names', () => {
  expect(turnsOf('each#3/deep#0/look')).toEqual([3, 0])
  expect(turnsOf('safe/look')).toEqual([])
})

it('makes the path of one instance, and reads it back', () => {
  expect(pathOf('each#*/deep#*/look!undo', [12, 4])).toBe('each#12/deep#4/look!undo')
  expect(turnsOf(pathOf('each#*/look', [7]))).toEqual([7])
})

it('looks first at what failed', () => {
  expect(firstTurns({ path: 'each#*/look', instances: { failedPaths: ['each#5/look'] } })).toEqual([5])
  expect(firstTurns({ path: 'each#*/deep#*/look', instances: { failedPaths: [] } })).toEqual([0, 0])
})
