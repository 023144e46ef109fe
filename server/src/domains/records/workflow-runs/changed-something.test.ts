import { expect, it } from 'vitest'
import { changedSomething, markOf } from './changed-something.rules.ts'

const reader = { isShown: (rule: string) => rule !== 'b', isReadable: (field: string) => field !== 'secret' }
const mark = (over: Partial<Parameters<typeof markOf>[0]>) =>
  markOf({ order: ['a', 'b'], outcomes: ['false', 'false'], set: [], ...over }, reader)

it.each([
  ['the first run without a rule that applies', mark({}), null, false],
  ['the first run with one', mark({ outcomes: ['true'] }), null, true],
  ['a rule that begins to apply', mark({ outcomes: ['true'] }), mark({}), true],
  ['a rule that no longer applies', mark({}), mark({ outcomes: ['true'] }), true],
  ['a rule that still applies', mark({ outcomes: ['true'] }), mark({ outcomes: ['true'] }), false],
  ['a hidden rule', mark({ outcomes: ['false', 'true'] }), mark({}), false],
  ['a field that was set', mark({ set: ['team'] }), mark({}), true],
  ['a field that can’t be read', mark({ set: ['secret'] }), mark({}), false],
  [
    'the order of another revision',
    mark({ order: ['b', 'a'], outcomes: ['false', 'true'] }),
    mark({ outcomes: ['true'] }),
    false,
  ],
])('says of %s whether it changed something', (_, run, before, wanted) => {
  expect(changedSomething(run, before)).toBe(wanted)
})
