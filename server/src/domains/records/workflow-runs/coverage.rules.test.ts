import { expect, it } from 'vitest'
import { countRecords } from './coverage.rules.ts'

const fired = [new Set(['a', 'b']), new Set(['b']), new Set<string>(), new Set(['hidden'])]

it.each([
  ['nothing', [], { records: 0, rules: { a: 0, b: 0, c: 0 }, never: ['a', 'b', 'c'] }],
  [
    'a record once for a rule that several of its saves took',
    [{ kinds: [1, 2], count: 1 }],
    { records: 1, rules: { a: 1, b: 1, c: 0 }, never: ['c'] },
  ],
  [
    'records of all groups, and those without a rule that applied',
    [
      { kinds: [1], count: 3 },
      { kinds: [2, 3], count: 4 },
      { kinds: [3, 4], count: 5 },
    ],
    { records: 12, rules: { a: 3, b: 7, c: 0 }, never: ['c'] },
  ],
])('counts %s', (_, groups, wanted) => {
  expect(countRecords(['a', 'b', 'c'], { fired, groups })).toEqual(wanted)
})
