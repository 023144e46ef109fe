import { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import { AttackEventView } from '@caseloom/contract/records/attack-events'
import { HistoryEntry } from '@caseloom/contract/records/records'
import { expect, test } from 'vitest'
import { besideItems } from './merged-timeline.ts'
import { type PrintedEntry, printedEntry } from './printed-entry.ts'

const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }
const at = '2026-11-23T10:00:00.000Z'
const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
/** Keys stand for texts, with what is in them. */
const say = (key: string, values?: object) => [key, ...Object.values(values ?? {}).map(String)].join(' ')
const words = {
  t: say,
  records: say,
  attack: say,
  zone: 'UTC',
  name: () => undefined,
  fields: [],
  text: (_field: unknown, value: unknown) => (value === null ? '' : String(value)),
}

const changed = (more: object): PrintedEntry => {
  const entry = HistoryEntry.parse({ version: 1, at, actor: ANA, action: 'updated', changes: [], ...more })
  return printedEntry({ kind: 'change', at, entry }, words)
}
const beside = (items: Partial<Parameters<typeof besideItems>[0]>) =>
  besideItems({ events: [], runs: [], approvals: [], ...items }).map((item) => printedEntry(item, words))

test('a change is who did what, with a line for each field', () => {
  const changes = [
    { field: 'state', from: 'new', to: 'open' },
    { field: 'owner', from: null, to: 'Ben' },
    { field: 'note', from: 'old', to: null },
  ]
  expect(changed({ changes })).toEqual({
    at,
    lane: 'people',
    who: 'Ana',
    what: 'history.updated',
    lines: ['print.change state new open', 'print.set owner Ben', 'print.cleared note old'],
  })
  const actor = { ...ANA, via: 'import' }
  expect(changed({ actor, action: 'locked', detail: 'Evidence' }).what).toBe(
    'history.locked history.via.import: Evidence',
  )
})

test('a comment is there in full, and what it said before', () => {
  const comment = { id: id(1), field: null, before: null, text: '<p>Seen &amp; noted</p>' }
  expect(changed({ action: 'commented', comment }).lines).toEqual(['Seen & noted'])
  const edited = { ...comment, before: '<p>Seen</p>' }
  expect(changed({ action: 'comment_edited', comment: edited }).lines).toEqual(['Seen → Seen & noted'])
  expect(changed({ action: 'comment_deleted', comment: { ...comment, text: null } }).lines).toEqual([])
})

test('attack events have their facts, and say when they were recorded later', () => {
  const event = AttackEventView.parse({
    id: id(1),
    happenedAt: at,
    recordedAt: '2026-11-23T11:00:00.000Z',
    by: ANA,
    editedAt: null,
    type: 'other',
    text: 'Link opened',
    technique: 'T1566.002',
    tactic: null,
    tactics: ['Initial Access'],
    asset: { name: 'lap-0142', record: null },
    source: null,
  })
  expect(beside({ events: [event] })).toEqual([
    {
      at,
      lane: 'attack',
      who: 'entry.label',
      what: 'Link opened',
      lines: [
        'T1566.002 · Initial Access · types.other · lap-0142 · entry.addedBy Ana · print.recorded 23 Nov 2026, 11:00',
      ],
    },
  ])
})

test('runs and requests are there with how they ended', () => {
  const playbook = { id: id(2), title: 'Contain host' }
  const run = { number: 7, playbook, state: 'failed', startedAt: at, endedAt: at, error: { message: '503' } }
  // Only these are read.
  expect(beside({ runs: [run as unknown as RunSummary] })).toEqual([
    { at, lane: 'runs', who: 'Contain host', what: 'run.failed', lines: ['run.number 7 · 0 ms · 503'] },
  ])
  const approval = ApprovalSummary.parse({
    id: id(1),
    kind: 'approve',
    state: 'approved',
    title: 'Isolate?',
    playbook,
    run: { id: id(3), number: 7 },
    path: 'ask',
    openedAt: at,
    expiresAt: null,
    decidedAt: at,
    waitingForMe: false,
    asked: ['Ana'],
    decidedBy: [{ id: ANA.id, name: 'Ana' }],
  })
  expect(beside({ approvals: [approval] }).map(({ lane, who, what }) => [lane, who, what])).toEqual([
    ['runs', 'Contain host', 'approval.asked Ana Isolate?'],
    ['people', 'Ana', 'approval.approved Isolate?'],
  ])
})
