import type { FormOutcome } from '@caseloom/workflow/form-context'
import { describe, expect, test } from 'vitest'
import { aField, anApp, aRecord } from '../testing/a-record.ts'
import { askedFields, openTasks } from './close-fields.ts'

const options = [{ key: 'benign', label: 'Benign' }]
const app = anApp([
  aField('status', { type: 'selection', display: 'state', options }),
  aField('disposition', { type: 'selection', options }),
  aField('impact'),
  aField('todo', { type: 'tasks' }),
  { ...aField('owner'), required: true },
])

/** An evaluation in which rules require fields. */
function requiring(...keys: string[]): FormOutcome {
  const items = keys.map((key) => [`field:${key}`, { required: { value: true, by: ['rule'] } }] as const)
  // Closing reads nothing else of an evaluation.
  return { items: new Map(items) } as unknown as FormOutcome
}

const record = aRecord(1, {
  title: 'A',
  status: null,
  disposition: null,
  impact: null,
  owner: 'me',
  todo: null,
})
const asked = (over: Partial<Parameters<typeof askedFields>[0]> = {}) =>
  askedFields({ app, outcome: null, before: null, record, state: 'status', rejected: [], ...over }).map(
    ({ key }) => key,
  )

describe('closing a record asks', () => {
  test('for nothing where nothing is missing', () => {
    expect(asked()).toEqual([])
  })

  test('for what rules require only of closed records, also where it is filled', () => {
    const filled = { ...record, fields: { ...record.fields, disposition: 'benign' } }
    expect(asked({ outcome: requiring('disposition') })).toEqual(['disposition'])
    expect(asked({ outcome: requiring('disposition'), record: filled })).toEqual(['disposition'])
    const always = requiring('disposition')
    expect(asked({ outcome: always, before: always, record: filled })).toEqual([])
  })

  test('for required fields that are empty, and not for those that the reader can’t see', () => {
    expect(asked({ record: { ...record, fields: { ...record.fields, owner: null } } })).toEqual(['owner'])
    const { owner: _hidden, ...fields } = record.fields
    expect(asked({ record: { ...record, fields } })).toEqual([])
  })

  test('for what the server rejected, but not for tasks or the state itself', () => {
    expect(asked({ rejected: ['impact', 'todo', 'status'] })).toEqual(['impact'])
  })
})

describe('open tasks of a record', () => {
  const task = (title: string, state: string, required: boolean) => ({
    id: '019a0000-0000-4000-8000-000000000001',
    title,
    state,
    required,
    assignee: null,
    due: null,
    dependsOn: [],
    doneAt: null,
    doneBy: null,
  })

  test('come with the required ones first, without those that have ended', () => {
    const todo = [
      task('Write a note', 'todo', false),
      task('Block the sender', 'doing', true),
      task('Call back', 'done', true),
      task('Ask the owner', 'skipped', true),
    ]
    const found = openTasks(app, { fields: { todo } })
    expect(found.map(({ task: { title } }) => title)).toEqual(['Block the sender', 'Write a note'])
  })
})
