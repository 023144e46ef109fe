import { expect, it } from 'vitest'
import {
  depthOf,
  firstIterations,
  pathOf,
  enclosingIteration,
  iterationsOf,
  iterationsUnder,
} from './iterations.ts'

it('reads the iterations in a path', () => {
  expect(iterationsOf('each#3/deep#0/look')).toEqual([3, 0])
  expect(iterationsOf('safe/look')).toEqual([])
})

it('builds the path of one instance, and reads it back', () => {
  expect(pathOf('each#*/deep#*/look!undo', [12, 4])).toBe('each#12/deep#4/look!undo')
  expect(iterationsOf(pathOf('each#*/look', [7]))).toEqual([7])
})

it('selects a failed iteration first', () => {
  expect(firstIterations({ path: 'each#*/look', instances: { failedPaths: ['each#5/look'] } })).toEqual([5])
  expect(firstIterations({ path: 'each#*/deep#*/look', instances: { failedPaths: [] } })).toEqual([0, 0])
})

it('finds the iterations that a selection shares with a step', () => {
  expect(iterationsUnder('each#*/look', 'each#3')).toEqual([3])
  expect(iterationsUnder('each#*/look', 'each#3/deep#1')).toEqual([3])
  expect(iterationsUnder('each#*/deep#*/look', 'each#3')).toEqual([3])
  expect(iterationsUnder('each#*/deep#*/look', 'each#3/deep#1')).toEqual([3, 1])
  expect(iterationsUnder('each#*/safe/deep#*/look', 'each#3/other#1')).toEqual([3])
  expect(iterationsUnder('every#*/look', 'each#3')).toEqual([])
  expect(iterationsUnder('each2#*/look', 'each#3')).toEqual([])
  expect(iterationsUnder('look', 'each#3')).toEqual([])
})

it('counts the loops around a step, and names the iteration around an instance', () => {
  expect(['look', 'each#*/look', 'each#*/safe/deep#*/look'].map(depthOf)).toEqual([0, 1, 2])
  expect(enclosingIteration('each#3/safe/deep#10/look')).toBe('each#3/safe/deep#10')
  expect(enclosingIteration('safe/look')).toBeNull()
})
