import { AppView } from '@caseloom/contract/apps/apps'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announced, doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { useAppDraft } from '../draft/useAppDraft.ts'
import { appsEn } from '../model/apps.en.ts'
import { placeOfDrop, useFormEdits } from './useFormEdits.ts'

startTexts()
addTexts('apps', appsEn)
endHooksAfterEach()

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const client = new QueryClient()
const onSelect = vi.fn()
const onTab = vi.fn()

beforeEach(() =>
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  }),
)
afterEach(() => {
  onSelect.mockReset()
  onTab.mockReset()
})

const text = (key: string) => ({ key, label: key.toUpperCase(), type: 'text' })
const section = (title: string, fields: string[], tab?: string) => ({
  title,
  columns: 2,
  fields,
  ...(tab === undefined ? {} : { tab }),
})
const APP = AppView.parse({
  id: '019a0000-0000-7000-8000-0000000000a1',
  key: 'alert',
  acronym: 'ALR',
  name: 'Alert',
  description: '',
  icon: 'table',
  titleField: 'a',
  listColumns: ['a', 'b'],
  layout: [section('One', ['a', 'b']), section('Two', ['c']), section('Three', ['d'], 'More')],
  fields: ['a', 'b', 'c', 'd'].map((key, at) => ({
    ...text(key),
    id: `019a0000-0000-7000-8000-0000000000f${at}`,
  })),
  removedFields: [],
  revision: 3,
  updatedAt: '2026-11-21T03:02:15.000Z',
  sharing: null,
  can: { build: true, createRecord: true },
})

async function aForm(over: { tab?: string; layout?: AppView['layout'] } = {}) {
  const wrap = (children: ReactNode) => createElement(QueryClientProvider, { client }, children)
  const hook = await renderHook(
    ({ tab = null }: { tab?: string | null }) => {
      const edited = useAppDraft(
        { tenantId: TENANT, userId: 'me' },
        { ...APP, layout: over.layout ?? APP.layout },
      )
      return { draft: edited.draft, edits: useFormEdits({ edited, tab, onTab, onSelect }) }
    },
    { props: over, wrap },
  )
  return {
    edits: () => hook.now().edits,
    draft: () => hook.now().draft,
    /** The form in one line, such as `One: a b | Two: c`. */
    form: () =>
      hook
        .now()
        .draft.layout.map(({ title, fields }) => [`${title}:`, ...fields].join(' '))
        .join(' | '),
  }
}
const BEFORE = 'One: a b | Two: c | Three: d'

test('a kind of field is added where it was dropped, or at the end of the tab, and selected', async () => {
  const form = await aForm()
  await doing(() => form.edits().addKind('number', { section: 0, index: 1 }))
  expect(form.form()).toBe('One: a number b | Two: c | Three: d')
  expect(onSelect).toHaveBeenLastCalledWith({ field: 'number' })
  await doing(() => form.edits().addKind('number'))
  expect(form.form()).toBe('One: a number b | Two: c number_2 | Three: d')
  expect(onSelect).toHaveBeenLastCalledWith({ field: 'number_2' })
})

test('in another tab, a field and a section come to its end', async () => {
  const form = await aForm({ tab: 'More' })
  await doing(() => form.edits().addKind('number'))
  await doing(() => form.edits().addSection())
  expect(form.form()).toBe('One: a b | Two: c | Three: d number | New section:')
  expect(form.draft().layout.at(-1)).toMatchObject({ tab: 'More', columns: 2 })
  expect(onSelect).toHaveBeenLastCalledWith({ section: 3 })
})

test('a field and a block come to the app’s own section, never to that of an applet', async () => {
  const linked = { ...section('Cause', ['d']), columns: 2 as const, applet: 'cause' }
  const own = { ...section('One', ['a', 'b', 'c']), columns: 2 as const }
  const form = await aForm({ layout: [own, linked] })
  await doing(() => form.edits().addKind('number'))
  await doing(() => form.edits().addBlock('text'))
  expect(form.form()).toBe('One: a b c number | Cause: d')
  expect(form.draft().layout.map(({ blocks = [] }) => blocks.length)).toEqual([1, 0])
})

test('a tab with sections of applets alone gets one for what is added', async () => {
  const linked = { ...section('Cause', ['d'], 'More'), columns: 2 as const, applet: 'cause' }
  const own = { ...section('One', ['a', 'b', 'c']), columns: 2 as const }
  const form = await aForm({ tab: 'More', layout: [own, linked] })
  await doing(() => form.edits().addKind('number'))
  expect(form.draft().layout.slice(1)).toMatchObject([
    { applet: 'cause' },
    { tab: 'More', fields: ['number'] },
  ])
})

