import type { JsonValue } from '@caseloom/contract/json'
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

  it.each<[Kind, PlainOperator, string[], JsonValue, boolean]>([
    ['text', 'empty', [], null, true],
    ['text', 'empty', [], 'x', false],
    ['text', 'eq', ['x'], null, false],
    ['text', 'eq', ['x'], 'x', true],
    ['text', 'eq', ['X'], 'x', false],
    ['text', 'in', ['a', 'x'], 'x', true],
    ['text', 'in', ['a', 'b'], 'x', false],
    ['text', 'contains', ['EF'], 'defg', true],
    ['text', 'contains', ['ge'], 'defg', false],
    ['text', 'startsWith', ['DE'], 'Defg', true],
    ['text', 'startsWith', ['ef'], 'defg', false],
    ['text', 'endsWith', ['FG'], 'defG', true],
    ['text', 'endsWith', ['ef'], 'defg', false],
    ['text', 'contains', [], 'x', true],
    ['tracking', 'eq', ['cas-7'], 'CAS-7', true],
    ['tracking', 'eq', ['cas-8'], 'CAS-7', false],
    ['text', 'gt', ['a'], 'b', true],
    ['text', 'gt', ['b'], 'b', false],
    ['text', 'gt', ['c'], 'b', false],
    ['text', 'gte', ['b'], 'b', true],
    ['text', 'gte', ['c'], 'b', false],
    ['text', 'lt', ['c'], 'b', true],
    ['text', 'lt', ['b'], 'b', false],
    ['text', 'lt', ['a'], 'b', false],
    ['text', 'lte', ['b'], 'b', true],
    ['text', 'lte', ['a'], 'b', false],
    ['number', 'eq', ['1.50'], 1.5, true],
    ['number', 'gt', ['9'], 10, true],
    ['number', 'lt', ['9'], 10, false],
    ['number', 'lt', ['x'], -1, true],
    ['duration', 'gt', ['90'], 100, true],
    ['rich', 'contains', ['bold word'], '<p>A <strong>bold</strong> word</p>', true],
    ['rich', 'contains', ['strong'], '<p>A <strong>bold</strong> word</p>', false],
  ])('%s %s %j on %j', (...[kind, op, values, value, expected]) => {
    expect(holds(condition(kind, op, ...values), value)).toBe(expected)
  })

  it.each<[PlainOperator, string[], JsonValue, boolean]>([
    ['in', ['a', 'z'], ['a', 'b'], true],
    ['in', ['y', 'z'], ['a', 'b'], false],
    ['contains', ['a', 'b'], ['a', 'b', 'c'], true],
    ['contains', ['a', 'z'], ['a', 'b', 'c'], false],
    ['eq', ['b', 'a'], ['a', 'b'], true],
    ['eq', ['a'], ['a', 'b'], false],
    ['eq', ['a', 'b', 'c'], ['a', 'b'], false],
  ])('a list: %s %j on %j', (op, values, value, expected) => {
    expect(holds(condition('texts', op, ...values), value)).toBe(expected)
  })

  it('compares numbers of lists by what they are', () => {
    expect(holds(condition('numbers', 'contains', '1.5'), ['1.50', 2])).toBe(true)
    expect(holds(condition('texts', 'contains', '1.5'), ['1.50'])).toBe(false)
  })

  it('finds files by part of a name', () => {
    const file = (name: string) => ({
      id: '01890000-0000-7000-8000-00000000000a',
      name,
      size: 1,
      type: 'text/plain',
      sha256: 'a'.repeat(64),
    })
    expect(holds(condition('files', 'contains', 'REPORT'), [file('a.txt'), file('Report.pdf')])).toBe(true)
    expect(holds(condition('files', 'contains', 'zip'), [file('Report.pdf')])).toBe(false)
  })

  it('asks for the part of a clock, and a clock without it has no such moment', () => {
    const filter: PlainFilter = {
      target: { key: 'f', kind: 'clock', part: 'dueAt' },
      op: 'empty',
      values: [],
    }
    expect(holds(filter, null)).toBe(true)
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
