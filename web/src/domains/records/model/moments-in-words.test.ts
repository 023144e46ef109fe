import type { AppView } from '@caseloom/contract/apps/apps'
import { RecordConflict } from '@caseloom/contract/records/records'
import { expect, it } from 'vitest'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { listColumns } from '../list/list-columns.tsx'
import { effectText } from '../runs/RunOutline.tsx'
import { aField, anApp, aRecord } from '../testing/a-record.ts'
import { conflictsInWords } from './Conflicts.tsx'

const AT = '2026-11-28T05:00:09.000Z'
const people = { name: () => undefined, me: '', zone: 'Asia/Kathmandu' }
const app: AppView = anApp([
  aField('due', { type: 'datetime' }),
  aField('day', { type: 'date' }),
  aField('later', { type: 'formula', expression: 'due', result: 'datetime' }),
  aField('made', { type: 'system', of: 'created_at' }),
])
/** Texts by their key and values. */
const say = (key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values).map(String)].join(' ')

it('a conflict shows both values as the form does, and the seconds that alone may differ', () => {
  const conflict = (field: string, mine: string, theirs: string | null) =>
    RecordConflict.parse({ field, mine, theirs })
  const conflicts = [
    conflict('due', '2026-11-28T05:00:08.000Z', AT),
    conflict('day', '2026-11-28', null),
    conflict('later', AT, AT),
  ]
  expect(conflictsInWords(app, conflicts, people)).toEqual([
    { key: 'due', label: 'due', mine: '28 Nov 2026, 10:45:08', theirs: '28 Nov 2026, 10:45:09' },
    { key: 'day', label: 'day', mine: '28 Nov 2026', theirs: null },
    { key: 'later', label: 'later', mine: '28 Nov 2026, 10:45:09', theirs: '28 Nov 2026, 10:45:09' },
  ])
})

it('the title of a cell says what the cell shows', () => {
  const columns = listColumns(app, people, (key) => key)
  const row = aRecord(1, { due: AT, day: '2026-11-28', later: AT })
  const titles = ['due', 'day', 'later', 'made'].map((key) =>
    columns.find((column) => column.key === key)?.text?.(row),
  )
  expect(titles).toEqual(['28 Nov 2026, 10:45', '28 Nov 2026', '28 Nov 2026, 10:45', '23 Nov 2026, 15:45'])
})

it('a run says what an action changed', () => {
  const words: Vocabulary = {
    subjects: filterSubjects(app, say),
    linked: () => [],
    layout: [],
    people,
    table: (key: string) => key,
    role: (one) => one,
    button: (one) => one,
    field: say,
    say,
  }
  const set = (item: string, before: string | null, after: string) =>
    effectText({ item, before, after }, 'set', { words, t: say })
  expect(set('field:due', '2026-11-27T05:00:00.000Z', AT)).toBe(
    'change 27 Nov 2026, 10:45 28 Nov 2026, 10:45',
  )
  expect(set('field:day', null, '2026-11-28')).toBe('change empty 28 Nov 2026')
  const required = { item: 'field:day', before: null, after: true }
  expect(effectText(required, 'require', { words, t: say })).toBe('change before states.required.yes')
  const limited = { item: 'field:day', before: null, after: 'options' }
  expect(effectText(limited, 'options', { words, t: say })).toBe('')
})
