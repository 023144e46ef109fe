import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { When } from '@caseloom/contract/apps/workflow'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { expect, test, vi } from 'vitest'
import type { FilterSubject } from '../../../field-types/parts/filter-choices.ts'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { subjectOf } from './model/test-subject.ts'
import { useFieldTest } from './useFieldTest.ts'

endHooksAfterEach()

const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const options = ['open', 'closed'].map((key) => ({ key, label: key }))
const subjects: FilterSubject[] = [
  { key: 'status', label: 'Status', type: 'selection', options },
  { key: 'score', label: 'Score', type: 'number' },
  { key: 'due', label: 'Due', type: 'date' },
].map(({ label, ...input }) => {
  const field = { ...FieldInput.parse({ label, ...input }), id }
  return { key: field.key, label, type: field.type, field }
})
const words = {
  subjects,
  people: { name: () => undefined, zone: 'UTC' },
  field: (...[key]: [string, ...unknown[]]) => key,
  table: (key: string) => key,
}

function open(when: When) {
  const onChange = vi.fn<(next: When | null) => void>()
  const [at = '', field = ''] = (subjectOf(when) ?? '').split(':')
  const props = { at: at === 'before' ? at : 'now', field, test: when, words, onChange } as const
  return { onChange, hook: renderHook(useFieldTest, { props }) }
}

test.each<[string, When]>([
  ['one option, which the menu offers as any of several', { field: 'status', op: 'eq', value: 'open' }],
  ['the same before the change', { field: 'status', op: 'ne', value: 'open', at: 'before' }],
  ['the same from now on', { field: 'status', op: 'eq', value: 'open', at: 'becomes' }],
  ['the present value, by name', { field: 'status', op: 'in', value: ['open'], at: 'now' }],
  ['an option that was removed', { field: 'status', op: 'in', value: ['gone'] }],
  ['a missing field', { field: 'gone', op: 'eq', value: 'x' }],
  ['a missing field that changed', { changed: 'gone' }],
  ['a text where a number belongs', { field: 'score', op: 'gt', value: 'many' }],
  ['a table', { field: 'name', op: 'inTable', table: 'own', at: 'now' }],
  [
    'a column of a table before the change',
    { field: 'gone', op: 'notInTable', table: 'own', column: 'a', at: 'before' },
  ],
  ['a moment that moves with the clock', { field: 'due', op: 'lt', value: 'now+7d' }],
])('opening a test changes nothing: %s', async (_name, when) => {
  const { hook, onChange } = open(when)
  await hook
  expect(onChange).not.toHaveBeenCalled()
})

test.each([
  ['becomes:in', 'becomes', 'in', null],
  ['notEmpty', 'now', 'notEmpty', null],
  ['becomes:notInTable', 'becomes', undefined, { op: 'notInTable', table: null, column: null }],
])('an incomplete test begins with the operator that was chosen: %s', async (name, mode, operator, table) => {
  const props = { at: 'now', field: 'status', test: null, words, onChange: vi.fn(), operator: name } as const
  const { now } = await renderHook(useFieldTest, { props })
  expect(now().mode).toBe(mode)
  if (operator !== undefined) expect(now().form.operator).toBe(operator)
  expect(now().table).toEqual(table)
})

test('another value or operator replaces what was stored', async () => {
  const { hook, onChange } = open({ field: 'status', op: 'eq', value: 'open' })
  const { now } = await hook
  expect(now().form.operators).toEqual(expect.arrayContaining(['in', 'eq']))
  expect([now().form.operator, now().form.entered]).toEqual(['eq', 'open'])
  await doing(() => now().form.setEntered('closed'))
  expect(onChange.mock.calls).toEqual([[{ field: 'status', op: 'eq', value: 'closed' }]])
})

test.each<[string, 'now' | 'changes', When]>([
  ['it holds now', 'now', { field: 'status', op: 'eq', value: 'open' }],
  ['the field changes', 'changes', { changed: 'status' }],
])('only the moment is another when that is chosen: %s', async (_name, mode, expected) => {
  const { hook, onChange } = open({ field: 'status', op: 'eq', value: 'open', at: 'becomes' })
  const { now } = await hook
  await doing(() => now().setMode(mode))
  expect(onChange.mock.calls).toEqual([[expected]])
})

test('a table is asked once it is chosen', async () => {
  const { hook, onChange } = open({ field: 'score', op: 'gt', value: 5 })
  const { now } = await hook
  await doing(() => now().setTable({ op: 'notInTable', table: 'own', column: 'alias' }))
  expect(onChange.mock.calls).toEqual([[{ field: 'score', op: 'notInTable', table: 'own', column: 'alias' }]])
})

test('an operator without its table yet is no condition', async () => {
  const { hook, onChange } = open({ field: 'score', op: 'gt', value: 5 })
  const { now } = await hook
  await doing(() => now().setTable({ op: 'inTable', table: null, column: null }))
  expect(onChange.mock.calls).toEqual([[null]])
})

test('a condition on a table may hold from now on, and another operator replaces it', async () => {
  const asked = { field: 'score', op: 'inTable', table: 'own' } as const
  const first = open(asked)
  const { now } = await first.hook
  await doing(() => now().setMode('becomes'))
  expect(first.onChange.mock.calls).toEqual([[{ ...asked, at: 'becomes' }]])
  const second = open(asked)
  const other = (await second.hook).now
  await doing(() => {
    other().setTable(null)
    other().form.operate('empty')
  })
  expect(second.onChange.mock.lastCall).toEqual([{ field: 'score', op: 'empty' }])
})
