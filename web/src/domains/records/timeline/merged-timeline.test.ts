import { AttackEventView } from '@caseloom/contract/records/attack-events'
import { HistoryEntry } from '@caseloom/contract/records/records'
import { describe, expect, test } from 'vitest'
import { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import { besideItems, itemsOf, kindCounts, mergedTimeline, peopleIn, WHOLE } from './merged-timeline.ts'
import type { ChangeItem } from './story.ts'

const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }
const BEN = { kind: 'user', id: '00000000-0000-4000-8000-00000000000b', name: 'Ben' }
const BOT = { kind: 'playbook', id: null, name: 'Sweep' }
const SYSTEM = { kind: 'system', id: null, name: 'Caseloom' }
const at = (minute: number) => `2026-11-23T03:${String(minute).padStart(2, '0')}:00.000Z`
const NO_KIND = kindCounts([])
const NONE = { events: [], runs: [], approvals: [] }
const run = (minute: number) => ({ startedAt: at(minute) }) as RunSummary // only the start is read
const change = (minute: number, actor: object = ANA) =>
  changeItem(HistoryEntry.parse({ version: minute, at: at(minute), actor, action: 'updated', changes: [] }))
const changeItem = (entry: HistoryEntry): ChangeItem => ({ kind: 'change', at: entry.at, entry })
const event = (minute: number) =>
  AttackEventView.parse({
    id: `00000000-0000-4000-8000-0000000000${String(minute).padStart(2, '0')}`,
    happenedAt: at(minute),
    recordedAt: at(59),
    by: ANA,
    editedAt: null,
    type: 'other',
    text: `At ${minute}`,
    technique: null,
    tactic: null,
    tactics: [],
    asset: null,
    source: null,
  })
const approval = (more: object) =>
  ApprovalSummary.parse({
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'approve',
    state: 'open',
    title: 'Isolate?',
    playbook: { id: '00000000-0000-4000-8000-000000000002', title: 'Contain host' },
    run: { id: '00000000-0000-4000-8000-000000000003', number: 7 },
    path: 'ask',
    openedAt: at(30),
    expiresAt: null,
    decidedAt: null,
    waitingForMe: false,
    asked: ['Ana', 'Ben'],
    decidedBy: [],
    ...more,
  })
const loadedTo = (minute: number | undefined) => ({
  last: minute === undefined ? null : at(minute),
  hasMore: true,
})
const shown = (isWhole: boolean, changes: number[], events: number[]) =>
  mergedTimeline(
    changes.map((minute) => change(minute)),
    besideItems({ ...NONE, events: events.map(event) }),
    { changes: isWhole ? WHOLE : loadedTo(changes.at(-1)), runs: WHOLE },
  ).map((item) => `${item.kind} ${Number(item.at.slice(14, 16))}`)

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
    ['runs that end later hold changes and events back', 35, 20, ['run 40', 'change 38', 'run 35']],
    ['changes that end later hold runs and events back', 10, 38, ['run 40', 'change 38']],
    ['at the same instant, what is there is shown', 38, 38, ['run 40', 'change 38']],
  ])('is shown as far back as all of it is loaded: %s', (_name, runsTo, changesTo, expected) => {
    const changes = [38, 30, 20].filter((minute) => minute >= changesTo).map((minute) => change(minute))
    const runs = [40, 35, 10].filter((minute) => minute >= runsTo).map(run)
    const merged = mergedTimeline(changes, besideItems({ ...NONE, events: [event(5), event(25)], runs }), {
      changes: loadedTo(changesTo),
      runs: loadedTo(runsTo),
    })
    expect(merged.map((item) => `${item.kind} ${Number(item.at.slice(14, 16))}`)).toEqual(expected)
  })

  test('shows nothing before the first page of a list has arrived', () => {
    const loaded = { changes: loadedTo(undefined), runs: WHOLE }
    expect(mergedTimeline([], besideItems({ ...NONE, events: [event(5)] }), loaded)).toEqual([])
  })

  test('has runs at their start', () => {
    const merged = mergedTimeline(
      [change(40), change(20)],
      besideItems({ ...NONE, events: [event(5)], runs: [run(30)] }),
    )
    expect(merged.map(({ kind }) => kind)).toEqual(['change', 'run', 'change', 'attack'])
  })

  test('has requests when they were asked and when they ended, for the people who decided', () => {
    const approvals = [approval({}), approval({ decidedAt: at(50), state: 'approved', decidedBy: [BEN] })]
    const items = mergedTimeline([change(40)], besideItems({ ...NONE, approvals }))
    const shown = items.map((item) => [
      item.kind,
      Number(item.at.slice(14, 16)),
      item.kind === 'approval' && item.hasEnded,
    ])
    expect(shown).toEqual([
      ['approval', 50, true],
      ['change', 40, false],
      ['approval', 30, false],
      ['approval', 30, false],
    ])
    expect(kindCounts(items)).toEqual({ ...NO_KIND, people: 2, runs: 2 })
    expect(itemsOf(items, BEN.id)).toEqual([items[0]])
    const closed = besideItems({
      ...NONE,
      approvals: [approval({ decidedAt: at(50), state: 'expired', decidedBy: [] })],
    })
    expect(kindCounts(closed)).toMatchObject({ people: 0, runs: 2 })
  })

  test('counts by lane, and by person', () => {
    const items = mergedTimeline(
      [change(50), change(40, BOT), change(30, SYSTEM), change(20, BEN)],
      besideItems({ ...NONE, events: [event(5)], runs: [run(10)] }),
    )
    expect(kindCounts(items)).toEqual({ ...NO_KIND, attack: 1, people: 2, runs: 2, record: 1 })
    expect(peopleIn(items)).toEqual([
      { id: ANA.id, name: 'Ana' },
      { id: BEN.id, name: 'Ben' },
    ])
    expect(kindCounts(itemsOf(items, ANA.id))).toEqual({ ...NO_KIND, attack: 1, people: 1 })
    expect(itemsOf(items, undefined)).toHaveLength(6)
  })
})
