import type { FormOutcome } from '@caseloom/workflow/form-context'
import { expect, it, test } from 'vitest'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { aField, anApp, aRecord } from '../testing/a-record.ts'
import { obstacleTo, type Standing } from './obstacle.ts'

const ANN = '019a0000-0000-7000-8000-0000000000d1'
const BEN = '019a0000-0000-7000-8000-0000000000d2'
const options = [
  { key: 'new', label: 'New' },
  { key: 'triage', label: 'Triage' },
  { key: 'old', label: 'Old', retired: true },
]
const status = aField('status', { type: 'selection', display: 'state', options })
const level = aField('level', { type: 'selection', options })
const owner = aField('owner', { type: 'user', members: [ANN] })
const people = {
  all: [
    { id: ANN, name: 'Ann', active: true, groups: [] },
    { id: BEN, name: 'Ben', active: true, groups: [] },
  ],
  groups: [],
}
const fields = { status: 'new', level: 'new', owner: null }

function standing(over: Partial<Standing> = {}): Standing {
  const base = anApp([status, level, owner])
  return { record: aRecord(1, fields), app: base, base, outcome: null, ...over }
}
const ask = (key: string, value: string | null, over: Partial<Standing> = {}) =>
  obstacleTo(standing(over), { key } as ChoiceField, value, people)
const byRule = (field: object) => ({ app: anApp([{ ...status, ...field } as typeof status, level, owner]) })

test.each([
  ['an option that is offered', 'status', 'triage', null],
  ['a retired option', 'status', 'old', 'retired'],
  ['no state at all', 'status', null, 'required'],
  ['no value of an optional field', 'level', null, null],
  ['a person that the field offers', 'owner', ANN, null],
  ['a person that it does not offer', 'owner', BEN, 'member'],
  ['a field that the reader can’t see', 'secret', 'x', 'hidden'],
] as const)('%s', (_name, key, value, why) => {
  expect(ask(key, value)).toBe(why)
})

it('names the rules of the app, and what the reader may not do', () => {
  expect(ask('status', 'triage', byRule({ options: options.slice(0, 1) }))).toBe('unoffered')
  expect(ask('status', 'triage', byRule({ readOnly: true }))).toBe('rule')
  const closed = { can: { ...aRecord(1).can, update: false } }
  expect(ask('status', 'triage', { record: { ...aRecord(1, fields), ...closed } })).toBe('record')
  const { status: _unread, ...others } = fields
  expect(ask('status', 'triage', { record: aRecord(1, others) })).toBe('unread')
  const hides = { items: new Map([['field:status', { visible: { value: false } }]]) }
  // Only what a rule says about the field is read of an outcome.
  expect(ask('status', 'triage', { outcome: hides as unknown as FormOutcome })).toBe('hidden')
})
