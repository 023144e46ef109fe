import { HistoryEntry } from '@caseloom/contract/records/records'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import { AttackEventView } from '@caseloom/contract/records/attack-events'
import { describe, expect, test } from 'vitest'
import { besideItems, mergedTimeline, type TimelineItem } from './merged-timeline.ts'
import { type ChangeItem, storiesOf } from './story.ts'
import { type Burst, burstFields, burstsOf, daysOf, partsOf } from './thread.ts'

const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }
const BEN = { kind: 'user', id: '00000000-0000-4000-8000-00000000000b', name: 'Ben' }
const at = (time: string) => `2026-11-23T${time}.000Z`

function change(time: string, by: object = ANA, action = 'updated', fields: string[] = []): ChangeItem {
  const changes = fields.map((field) => ({ field, from: null, to: 'x' }))
  const entry = HistoryEntry.parse({ version: 1, at: at(time), actor: by, action, changes })
  return { kind: 'change', at: entry.at, entry }
}
function linked(time: string, action: string): ChangeItem {
  const id = '00000000-0000-4000-8000-000000000001'
  const record = { id, appId: id, trackingId: 'ALT-1', title: 'Phish' }
  const link = { field: { appId: id, key: 'case', label: 'Alerts' }, record }
  const entry = HistoryEntry.parse({ version: 1, at: at(time), actor: ANA, action, changes: [], link })
  const [item] = storiesOf(entry, new Map())
  if (item === undefined) throw new Error('No story')
  return item
}
function run(time: string, playbook: string): TimelineItem {
  const startedAt = at(time)
  return { kind: 'run', at: startedAt, run: { startedAt, playbook: { id: playbook } } as RunSummary } // only these are read
}
const sizes = (items: TimelineItem[]) =>
  burstsOf(items).map((part) => (part.kind === 'one' ? 1 : part.items.length))

describe('the thread of a timeline', () => {
  test.each([
    ['three changes of one person', [change('10:04:00'), change('10:02:00'), change('10:00:00')], [3]],
    ['two changes', [change('10:01:00'), change('10:00:00')], [1, 1]],
    ['five minutes from first to last', [change('10:05:00'), change('10:02:00'), change('10:00:00')], [3]],
    ['a second more', [change('10:05:01'), change('10:02:00'), change('10:00:00')], [1, 1, 1]],
    [
      'someone else between them',
      [change('10:03:00'), change('10:02:00'), change('10:01:00', BEN), change('10:00:00')],
      [1, 1, 1, 1],
    ],
    [
      'two bursts, one after the other',
      [
        ...['10:09:00', '10:08:00', '10:07:00'].map((time) => change(time)),
        ...['10:03:00', '10:02:00', '10:01:00'].map((time) => change(time)),
      ],
      [3, 3],
    ],
    [
      'comments',
      ['10:03:00', '10:02:00', '10:01:00'].map((time) => change(time, ANA, 'commented')),
      [1, 1, 1],
    ],
    ['runs of one playbook', ['10:03:00', '10:02:00', '10:01:00'].map((time) => run(time, 'a')), [3]],
    ['runs of several', [run('10:03:00', 'a'), run('10:02:00', 'b'), run('10:01:00', 'a')], [1, 1, 1]],
  ])('folds bursts alone: %s', (_name, items, expected) => {
    expect(sizes(items)).toEqual(expected)
  })

  test('keeps every item, in its order', () => {
    const items = [change('10:09:00', BEN), change('10:02:00'), change('10:01:00'), change('10:00:00')]
    const joined = burstsOf(items).flatMap((part) => (part.kind === 'one' ? [part.item] : part.items))
    expect(joined).toEqual(items)
  })

  test('ends a burst at what the reader had seen', () => {
    const items = ['10:04:00', '10:03:00', '10:02:00', '10:01:00', '10:00:00'].map((time) => change(time))
    const kinds = (seen: TimelineItem | undefined) => partsOf(items, seen ?? null).map(({ kind }) => kind)
    expect(kinds(undefined)).toEqual(['burst'])
    expect(kinds(items[3])).toEqual(['burst', 'seen', 'one', 'one'])
    expect(kinds(change('09:00:00'))).toEqual(['burst'])
  })

  test('names the fields of a burst once', () => {
    const items = [['type', 'impact'], ['type'], ['title']].map((fields, index) =>
      change(`10:0${4 - index}:00`, ANA, 'updated', fields),
    )
    const bursts = burstsOf(items).filter((part): part is Burst => part.kind === 'burst')
    const fields = [{ key: 'title', label: 'Title' }]
    expect(bursts.map((burst) => burstFields(burst, fields))).toEqual([['type', 'impact', 'Title']])
  })

  test('folds records that link here, apart from those that ceased to', () => {
    const items = ['linked', 'linked', 'linked', 'unlinked', 'updated'].map((action, index) =>
      action === 'updated' ? change('10:00:00') : linked(`10:0${4 - index}:00`, action),
    )
    expect(sizes(items)).toEqual([3, 1, 1])
    const [burst] = burstsOf(items)
    expect(burst?.kind === 'burst' && burstFields(burst, [])).toEqual(['Alerts'])
  })

  test('has days of the reader’s zone', () => {
    const items = [change('23:30:00'), change('12:00:00'), change('00:30:00')]
    const days = (zone: string) => daysOf(items, zone).map((day) => [day.day, day.items.length])
    expect(days('UTC')).toEqual([['2026-11-23', 3]])
    expect(days('Pacific/Auckland')).toEqual([
      ['2026-11-24', 2],
      ['2026-11-23', 1],
    ])
  })

  test('has attack events at the time of the chosen clock', () => {
    const event = AttackEventView.parse({
      id: '00000000-0000-4000-8000-000000000001',
      happenedAt: at('09:00:00'),
      recordedAt: at('11:00:00'),
      by: ANA,
      editedAt: null,
      type: 'other',
      text: 'Invoice opened',
      technique: null,
      tactic: null,
      tactics: [],
      asset: null,
      source: null,
    })
    const created = change('10:00:00', ANA, 'created')
    const kinds = (clock: 'happened' | 'recorded') =>
      mergedTimeline([created], besideItems({ events: [event], runs: [], approvals: [] }, clock)).map(
        ({ kind }) => kind,
      )
    expect(kinds('happened')).toEqual(['change', 'attack'])
    expect(kinds('recorded')).toEqual(['attack', 'change'])
  })
})
