import { expect, test } from 'vitest'
import { formRows, mergedSections, sectionsOfLayout } from './form-items.ts'

const section = (title: string, ...fields: string[]) => ({ title, columns: 1, fields })
const fields = ['status', 'note', 'cause'].map((key) => ({ key, label: key, type: 'text' }))
// Only fields and layouts are read.
const draft = {
  fields,
  layout: [section('Triage', 'status')],
  layouts: [
    {
      id: 'leads',
      name: 'For leads',
      roles: [],
      sections: [section('Triage', 'note'), section('End', 'cause')],
    },
  ],
} as never

test.each([
  [null, ['section:triage', 'field:status']],
  ['leads', ['section:triage', 'field:note', 'section:end', 'field:cause']],
  ['gone', ['section:triage', 'field:status']],
])('of the layout %s, the picker lists its own items', (id, keys) => {
  const rows = formRows({ ...(draft as object), layout: sectionsOfLayout(draft, id) } as never, [])
  expect(rows.map(({ key }) => key)).toEqual(keys)
})

test('of all layouts, it lists each item once', () => {
  const rows = formRows({ ...(draft as object), layout: mergedSections(draft) } as never, [])
  expect(rows.map(({ key }) => key)).toEqual([
    'section:triage',
    'field:status',
    'field:note',
    'section:end',
    'field:cause',
  ])
})
