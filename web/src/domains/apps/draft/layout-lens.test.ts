import { AppUpdate } from '@caseloom/contract/apps/apps'
import { expect, test } from 'vitest'
import { type AppDraft, moveField, removeField } from './app-draft.ts'
import * as lens from './layout-lens.ts'

const { revision: _revision, ...DRAFT } = AppUpdate.parse({
  revision: 1,
  name: 'Case',
  titleField: 'title',
  listColumns: [],
  layout: [{ id: 'facts', title: 'Facts', fields: ['title', 'note'] }],
  fields: [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'note', label: 'Note', type: 'text' },
  ],
})
const two = ['lead', 'analyst'].reduce<AppDraft>(
  (draft, id) => lens.addLayout(draft, { id, name: id }),
  DRAFT,
)
const fieldsOf = ({ layout, layouts = [] }: AppDraft) =>
  [layout, ...layouts.map(({ sections }) => sections)].map((one) =>
    one.map(({ fields }) => fields.join(' ')).join('|'),
  )

test('a layout begins as a copy with the same IDs, and changes alone', () => {
  const moved = lens.swapLayout(
    moveField(lens.swapLayout(two, 'lead'), 'title', { section: 0, index: 2 }),
    'lead',
  )
  expect(fieldsOf(moved)).toEqual(['title note', 'note title', 'title note'])
  expect(moved.layouts?.map(({ sections }) => sections[0]?.id)).toEqual(['facts', 'facts'])
  expect(lens.swapLayout(lens.swapLayout(moved, 'lead'), 'lead')).toEqual(moved)
  expect(lens.swapLayout(moved, 'gone')).toBe(moved)
})

test('a field that is removed in one layout is gone from all of them', () => {
  const removed = lens.swapLayout(removeField(lens.swapLayout(two, 'lead'), 'note'), 'lead')
  expect(fieldsOf(removed)).toEqual(['title', 'title', 'title'])
})

test('layouts are ordered, changed, and removed, and the last one leaves none', () => {
  const ids = ({ layouts }: AppDraft) => layouts?.map(({ id }) => id)
  expect(ids(lens.moveLayout(two, 'analyst', -1))).toEqual(['analyst', 'lead'])
  expect(ids(lens.moveLayout(two, 'analyst', 1))).toEqual(['lead', 'analyst'])
  expect(lens.changeLayout(two, { id: 'lead', name: 'L', roles: [], sections: [] }).layouts?.[0]?.name).toBe(
    'L',
  )
  expect(ids(lens.removeLayout(two, 'lead'))).toEqual(['analyst'])
  expect(lens.removeLayout(lens.removeLayout(two, 'lead'), 'analyst')).toEqual(DRAFT)
})

test('new blocks and layouts get IDs that nothing in any layout has', () => {
  const block = lens.newBlock(two, 'text')
  const layouts = two.layouts?.map((one) => ({
    ...one,
    sections: one.sections.map((section) => ({ ...section, blocks: [block] })),
  }))
  const next = { ...two, ...(layouts === undefined ? {} : { layouts }) }
  expect([block.id, lens.newBlock(next, 'text').id, lens.freeId(next, 'layout')]).toEqual([
    'text-1',
    'text-2',
    'layout-1',
  ])
})
