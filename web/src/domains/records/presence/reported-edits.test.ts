import { expect, test } from 'vitest'
import { reportedEdits } from './usePresence.ts'

test('the others learn in which field someone types, and when they leave it; a choice is no typing', () => {
  const done: string[] = []
  const note = (what: string) => (key: string) => void done.push(`${what} ${key}`)
  const edits = reportedEdits(
    {
      edit: note('edit'),
      choose: note('choose'),
      leave: note('leave'),
      cancel: note('cancel'),
      restored: new Set(['kept']),
    },
    { type: note('type'), rest: note('rest') },
  )
  edits.edit('title', 'a')
  edits.leave('title')
  edits.choose('state', 'open')
  edits.cancel('title')
  expect(done).toEqual([
    'type title',
    'edit title',
    'rest title',
    'leave title',
    'choose state',
    'rest title',
    'cancel title',
  ])
  expect(edits.restored).toEqual(new Set(['kept']))
})