test('a section is added behind those of the tab, or in front of another', async () => {
  const form = await aForm()
  await doing(() => form.edits().addSection())
  expect(onSelect).toHaveBeenLastCalledWith({ section: 2 })
  await doing(() => form.edits().addSection(0))
  expect(form.form()).toBe('New section: | One: a b | Two: c | New section: | Three: d')
})

test('the first field of an empty form gets a section', async () => {
  const form = await aForm({ layout: [] })
  await doing(() => form.edits().addKind('number'))
  expect(form.draft().layout).toMatchObject([{ fields: ['number'] }])
})

test('what is no kind adds nothing', async () => {
  const form = await aForm()
  await doing(() => form.edits().addKind('nothing'))
  expect([form.form(), onSelect.mock.calls.length]).toEqual([BEFORE, 0])
})

test('a field moves by drop and by key, and its new place is announced', async () => {
  const form = await aForm()
  await doing(() => form.edits().place('a', { section: 1, index: 1 }))
  expect(form.form()).toBe('One: b | Two: c a | Three: d')
  expect(announced()).toBe('A moved to position 2 in Two')
  await doing(() => form.edits().step('a', -1))
  expect(form.form()).toBe('One: b | Two: a c | Three: d')
  await doing(() => form.edits().step('b', -1))
  expect(form.form()).toBe('One: b | Two: a c | Three: d')
})

test('sections move, change, and go', async () => {
  const form = await aForm()
  await doing(() => form.edits().moveSection(0, 1))
  expect(form.form()).toBe('Two: c | One: a b | Three: d')
  expect(onSelect).toHaveBeenLastCalledWith({ section: 1 })
  await doing(() => form.edits().changeSection(0, { title: 'Second', columns: 1, fields: ['c'] }, 'title'))
  expect(onTab).not.toHaveBeenCalled()
  await doing(() =>
    form.edits().changeSection(0, { title: 'Second', columns: 1, fields: ['c'], tab: 'More' }, 'tab'),
  )
  // The builder follows the section to its new tab.
  expect(onTab).toHaveBeenLastCalledWith('More')
  await doing(() => form.edits().removeSection(0))
  expect(form.form()).toBe('One: a b | Three: d')
  expect(onSelect).toHaveBeenLastCalledWith(null)
})

test('a copy is behind its field, with a key and a label of its own', async () => {
  const form = await aForm()
  await doing(() => form.edits().duplicate('b'))
  expect(form.form()).toBe('One: a b b_copy | Two: c | Three: d')
  expect(form.draft().fields.at(-1)).toMatchObject({ key: 'b_copy', label: 'B (copy)' })
  expect(onSelect).toHaveBeenLastCalledWith({ field: 'b_copy' })
})

test('a field leaves the form, or the app, and comes back', async () => {
  const form = await aForm()
  await doing(() => form.edits().takeOff('c'))
  expect(form.form()).toBe('One: a b | Two: | Three: d')
  expect(form.draft().fields).toHaveLength(4)
  await doing(() => form.edits().remove('b'))
  expect(form.draft().fields.map(({ key }) => key)).toEqual(['a', 'c', 'd'])
  expect(onSelect).toHaveBeenLastCalledWith(null)
  await doing(() => form.edits().restore(FieldInput.parse(text('b'))))
  expect(form.form()).toBe('One: a | Two: b | Three: d')
  expect(onSelect).toHaveBeenLastCalledWith({ field: 'b' })
})

test('a changed key stays selected', async () => {
  const form = await aForm()
  await doing(() => form.edits().change('b', FieldInput.parse({ ...text('b'), label: 'Bee' }), 'label'))
  expect(onSelect).not.toHaveBeenCalled()
  await doing(() => form.edits().change('b', FieldInput.parse(text('bee')), 'key'))
  expect(form.form()).toBe('One: a bee | Two: c | Three: d')
  expect(onSelect).toHaveBeenLastCalledWith({ field: 'bee' })
})

test.each([
  ['top', 0],
  ['left', 0],
  ['bottom', 1],
  ['right', 1],
  [null, 0],
] as const)('a drop on the %s edge of a field comes to place %d', async (edge, index) => {
  const { draft } = await aForm()
  expect(placeOfDrop(draft(), { at: 'field', section: 0, index: 0 }, edge)).toEqual({ section: 0, index })
  expect(placeOfDrop(draft(), { at: 'section', section: 0 }, edge)).toEqual({ section: 0, index: 2 })
})
