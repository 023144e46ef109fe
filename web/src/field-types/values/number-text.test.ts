import type { Filter } from '@caseloom/contract/values/filter'
import { describe, expect, it } from 'vitest'
import { flatConditions } from '../parts/flat-conditions.ts'
import { numberText } from './number-text.ts'

describe('a number as text', () => {
  it.each([
    ['plain', 12500, '12500'],
    [undefined, 12500, '12500'],
    ['percent', 45, '45%'],
    ['thousands', 999, '999'],
    ['thousands', 12500, '12,500'],
    ['thousands', -1234567.5, '-1,234,567.5'],
    ['thousands', '12345678901234567890', '12,345,678,901,234,567,890'],
    ['thousands', '1e5', '1e5'],
    ['thousands', 'none', 'none'],
    ['bytes', 0, '0 B'],
    ['bytes', 1023, '1023 B'],
    ['bytes', 1024, '1 KB'],
    ['bytes', 1536, '1.5 KB'],
    ['bytes', -1536, '-1.5 KB'],
    ['bytes', 1024 ** 2, '1 MB'],
    ['bytes', 1024 ** 5 * 3, '3 PB'],
    ['bytes', 1024 ** 6, '1024 PB'],
    ['bytes', '12345678901234567890', '12,345,678,901,234,567,890 B'],
  ] as const)('%s %s is %s', (format, value, expected) => {
    expect(numberText(format, value)).toBe(expected)
  })
})

describe('the conditions of a filter that a form can show', () => {
  const one: Filter = { field: 'a', op: 'empty' }
  const other: Filter = { field: 'b', op: 'eq', value: 1 }
  it.each<[string, Filter | null | undefined, unknown]>([
    ['none', null, []],
    ['none yet', undefined, []],
    ['one', one, [one]],
    ['all of some', { all: [one, other] }, [one, other]],
    ['all of none', { all: [] }, []],
    ['any of some, which it cannot', { any: [one] }, null],
    ['not, which it cannot', { not: one }, null],
    ['others inside, which it cannot', { all: [one, { any: [other] }] }, null],
  ])('are %s', (_what, filter, expected) => {
    expect(flatConditions(filter)).toEqual(expected)
  })
})
