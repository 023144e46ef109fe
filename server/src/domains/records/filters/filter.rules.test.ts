import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import type { FilterTarget, PlainOperator } from '@caseloom/contract/filters/field-types/plain-filter'
import type { AppTable } from '../model/record-shape.ts'
import { satisfies } from './filter.rules.ts'
import type { LinkTest, PlainFilter } from './filter-shape.ts'

type Kind = FilterTarget['kind']
const condition = (kind: Kind, op: PlainOperator, ...values: string[]): PlainFilter => ({
  target: { key: 'f', kind },
  op,
  values,
})
const holds = (filter: PlainFilter, value: JsonValue) =>
  satisfies(filter, (key) => (key === 'f' ? value : null))
const YES = condition('text', 'eq', 'x')
const NO = condition('text', 'eq', 'y')

describe('a checked filter on the facts of a record', () => {
  it.each<[string, PlainFilter, boolean]>([
    ['all of none', { all: [] }, true],
    ['all', { all: [YES, YES] }, true],
    ['all but one', { all: [YES, NO] }, false],
    ['any of none', { any: [] }, false],
    ['any', { any: [NO, YES] }, true],
    ['none of two', { any: [NO, NO] }, false],
    ['not', { not: NO }, true],
    ['not what holds', { not: YES }, false],
  ])('joins %s', (_what, filter, expected) => {
    expect(holds(filter, 'x')).toBe(expected)
  })

  it('takes each condition to its own fact', () => {
    const facts = (key: string) => (key === 'f' ? 'x' : 'y')
    expect(satisfies(YES, facts)).toBe(true)
    expect(satisfies({ target: { key: 'g', kind: 'text' }, op: 'eq', values: ['x'] }, facts)).toBe(false)
  })
})

describe('a filter by linked records', () => {
  const link = (over: Partial<LinkTest> = {}): PlainFilter => ({
    // The rules read no other app here.
    has: { key: 'l', fieldId: 'l', direction: 'out', other: {} as AppTable, principals: [], ...over },
  })
  const other = (id: string, f: string) => (key: string) => (key === 'id' ? id : f)
  const linked = [other('1', 'x'), other('2', 'y')]
  const asks = (filter: PlainFilter, those = linked) =>
    satisfies(
      filter,
      () => null,
      () => those,
    )

  it.each<[string, PlainFilter, boolean]>([
    ['any', link(), true],
    ['one by id', link({ id: '2' }), true],
    ['another by id', link({ id: '3' }), false],
    ['one by a condition', link({ where: YES }), true],
    ['one by a condition that none fulfills', link({ where: condition('text', 'eq', 'z') }), false],
    ['one by both', link({ id: '1', where: YES }), true],
    ['one by both of different records', link({ id: '2', where: YES }), false],
  ])('finds %s', (_what, filter, expected) => {
    expect(asks(filter)).toBe(expected)
  })

  it('finds none where there is none, also inside other conditions', () => {
    expect(asks(link(), [])).toBe(false)
    expect(satisfies(link(), () => null)).toBe(false)
    expect(asks({ all: [{ any: [{ not: { not: link() } }] }] })).toBe(true)
  })
})
