import type { FormOutcome } from '@caseloom/workflow/form-context'
import { expect, test } from 'vitest'
import { aField, anApp } from '../testing/a-record.ts'
import { appByLogic } from './app-by-logic.ts'

test.each([
  ['a free field', false, { readOnly: { value: true, by: [] } }, true],
  ['a free field that rules make editable again', false, { readOnly: { value: false, by: [] } }, false],
  ['a read-only field that rules make editable', true, { readOnly: { value: false, by: [] } }, true],
  ['a read-only field without rules', true, {}, true],
])('%s: read-only %s with %j is read-only %s', (_what, readOnly, state, expected) => {
  const app = { ...anApp([aField('note_2', { type: 'text', readOnly })]), layout: [] }
  const outcome = { items: new Map([['field:note_2', state]]), options: new Map() }
  // Only what the function reads.
  const shown = appByLogic(app, outcome as unknown as FormOutcome)
  expect(shown.fields.find(({ key }) => key === 'note_2')?.readOnly).toBe(expected)
})
