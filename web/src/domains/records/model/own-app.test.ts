import { expect, test } from 'vitest'
import { aField, anApp } from '../testing/a-record.ts'
import { ownApp } from './own-app.ts'

const EXPORT = { format: 'csv' as const, header: 'keys' as const, include: [], sort: [] }

test('who builds an app meets its records without what they can’t read, and with what they can’t write as read-only', () => {
  const app = anApp([aField('secret', { type: 'text' }), aField('fixed', { type: 'text' })])
  const exports = [
    { ...EXPORT, key: 'all', name: 'All', columns: ['title', 'secret'] },
    { ...EXPORT, key: 'closed', name: 'Closed', columns: ['secret'] },
  ]
  const own = ownApp({
    ...app,
    listColumns: ['title', 'secret'],
    exports,
    ownHidden: ['secret'],
    ownLocked: ['fixed'],
  })
  expect(own.fields.map(({ key }) => key)).toEqual(
    app.fields.map(({ key }) => key).filter((key) => key !== 'secret'),
  )
  expect(own.fields.filter(({ readOnly }) => readOnly).map(({ key }) => key)).toEqual(['fixed'])
  expect(own.listColumns).toEqual(['title'])
  expect(own.exports?.map(({ key, columns }) => [key, columns])).toEqual([['all', ['title']]])
  expect(ownApp(app)).toBe(app)
})
