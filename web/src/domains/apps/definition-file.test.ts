import { AppView } from '@caseloom/contract/apps/apps'
import { expect, test } from 'vitest'
import { definitionFile, readDefinitionFile } from './definition-file.ts'

test('an archived app with a layout for its builder’s role is written as a file that can be read', () => {
  const ID = '11111111-1111-4111-8111-111111111111'
  const layouts = [{ id: 'leads', name: 'Leads', roles: [ID], sections: [] }]
  const app = AppView.parse({
    id: ID,
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [],
    layouts,
    ownLayout: 'leads',
    ownHidden: ['title'],
    ownLocked: ['title'],
    archived: true,
    fields: [{ id: ID, key: 'title', label: 'Title', type: 'text' }],
    sharing: null,
    revision: 2,
    updatedAt: '2026-01-01T00:00:00.000Z',
    can: { build: true, createRecord: false },
  })
  const read = readDefinitionFile(definitionFile(app, [app]), [])
  expect(read?.app).toMatchObject({ key: 'alert', layouts: [{ id: 'leads', roles: [] }] })
})
