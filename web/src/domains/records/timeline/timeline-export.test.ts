import type { Field } from '@caseloom/contract/field-types/fields'
import { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { HistoryEntry } from '@caseloom/contract/records/records'
import { expect, test } from 'vitest'
import { besideItems } from './merged-timeline.ts'
import { storiesOf } from './story.ts'
import { exportedEntry, timelineCsv } from './timeline-export.ts'

const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }
const at = '2026-11-23T10:00:00.000Z'
const words = {
  t: (key: string, ..._values: unknown[]) => key,
  zone: 'UTC',
  name: () => undefined,
  fields: [],
  text: (_field: unknown, value: unknown) => (value === null ? '' : String(value)),
}

function exported(more: object) {
  const entry = HistoryEntry.parse({ version: 1, at, actor: ANA, action: 'updated', changes: [], ...more })
  return exportedEntry({ kind: 'change', at, entry }, words)
}

test('a line for each changed field, quoted, and no formula', () => {
  const changes = [
    { field: 'title', from: 'Old, quiet', to: '=1+1' },
    { field: 'note', from: null, to: 'said "no"' },
  ]
  expect(timelineCsv([exported({ changes })]).split('\r\n')).toEqual([
    'at,recorded_at,kind,actor,action,text,field,from,to',
    `${at},${at},people,Ana,updated,,title,"Old, quiet",'=1+1`,
    `${at},${at},people,Ana,updated,,note,,"said ""no"""`,
    '',
  ])
})

test('an entry without changes is a line of its own', () => {
  const locked = exported({ action: 'locked', detail: 'Evidence' })
  expect(locked).toMatchObject({ action: 'locked', text: 'Evidence', changes: [] })
  expect(timelineCsv([locked])).toContain(`${at},${at},people,Ana,locked,Evidence,,,\r\n`)
})

test('a request is by its playbook, its end by the people who decided', () => {
  const approval = ApprovalSummary.parse({
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'approve',
    state: 'approved',
    title: 'Isolate?',
    playbook: { id: '00000000-0000-4000-8000-000000000002', title: 'Contain host' },
    run: { id: '00000000-0000-4000-8000-000000000003', number: 7 },
    path: 'ask',
    openedAt: at,
    expiresAt: null,
    decidedAt: at,
    waitingForMe: false,
    asked: ['Ana', 'Ben'],
    decidedBy: [
      { id: ANA.id, name: 'Ana' },
      { id: null, name: 'Guest' },
    ],
  })
  const items = besideItems({ events: [], runs: [], approvals: [approval] })
  expect(items.map((item) => exportedEntry(item, words))).toMatchObject([
    { kind: 'runs', actor: 'Contain host', action: 'asked', text: 'Isolate?' },
    { kind: 'people', actor: 'Ana, Guest', action: 'approved', text: 'Isolate?' },
  ])
})

test('clocks, tasks, files, and links are said as on the screen, with what came and went', () => {
  const fields = new Map(
    [
      { key: 'resolve', label: 'Resolve', type: 'clock', target: 3600 },
      { key: 'todo', label: 'Tasks', type: 'tasks' },
      { key: 'case', label: 'Case', type: 'reference' },
    ].map((field) => [field.key, field as unknown as Field]), // only what is read of a field
  )
  const clock = { state: 'running', startedAt: at, stoppedAt: null, spent: 0, since: at, dueAt: null }
  const task = { state: 'todo', assignee: null, due: null, required: false, dependsOn: [], doneBy: null }
  const entry = HistoryEntry.parse({
    version: 1,
    at,
    actor: ANA,
    action: 'updated',
    changes: [
      { field: 'resolve', from: null, to: { ...clock, warningAt: null, warnedAt: null, breachedAt: null } },
      { field: 'todo', from: null, to: [{ ...task, id: ANA.id, title: 'Call', doneAt: null }] },
      {
        field: 'case',
        from: null,
        to: [{ id: ANA.id, appId: ANA.id, trackingId: 'CAS-1', title: 'Ransom note' }],
      },
    ],
  })
  expect(storiesOf(entry, fields).map((item) => exportedEntry(item, words))).toEqual([
    expect.objectContaining({ kind: 'sla', action: 'started', text: 'Resolve story.clock.started' }),
    expect.objectContaining({
      kind: 'links',
      actor: 'Ana',
      changes: [{ field: 'Case', from: '', to: 'CAS-1 Ransom note' }],
    }),
    expect.objectContaining({ kind: 'tasks', text: 'story.task.added' }),
  ])
})
