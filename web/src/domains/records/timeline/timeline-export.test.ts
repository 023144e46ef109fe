import { HistoryEntry } from '@caseloom/contract/records/records'
import { expect, test } from 'vitest'
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
