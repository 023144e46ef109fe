import { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { HistoryEntry } from '@caseloom/contract/records/records'
import { expect, test } from 'vitest'
import { besideItems } from './merged-timeline.ts'
import { exportedEntry, timelineCsv } from './timeline-export.ts'

const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }
const at = '2026-11-23T10:00:00.000Z'
const words = { fields: [], text: (_field: unknown, value: unknown) => (value === null ? '' : String(value)) }

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
