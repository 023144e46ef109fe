import { expect, test } from 'vitest'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import { recordName } from './trial-start.ts'

// Only the title field of the app is read.
const edited = { base: { titleField: 'title' } } as Pick<EditedApp, 'base'>

test.each([
  [{ title: 'Gateway down' }, 'ALT-7 Gateway down'],
  [{ title: '' }, 'ALT-7'],
  [{ title: 7 }, 'ALT-7'],
  [{}, 'ALT-7'],
])('a record with the values %j is called %s', (fields, name) => {
  expect(recordName(edited, { trackingId: 'ALT-7', fields })).toBe(name)
})
