import { type Field, FieldInput } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import { expect, it } from 'vitest'
import { sentenceText } from './sentence-text.ts'

const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const aSubject = (input: object) => {
  const field: Field = { ...FieldInput.parse(input), id }
  return { key: field.key, label: field.label, type: field.type, field }
}
const options = [{ key: 'hi', label: 'High' }]
const CAMPAIGNS = [
  aSubject({ key: 'level', label: 'Level', type: 'selection', options }),
  aSubject({ key: 'begun', label: 'Started', type: 'date' }),
  aSubject({ key: 'actor', label: 'Actor', type: 'text' }),
]

const words = {
  people: {
    name: (id: string) => ({ u1: 'Alice' })[id],
    group: (id: string) => ({ g1: 'Blue team' })[id],
    zone: 'Asia/Kathmandu',
  },
  role: (id: string) => `role ${id}`,
  subjects: (app: string) => (app === 'campaigns' ? CAMPAIGNS : []),
  t: (...[key]: [string, ...unknown[]]) => key,
}

it.each<[SentencePart, string]>([
  ['Due', 'Due'],
  [{ type: 'datetime', value: '2026-07-31T23:00:00.000Z' }, '1 Aug 2026, 04:45'],
  [{ type: 'date', value: '2026-07-31' }, '31 Jul 2026'],
  [{ type: 'date', value: 'today' }, 'moving.points.today'],
  [{ type: 'duration', value: 9_000 }, '2h 30m'],
  [{ type: 'user', value: 'u1' }, 'Alice'],
  [{ type: 'user', value: 'gone' }, 'gone'],
  [{ type: 'group', value: 'g1' }, 'Blue team'],
  [{ type: 'role', value: 'r1' }, 'role r1'],
  [{ type: 'other_field', app: 'campaigns', field: 'level' }, 'Level'],
  [{ type: 'other_field', app: 'closed', field: 'risk_level' }, 'risk level'],
  [{ type: 'other_value', app: 'campaigns', field: 'level', value: 'hi' }, 'High'],
  [{ type: 'other_value', app: 'campaigns', field: 'begun', value: '2026-07-31' }, '31 Jul 2026'],
  [{ type: 'other_value', app: 'campaigns', field: 'actor', value: 'TA505' }, '“TA505”'],
  [{ type: 'other_value', app: 'closed', field: 'level', value: 5 }, '5'],
])('the part %j is said as %s', (part, text) => {
  expect(sentenceText([part], words)).toBe(text)
})

it('parts are one sentence', () => {
  expect(
    sentenceText(['Owner: expected set to ', { type: 'user', value: 'u1' }, ', now not set'], words),
  ).toBe('Owner: expected set to Alice, now not set')
})
