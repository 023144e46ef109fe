import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { describe, expect, test } from 'vitest'
import { aField, anApp, aRecord } from '../testing/a-record.ts'
import { rowAnswer, rowKinds } from './row-answer.ts'

const options = [
  { key: 'new', label: 'New' },
  { key: 'closed', label: 'Closed' },
]
const status = aField('status', { type: 'selection', display: 'state', options })
const owner = aField('owner', { type: 'user' })
const app: AppView = { ...anApp([owner, status]), assigneeField: 'owner' }
const open = aRecord(1, { status: 'new', owner: null })
type Outcome = Parameters<typeof rowAnswer>[0]['outcome']

function answer(kind: Parameters<typeof rowAnswer>[1], over: Partial<RecordView> = {}, shown = app) {
  return rowAnswer({ app: shown, base: app, record: { ...open, ...over }, outcome: null }, kind)
}

describe('a key of a row', () => {
  test('is offered where the app has the field, and Close where a state closes', () => {
    expect(rowKinds(app)).toEqual(['status', 'assignee', 'close'])
    expect(rowKinds(anApp())).toEqual([])
  })

  test('leads to the menu of its field, or to closing', () => {
    expect(answer('assignee')).toEqual({ leads: 'menu', field: owner })
    expect(answer('close')).toEqual({ leads: 'close', to: { field: 'status', value: 'closed' } })
  })

  test('says why there is none', () => {
    const { can } = open
    const why = (given: ReturnType<typeof answer>) => (given.leads === 'nowhere' ? given.why : undefined)
    expect(why(answer('status', { can: { ...can, update: false } }))).toBe('record')
    expect(why(answer('status', { fields: { owner: null } }))).toBe('unread')
    expect(why(answer('close', { fields: { status: 'closed' } }))).toBe('closed')
    const fields = app.fields.map((field) => ({ ...field, readOnly: true }))
    expect(why(answer('close', {}, { ...app, fields }))).toBe('rule')
    const few = { ...status, options: [options[0]] }
    // The option of a rule is one of the field's.
    const unoffered = { ...app, fields: [few] } as unknown as AppView
    expect(why(answer('close', {}, unoffered))).toBe('unoffered')
    const hidden = { items: new Map([['field:status', { visible: { value: false, by: ['r'] } }]]) }
    // Nothing else of an evaluation is read.
    const outcome = hidden as unknown as Outcome
    expect(rowAnswer({ app, base: app, record: open, outcome }, 'status')).toMatchObject({ why: 'hidden' })
  })
})
