import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { HistoryEntry } from '@caseloom/contract/records/records'
import type { ClockValue, Task } from '@caseloom/contract/values/case-fields'
import { describe, expect, test } from 'vitest'
import { clockEvents } from './clock-events.ts'
import { kindOf } from './merged-timeline.ts'
import { storiesOf } from './story.ts'
import { storyVerb } from './story-words.ts'
import { taskEvents } from './task-events.ts'

const at = (time: string) => `2026-11-23T${time}:00.000Z`
const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }
// Only what the stories read of a field.
const fields = new Map(
  [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'resolve', label: 'Resolve', type: 'clock', target: 3600 },
    { key: 'todo', label: 'Tasks', type: 'tasks' },
    { key: 'proof', label: 'Evidence', type: 'attachment' },
    { key: 'case', label: 'Case', type: 'reference' },
  ].map((field) => [field.key, field as unknown as Field]),
)

const RUNNING: ClockValue = {
  state: 'running',
  startedAt: at('09:00'),
  stoppedAt: null,
  spent: 0,
  since: at('09:00'),
  dueAt: at('10:00'),
  warningAt: at('09:45'),
  warnedAt: null,
  breachedAt: null,
}
const PAUSED: ClockValue = { ...RUNNING, state: 'paused', since: null, dueAt: null, spent: 600 }
const WARNED: ClockValue = { ...RUNNING, warnedAt: at('09:45') }
const BREACHED: ClockValue = { ...WARNED, breachedAt: at('10:00') }
const MISSED: ClockValue = { ...BREACHED, state: 'missed', since: null, dueAt: null, spent: 4200 }
const MET: ClockValue = { ...RUNNING, state: 'met', since: null, dueAt: null, spent: 240 }

describe('what happened to a clock', () => {
  test.each<[string, ClockValue | null, ClockValue | null, string[]]>([
    ['nothing', null, null, []],
    ['only the figures', RUNNING, { ...RUNNING, spent: 5 }, []],
    ['started', null, RUNNING, ['started']],
    ['started where it pauses', null, PAUSED, ['started', 'paused']],
    ['paused', RUNNING, PAUSED, ['paused']],
    ['resumed', PAUSED, { ...RUNNING, dueAt: at('10:20') }, ['resumed']],
    ['close to its target', RUNNING, WARNED, ['warned']],
    ['breached', WARNED, BREACHED, ['breached']],
    ['breached without a warning in between', RUNNING, BREACHED, ['breached']],
    ['met', WARNED, MET, ['met']],
    ['missed', BREACHED, MISSED, ['missed']],
    ['missed and breached together', RUNNING, MISSED, ['missed']],
    ['paused beyond its target', RUNNING, { ...PAUSED, breachedAt: at('10:00') }, ['breached', 'paused']],
    ['another due time', RUNNING, { ...RUNNING, dueAt: at('11:00') }, ['rescheduled']],
    ['taken away', RUNNING, null, ['reset']],
  ])('%s', (_name, from, to, expected) => {
    expect(clockEvents(from, to).map((event) => event.do)).toEqual(expected)
  })
})

const task = (id: number, over: Partial<Task> = {}): Task => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  title: `Task ${id}`,
  state: 'todo',
  assignee: null,
  due: null,
  required: false,
  dependsOn: [],
  doneAt: null,
  doneBy: null,
  ...over,
})

