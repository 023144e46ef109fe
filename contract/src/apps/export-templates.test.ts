import { describe, expect, it } from 'vitest'
import { ExportTemplate, exportsWithout, readableExport, unknownColumns } from './export-templates.ts'

const template = ExportTemplate.parse({
  key: 'weekly',
  name: 'Weekly',
  format: 'xlsx',
  columns: ['tracking_id', 'title', 'secret'],
  sort: [
    { field: 'secret', direction: 'desc' },
    { field: 'title', direction: 'asc' },
  ],
})
const isShown = (key: string) => key !== 'secret'

describe('an export template', () => {
  it('has no columns and no order by fields that its reader can’t read', () => {
    const read = readableExport(template, isShown)
    expect(read).toEqual({
      ...template,
      columns: ['tracking_id', 'title'],
      sort: [{ field: 'title', direction: 'asc' }],
    })
  })

  it('is not offered to someone who can read none of its columns; one without columns is for everyone', () => {
    expect(readableExport({ ...template, columns: ['secret'] }, isShown)).toBeNull()
    expect(readableExport({ ...template, columns: [] }, isShown)).toMatchObject({ columns: [] })
  })

  it('loses fields that leave the app, and names those that the app never had', () => {
    expect(exportsWithout([template], (key) => key === 'secret').exports?.[0]?.columns).toHaveLength(2)
    expect(exportsWithout(undefined, () => true)).toEqual({})
    expect(unknownColumns(template, (key) => key === 'title')).toEqual(['secret', 'secret'])
  })
})
