import type { AppView } from '@caseloom/contract/apps/apps'
import { expect, it } from 'vitest'
import { savedChanges } from './saved-changes.ts'

// What the rule reads of an app and of a run.
const app = {
  fields: ['note', 'verdict', 'team', 'owner'].map((key) => ({ key, label: key, type: 'text' })),
  layout: [{ title: 'One', columns: 1, fields: ['verdict', 'note'] }],
} as unknown as AppView
const run = (over: object) =>
  ({ expiredAt: null, before: {}, fields: {}, form: { values: {} }, ...over }) as never
const changed = (over: object) =>
  savedChanges(app, run(over)).map((one) => (one === 'created' ? one : one.field.key))

it.each([
  ['the first save', { before: null, fields: { note: 'a' } }, ['created']],
  ['an expired run', { expiredAt: '2026-11-20T09:00:00.000Z', fields: { note: 'a' } }, []],
  ['nothing else', { before: { note: 'a' }, fields: { note: 'a' } }, []],
  [
    'fields in the order of the form, others behind',
    { fields: { owner: 'o', note: 'a', verdict: 'v' } },
    ['verdict', 'note', 'owner'],
  ],
  ['a cleared field', { before: { note: 'a' }, fields: { note: null } }, ['note']],
  [
    'no field that a rule set',
    { fields: { team: 'Tier 2', verdict: 'v' }, form: { values: { team: 'Tier 2' } } },
    ['verdict'],
  ],
])('what a save did: %s', (_, over, wanted) => {
  expect(changed(over)).toEqual(wanted)
})