describe('what happened to tasks', () => {
  const ben = '00000000-0000-4000-8000-00000000000b' as NonNullable<Task['assignee']>
  test.each<[string, Task[], Task[], object[]]>([
    ['nothing', [task(1)], [task(1)], []],
    ['another order', [task(1), task(2)], [task(2), task(1)], []],
    ['added', [], [task(1)], [{ do: 'added', title: 'Task 1' }]],
    [
      'added when it was done',
      [],
      [task(1, { state: 'done' })],
      [
        { do: 'added', title: 'Task 1' },
        { do: 'done', title: 'Task 1' },
      ],
    ],
    ['removed', [task(1)], [], [{ do: 'removed', title: 'Task 1' }]],
    ['done', [task(1)], [task(1, { state: 'done' })], [{ do: 'done', title: 'Task 1' }]],
    [
      'skipped with its reason, which is no change of the note',
      [task(1)],
      [task(1, { state: 'skipped', note: 'Not ours' })],
      [{ do: 'skipped', title: 'Task 1', reason: 'Not ours' }],
    ],
    [
      'skipped without a reason',
      [task(1)],
      [task(1, { state: 'skipped' })],
      [{ do: 'skipped', title: 'Task 1', reason: null }],
    ],
    ['reopened', [task(1, { state: 'done' })], [task(1)], [{ do: 'reopened', title: 'Task 1' }]],
    [
      'assigned, due, and required in one change',
      [task(1)],
      [task(1, { assignee: ben, due: at('12:00'), required: true })],
      [
        { do: 'assigned', title: 'Task 1', userId: ben },
        { do: 'dated', title: 'Task 1', due: at('12:00') },
        { do: 'required', title: 'Task 1' },
      ],
    ],
    ['renamed', [task(1)], [task(1, { title: 'New' })], [{ do: 'renamed', title: 'New', before: 'Task 1' }]],
  ])('%s', (_name, from, to, expected) => {
    expect(taskEvents(from, to)).toEqual(expected)
  })
})

const file = (id: number) => ({
  id: `00000000-0000-4000-8000-0000000000f${id}`,
  name: `log-${id}.txt`,
  size: 5,
  mediaType: 'text/plain',
  sha256: 'a'.repeat(64),
  at: at('08:00'),
  by: ANA,
})
const linked = (id: number) => ({
  id: `00000000-0000-4000-8000-0000000000e${id}`,
  appId: '00000000-0000-4000-8000-0000000000d1',
  trackingId: `CAS-${id}`,
  title: `Case ${id}`,
})

function stories(changes: { field: string; from: unknown; to: unknown }[], action = 'updated') {
  const entry = HistoryEntry.parse({ version: 3, at: at('10:00'), actor: ANA, action, changes })
  return storiesOf(entry, fields)
}
const json = (value: unknown) => value as JsonValue // made of JSON values

describe('an entry of the history', () => {
  test('falls into the change and what it caused, the latest first', () => {
    const items = stories([
      { field: 'title', from: 'Old', to: 'New' },
      { field: 'todo', from: null, to: json([task(1)]) },
      { field: 'proof', from: json([file(1), file(2)]), to: json([file(2), file(3)]) },
      { field: 'case', from: null, to: json([linked(1)]) },
      { field: 'resolve', from: json(RUNNING), to: json(MET) },
    ])
    expect(items.map(kindOf)).toEqual(['sla', 'links', 'files', 'tasks', 'people'])
    expect(items.map(({ entry }) => entry.changes.map(({ field }) => field))).toEqual([
      ['resolve'],
      ['case'],
      ['proof'],
      ['todo'],
      ['title'],
    ])
    expect(items[2]?.story).toMatchObject({
      moves: [{ added: [{ name: 'log-3.txt' }], removed: [{ name: 'log-1.txt' }] }],
    })
  })

  test('of which nothing is left says nothing, but the creation of a record is said', () => {
    expect(stories([{ field: 'resolve', from: json(RUNNING), to: json({ ...RUNNING, spent: 9 }) }])).toEqual(
      [],
    )
    expect(stories([{ field: 'proof', from: json([file(1)]), to: json([file(1)]) }])).toEqual([])
    const created = stories([{ field: 'resolve', from: null, to: json(RUNNING) }], 'created')
    expect(created.map(kindOf)).toEqual(['sla', 'people'])
  })

  test.each([
    ['merged', 'links'],
    ['unmerged', 'links'],
    ['file_added', 'files'],
    ['file_removed', 'files'],
    ['locked', 'people'],
  ])('of the kind %s is among %s', (action, lane) => {
    expect(stories([], action).map(kindOf)).toEqual([lane])
  })
})

