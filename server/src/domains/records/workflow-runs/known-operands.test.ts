import type { When } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { knownOperands } from './known-operands.rules.ts'

const field: When = { field: 'status', op: 'eq', value: 'open' }
const linked: When = { linked: 'cases' }

test.each<[string, When, Record<string, boolean | null>, boolean, Record<string, boolean> | null]>([
  ['a condition alone is the outcome', linked, { '': null }, true, { '': true }],
  [
    'all held',
    { all: [field, linked] },
    { 'all.0': true, 'all.1': null },
    true,
    { 'all.0': true, 'all.1': true },
  ],
  [
    'the other one failed',
    { all: [field, linked] },
    { 'all.0': false, 'all.1': null },
    false,
    { 'all.0': false },
  ],
  [
    'this one failed',
    { all: [field, linked] },
    { 'all.0': true, 'all.1': null },
    false,
    { 'all.0': true, 'all.1': false },
  ],
  ['the other one held', { any: [field, linked] }, { 'any.0': true, 'any.1': null }, true, { 'any.0': true }],
  ['one of two', { any: [linked, linked] }, { 'any.0': null, 'any.1': null }, true, {}],
  [
    'none of two',
    { none: [linked, linked] },
    { 'none.0': null, 'none.1': null },
    true,
    { 'none.0': false, 'none.1': false },
  ],
  ['a contradiction', { all: [field, linked] }, { 'all.0': false, 'all.1': null }, true, null],
  [
    'nested',
    { all: [field, { any: [{ none: [linked] }, field] }] },
    { 'all.0': true, 'all.1.any.0.none.0': null, 'all.1.any.1': false },
    true,
    { 'all.0': true, 'all.1.any.0.none.0': false, 'all.1.any.1': false },
  ],
])(
  'what can’t be read any more is said as far as the outcome says it: %s',
  (...[, when, holds, held, said]) => {
    const found = knownOperands(when, { holds: new Map(Object.entries(holds)), held })
    expect(found === null ? null : Object.fromEntries(found)).toEqual(said)
  },
)
