import type { FormatRule } from '@caseloom/contract/apps/layout'
import { expect, test } from 'vitest'
import { compileFormats, filterReads } from './formats.ts'
import { numberField, optionField, textField } from './testing.ts'

const FIELDS = [optionField('status', ['open', 'closed']), numberField('score'), textField('owner')]
const MOMENT = { userId: 'me-1', now: '2026-11-24T12:00:00.000Z', zone: 'UTC' }
const RULES: FormatRule[] = [
  {
    id: 'high',
    label: 'High score',
    when: { field: 'score', op: 'gte', value: 80 },
    color: 'red',
    columns: ['score'],
  },
  {
    id: 'some',
    label: 'Some score',
    when: { field: 'score', op: 'gte', value: 10 },
    color: 'amber',
    columns: ['score', 'owner'],
  },
  { id: 'closed', label: 'Closed', when: { field: 'status', op: 'eq', value: 'closed' }, color: 'gray' },
  { id: 'old', label: 'Old', when: { field: 'created_at', op: 'olderThan', value: '7d' }, color: 'blue' },
]
const mark = compileFormats(RULES, FIELDS, MOMENT)
const marks = (record: Parameters<typeof mark>[0]) => {
  const { row, columns } = mark(record)
  return [row?.id ?? '-', ...[...columns].map(([key, rule]) => `${key}:${rule.id}`)].join(' ')
}

test('the first rule that holds marks a cell, and rows have a mark of their own', () => {
  expect(marks({ score: 90, status: 'closed' })).toBe('closed score:high owner:some')
  expect(marks({ score: 20, status: 'open' })).toBe('- score:some owner:some')
  expect(marks({ score: null, status: 'open' })).toBe('-')
})

test('a mark can follow time', () => {
  expect(marks({ created_at: '2026-11-01T00:00:00.000Z' })).toBe('old')
  expect(marks({ created_at: '2026-11-23T00:00:00.000Z' })).toBe('-')
})

test('the fields that a filter reads are those of all its conditions', () => {
  const filter = {
    any: [
      { field: 'score', op: 'empty' as const },
      { not: { field: 'owner', op: 'eq' as const, value: 'x' } },
    ],
  }
  expect(filterReads(filter, FIELDS).toSorted()).toEqual(['owner', 'score'])
})
