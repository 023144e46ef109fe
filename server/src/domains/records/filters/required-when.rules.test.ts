import type { Filter } from '@caseloom/contract/filter'
import type { JsonValue } from '@caseloom/contract/json'
import { ANONYMOUS } from '@caseloom/contract/permissions'
import { expect, it } from 'vitest'
import type { AppShape, FieldShape, StoredRecord } from '../model/record-shape.ts'
import { missingWhen } from './required-when.rules.ts'

const WHEN: Filter = { field: 'state', op: 'eq', value: 'closed' }
const field = (key: string, requiredWhen?: Filter): FieldShape =>
  // The rules read only these members.
  ({
    key,
    kind: 'text',
    definition: { type: 'text', requiredWhen },
    read: (value: JsonValue) => ({ value }),
  }) as unknown as FieldShape
const fields = [field('state'), field('reason', WHEN), field('note')]
const app: AppShape = { acronym: 'CAS', fields, byKey: new Map(fields.map((one) => [one.key, one])) }
const moment = { actor: ANONYMOUS, now: new Date('2026-11-22T10:00:00Z') }
// Conditions read only values.
const record = (state: string, reason: JsonValue) =>
  ({
    seq: 1,
    createdAt: moment.now,
    updatedAt: moment.now,
    createdBy: {},
    updatedBy: {},
    values: { state, reason },
  }) as unknown as StoredRecord

it.each<[string, StoredRecord | null, StoredRecord, boolean]>([
  ['a new record in the state', null, record('closed', null), true],
  ['a new record in another state', null, record('open', null), false],
  ['a value', null, record('closed', 'done'), false],
  ['an empty list', null, record('closed', []), true],
  ['a list', null, record('closed', ['x']), false],
  ['false, which is a value', null, record('closed', false), false],
  ['a record that comes to the state', record('open', null), record('closed', null), true],
  ['a value that is taken away', record('closed', 'done'), record('closed', null), true],
  ['a record that was so before', record('closed', null), record('closed', null), false],
])('a field that a state requires: %s', (_what, before, after, isMissing) => {
  const issue = {
    path: ['body', 'fields', 'reason'],
    code: 'required',
    message: 'This field is now required',
  }
  expect(missingWhen(app, { before, record: after, moment })).toEqual(isMissing ? [issue] : [])
})
