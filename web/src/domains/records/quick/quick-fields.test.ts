import { describe, expect, test } from 'vitest'
import { aField, anApp, aRecord } from '../testing/a-record.ts'
import { headerFields, isHidden, pickedValue, quickField, quickKindOf, whyFixed } from './quick-fields.ts'

const options = [
  { key: 'new', label: 'New' },
  { key: 'closed', label: 'Closed' },
]
const status = aField('status', { type: 'selection', display: 'state', options })
const severity = aField('severity', { type: 'selection', display: 'severity', options })
const kind = aField('kind', { type: 'selection', options })
const owner = aField('owner', { type: 'user' })
const reporter = aField('reporter', { type: 'user' })
const app = { ...anApp([kind, reporter, owner, severity, status]), assigneeField: 'owner' }
const keysOf = (fields: readonly { key: string }[]) => fields.map(({ key }) => key)

describe('fields that one key sets', () => {
  test('are found by how the app shows them, not by their names', () => {
    expect(quickField(app, 'status')?.key).toBe('status')
    expect(quickField(app, 'severity')?.key).toBe('severity')
    expect(quickField(app, 'assignee')?.key).toBe('owner')
    expect(quickKindOf(app, owner)).toBe('assignee')
    expect(quickKindOf(app, kind)).toBeUndefined()
  })

  test('are none in an app without a state or an assignee', () => {
    const plain = anApp([kind, reporter])
    expect(quickField(plain, 'status')).toBeUndefined()
    expect(quickField(plain, 'assignee')).toBeUndefined()
  })

  test('stand in the header with other states, and not what rules hide', () => {
    expect(keysOf(headerFields(app, null))).toEqual(['owner', 'severity', 'status'])
    const hidden = { items: new Map([['field:severity', { visible: { value: false, by: ['r'] } }]]) }
    // The header reads nothing else of an evaluation.
    const outcome = hidden as unknown as Parameters<typeof headerFields>[1]
    expect(isHidden(outcome, 'severity')).toBe(true)
    expect(keysOf(headerFields(app, outcome))).toEqual(['owner', 'status'])
  })
})

describe('a value that can’t be changed says why', () => {
  const record = aRecord(1)
  const readOnly = { ...record, can: { ...record.can, update: false } }
  const lock = { by: record.createdBy, at: record.createdAt, reason: null }

  test.each([
    ['null where it can', { app, record, field: status }, null],
    ['in an archived app', { app: { ...app, archived: true as const }, record, field: status }, 'archived'],
    ['in a locked record', { app, record: { ...readOnly, lock }, field: status }, 'locked'],
    ['without the permission', { app, record: readOnly, field: status }, 'record'],
    ['for readers of the field', { app, record, field: { ...status, readOnly: true } }, 'field'],
    ['by a rule', { app, record, field: { ...status, readOnly: true }, base: status }, 'rule'],
  ])('%s', (_when, given, reason) => {
    expect(whyFixed(given)).toBe(reason)
  })
})

describe('a choice', () => {
  test('replaces one value, and the empty one clears it', () => {
    expect(pickedValue({ multiple: false }, 'a', 'b')).toBe('b')
    expect(pickedValue({ multiple: false }, 'a', '')).toBeNull()
  })

  test('adds to several values, or removes from them', () => {
    expect(pickedValue({ multiple: true }, ['a'], 'b')).toEqual(['a', 'b'])
    expect(pickedValue({ multiple: true }, ['a', 'b'], 'a')).toEqual(['b'])
    expect(pickedValue({ multiple: true }, null, 'a')).toEqual(['a'])
    expect(pickedValue({ multiple: true }, ['a'], '')).toEqual([])
  })
})
