import { Occurrence } from '@caseloom/contract/records/occurrences'
import { describe, expect, test } from 'vitest'
import { aRecord } from '../testing/a-record.ts'
import { isRecordLine, rowsWithBelow } from './rows-below.ts'

const parent = aRecord(1, { title: 'Spray' })
const other = aRecord(2, { title: 'Alone' })
const occurrence = Occurrence.parse({
  id: '0199aaaa-0000-7000-8000-000000000001',
  at: '2026-11-30T06:00:00.000Z',
  by: { kind: 'playbook', id: null, name: 'Intake' },
  title: 'Spray again',
  fields: { title: 'Spray again' },
})

describe('rows with what is open below them', () => {
  test('are the rows themselves while nothing is open', () => {
    const { rows, below } = rowsWithBelow([parent, other], new Map())
    expect(rows).toEqual([parent, other])
    expect(below.size).toBe(0)
  })

  test('have occurrences below them, which are no records, and what leads to the rest', () => {
    const below = { records: [], occurrences: [occurrence], hasMore: true }
    const shown = rowsWithBelow([parent, other], new Map([[parent.id, { below, hasFailed: false }]]))
    expect(shown.rows.map(({ fields }) => fields['title'] ?? null)).toEqual([
      'Spray',
      'Spray again',
      null,
      'Alone',
    ])
    expect(shown.rows.map(({ id }) => isRecordLine(shown.below, id))).toEqual([true, false, false, true])
    expect(new Set(shown.rows.map(({ id }) => id)).size).toBe(4)
  })

  test.each([
    [false, 'loading'],
    [true, 'failed'],
  ])('say how it goes until it is read: failed is %s', (hasFailed, kind) => {
    const shown = rowsWithBelow([parent], new Map([[parent.id, { below: undefined, hasFailed }]]))
    expect([...shown.below.values()].map((line) => line.kind)).toEqual([kind])
  })
})