describe('in words', () => {
  const words = {
    t: (key: string, ...[values]: [] | [Record<string, unknown>]) =>
      [key, ...Object.values(values ?? {})].join(' ').replaceAll(/\s/g, ' '),
    zone: 'UTC',
    name: () => 'Ben',
  }
  const clock = (from: ClockValue | null, to: ClockValue, noticed = '10:00') => {
    const [event] = clockEvents(from, to)
    const field = fields.get('resolve')
    if (event === undefined || field === undefined) throw new Error('No event')
    return storyVerb({ of: 'clock', field, event }, at(noticed), words)
  }

  test.each<[string, string, string]>([
    ['started', clock(null, RUNNING), 'story.clock.startedDue 23 Nov 2026, 10:00'],
    ['met', clock(RUNNING, MET), 'story.clock.met 4m 1h 00m'],
    ['missed', clock(BREACHED, MISSED), 'story.clock.missed 1h 10m 1h 00m'],
    ['breached just now', clock(WARNED, BREACHED), 'story.clock.breachedTarget 1h 00m 23 Nov 2026, 10:00'],
  ])('a clock says when it is due and how long it took: %s', (_name, verb, expected) => {
    expect(verb).toBe(expected)
  })

  test('a breach that was noticed late says when it was', () => {
    expect(clock(WARNED, BREACHED, '10:05')).toMatch(/^story\.clock\.breachedTargetAt /)
    expect(clock(WARNED, BREACHED, '10:01')).toMatch(/^story\.clock\.breachedTarget /)
  })

  test('several tasks are counted, a single one is named', () => {
    const verb = (to: Task[], from: Task[] = []) =>
      storyVerb({ of: 'tasks', events: taskEvents(from, to) }, at('10:00'), words)
    expect(verb([task(1)])).toBe('story.task.added Task 1')
    expect(verb([task(1), task(2)])).toBe('story.tasks.added 2')
    expect(verb([task(1, { state: 'done' }), task(2)], [task(1)])).toBe('story.tasks.changed 2')
    expect(verb([task(1, { state: 'skipped', note: 'Not ours' })], [task(1)])).toBe(
      'story.task.skippedBecause Task 1 Not ours',
    )
  })

  test.each([
    ['linked', 'story.links.added 1 1', 1, 0],
    ['unlinked', 'story.links.removed 1 1', 0, 1],
  ])('a record that links to this one is a story of links: %s', (action, said, added, removed) => {
    const id = '00000000-0000-4000-8000-000000000001'
    const record = { id, appId: id, trackingId: 'ALT-1', title: 'Phish' }
    const link = { field: { appId: id, key: 'case', label: 'Alerts' }, record }
    const one = HistoryEntry.parse({ version: 1, at: at('10:00'), actor: ANA, action, changes: [], link })
    const [item, ...rest] = storiesOf(one, fields)
    if (item?.story?.of !== 'links') throw new Error('No story of links')
    expect([rest, kindOf(item), item.story.moves.map(({ field }) => field.label)]).toEqual([
      [],
      'links',
      ['Alerts'],
    ])
    expect(item.story.moves.map((move) => [move.added.length, move.removed.length])).toEqual([
      [added, removed],
    ])
    expect(storyVerb(item.story, item.at, words)).toBe(said)
  })

  test('files and links are counted by what happened to them', () => {
    const field = fields.get('proof')
    if (field === undefined) throw new Error('No field')
    const verb = (added: number, removed: number) =>
      storyVerb(
        {
          of: 'links',
          moves: [
            {
              field,
              added: Array.from({ length: added }, () => linked(1) as never), // only counted
              removed: Array.from({ length: removed }, () => linked(2) as never),
            },
          ],
        },
        at('10:00'),
        words,
      )
    expect([verb(2, 0), verb(0, 1), verb(1, 1)]).toEqual([
      'story.links.added 2 2',
      'story.links.removed 1 1',
      'story.links.changed 2 2',
    ])
  })
})
