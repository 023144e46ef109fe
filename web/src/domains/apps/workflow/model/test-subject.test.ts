import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { When } from '@caseloom/contract/apps/workflow'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { expect, test } from 'vitest'
import type { FilterSubject } from '../../../../field-types/parts/filter-choices.ts'
import { subjectChoices, subjectOf, throughOf } from './test-subject.ts'

const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const app = '0190a000-0000-7000-8000-00000000000a'
const subjectsOf = (...fields: { key: string; label: string; type: string; [more: string]: unknown }[]) =>
  fields.map((input): FilterSubject => {
    const field = { ...FieldInput.parse(input), id }
    return { key: field.key, label: field.label, type: field.type, field }
  })
const theirs = subjectsOf(
  { key: 'owner', label: 'Owner', type: 'text' },
  { key: 'parent', label: 'Parent', type: 'reference', app },
)
const words = {
  subjects: subjectsOf(
    { key: 'status', label: 'Status', type: 'text' },
    { key: 'case', label: 'Case', type: 'reference', app },
    { key: 'alerts', label: 'Alerts', type: 'reference', app, multiple: true },
    { key: 'unseen', label: 'Unseen', type: 'reference', app },
  ),
  linked: (key: string) => (key === 'case' || key === 'alerts' ? theirs : []),
}
const owner = { field: 'owner', op: 'eq', value: 'Ann' } as const

test.each<[string, When, string | null]>([
  ['one field of one linked record', { linked: 'case', where: owner }, 'through:case:owner'],
  ['the same with the least number', { linked: 'case', where: owner, min: 1 }, 'through:case:owner'],
  ['a field that can link several', { linked: 'alerts', where: owner }, 'linked:alerts'],
  ['several fields', { linked: 'case', where: { all: [owner] } }, 'linked:case'],
  ['no field', { linked: 'case' }, 'linked:case'],
  ['a field that the other app lacks', { linked: 'case', where: { ...owner, field: 'gone' } }, 'linked:case'],
  ['an app that one can’t see', { linked: 'unseen', where: owner }, 'linked:unseen'],
  ['a field of the record', { field: 'status', op: 'empty' }, 'now:status'],
])('the subject of a test about %s', (_name, when, subject) => {
  expect(subjectOf(when, words)).toBe(subject)
  expect(throughOf(when, words) === null).toBe(subject?.startsWith('through:') !== true)
})

test('a reference that links one record offers the fields of it, as those of the record', () => {
  const t = (key: string, values: Record<string, unknown> = {}) =>
    key === 'subjects.through' ? `${String(values['reference'])}, ${String(values['field'])}` : key
  const groups = subjectChoices(words as never, t as never, null)
  expect(groups.find(({ group }) => group === 'subjects.linked')?.items).toEqual([
    { value: 'linked:case', label: 'Case' },
    { value: 'through:case:owner', label: 'Case, Owner' },
    { value: 'linked:alerts', label: 'Alerts' },
    { value: 'linked:unseen', label: 'Unseen' },
  ])
})
