import { AttackEventView } from '@caseloom/contract/records/attack-events'
import { HistoryEntry } from '@caseloom/contract/records/records'
import { describe, expect, test } from 'vitest'
import { besideEvent, mergedTimeline } from './merged-timeline.ts'

const by = { kind: 'user', id: null, name: 'Ana' }
const at = (minute: number) => `2026-11-23T03:${String(minute).padStart(2, '0')}:00.000Z`
const change = (minute: number) =>
  HistoryEntry.parse({ version: minute, at: at(minute), actor: by, action: 'updated', changes: [] })
const event = (minute: number) =>
  AttackEventView.parse({
    id: `00000000-0000-4000-8000-0000000000${String(minute).padStart(2, '0')}`,
    happenedAt: at(minute),
    recordedAt: at(59),
    by,
    editedAt: null,
    type: 'other',
    text: `At ${minute}`,
    technique: null,
    tactic: null,
    tactics: [],
    asset: null,
    source: null,
  })
const shown = (isWhole: boolean, changes: number[], events: number[]) =>
  mergedTimeline(changes.map(change), events.map(event), isWhole).map(
    (item) => `${item.kind} ${Number(item.at.slice(14, 16))}`,
  )

describe('the timeline of a record', () => {
  test('has attack events at the time they happened', () => {
    expect(shown(true, [40, 30, 20], [5, 25, 45])).toEqual([
      'attack 45',
      'change 40',
      'change 30',
      'attack 25',
      'change 20',
      'attack 5',
    ])
  })

  test('holds events back that belong among changes which are not loaded yet', () => {
    expect(shown(false, [40, 30], [5, 35])).toEqual(['change 40', 'attack 35', 'change 30'])
    expect(shown(false, [], [5])).toEqual([])
    expect(shown(true, [], [5])).toEqual(['attack 5'])
  })

  test.each([
    [null, 1, 1],
    [null, -1, 3],
    [1, 1, 2],
    [2, -1, 1],
    [3, 1, null],
    [1, -1, null],
    [9, 1, 1],
  ] as const)('from event %s a step of %s leads to %s', (from, step, to) => {
    const events = [1, 2, 3].map(event)
    const id = (minute: number | null) => (minute === null ? null : event(minute).id)
    expect(besideEvent(events, id(from), step)).toBe(id(to))
  })
})
