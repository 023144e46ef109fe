import { HistoryEntry } from '@caseloom/contract/records/records'
import { describe, expect, test } from 'vitest'
import type { TimelineItem } from './merged-timeline.ts'
import { firstSeen, visitAt, type Visits, withVisit } from './visit.ts'

const ME = '00000000-0000-4000-8000-00000000000a'
const BEN = '00000000-0000-4000-8000-00000000000b'
const MINUTE = 60_000
const minute = (count: number) => Date.UTC(2026, 10, 23, 3, count)

function change(count: number, id: string): TimelineItem {
  const at = new Date(minute(count)).toISOString()
  const actor = { kind: 'user', id, name: 'Someone' }
  const entry = HistoryEntry.parse({ version: count, at, actor, action: 'updated', changes: [] })
  return { kind: 'change', at, entry }
}

describe('the visits of a record', () => {
  test.each([
    ['the first', undefined, 20, null],
    ['one that continues', { before: null, last: minute(12) }, 20, null],
    ['one that continues after another', { before: minute(1), last: minute(12) }, 20, minute(1)],
    ['ten minutes later', { before: minute(1), last: minute(10) }, 20, minute(1)],
    ['more than ten minutes later', { before: minute(1), last: minute(10) - 1 }, 20, minute(10) - 1],
  ])('begin after ten minutes: %s', (_name, previous, now, before) => {
    expect(visitAt(previous, minute(now))).toEqual({ before, last: minute(now) })
  })

  test('are stored for the records that were visited last', () => {
    let visits: Visits = {}
    for (let count = 0; count < 305; count += 1)
      visits = withVisit(visits, `r${count}`, { before: null, last: count * MINUTE })
    expect(Object.keys(visits)).toHaveLength(300)
    expect(visits['r4']).toBeUndefined()
    expect(visits['r5']).toEqual({ before: null, last: 5 * MINUTE })
  })
})

describe('what is new since a visit', () => {
  test.each([
    { why: 'two entries of someone else', minutes: [40, 30, 20], by: BEN, before: 25, index: 2 },
    { why: 'nothing', minutes: [40, 30, 20], by: BEN, before: 45, index: null },
    { why: 'an entry at the very moment was seen', minutes: [40, 30, 20], by: BEN, before: 30, index: 1 },
    { why: 'everything that is loaded', minutes: [40, 30, 20], by: BEN, before: 10, index: null },
    { why: 'only what the reader did', minutes: [40, 30, 20], by: ME, before: 25, index: null },
  ])('ends above the first entry that was seen: $why', ({ minutes, by, before, index }) => {
    const items = minutes.map((count) => change(count, by))
    expect(firstSeen(items, minute(before), ME)).toBe(index === null ? null : items[index])
  })
})
