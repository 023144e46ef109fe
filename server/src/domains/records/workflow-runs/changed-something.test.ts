import { expect, it } from 'vitest'
import { changedSomething, type RunMark } from './changed-something.rules.ts'

const mark = (over: Partial<RunMark>): RunMark => ({
  order: ['a', 'b'],
  outcomes: ['false', 'false'],
  set: [],
  ...over,
})
const reader = { hidden: new Set(['b']), readable: (field: string) => field !== 'secret' }

it.each([
  ['the first run without a rule that applies', mark({}), null, false],
  ['a rule that begins to apply', mark({ outcomes: ['true'] }), mark({}), true],
  ['a rule that still applies', mark({ outcomes: ['true'] }), mark({ outcomes: ['true'] }), false],
  ['a hidden rule', mark({ outcomes: ['false', 'true'] }), mark({}), false],
  ['a field that was set', mark({ set: ['team'] }), mark({}), true],
  ['a field that can’t be read', mark({ set: ['secret'] }), mark({}), false],
  ['the order of another revision', mark({ order: ['b', 'a'], outcomes: ['false', 'true'] }), mark({ outcomes: ['true'] }), false],
])('says of %s whether it changed something', (_, run, before, wanted) => {
  expect(changedSomething(run, before, reader)).toBe(wanted)
})
