import type { AppView } from '@caseloom/contract/apps/apps'
import { Widget } from '@caseloom/contract/workspaces/workspaces'
import { expect, it } from 'vitest'
import { emptyForm, formOf, measuredFields, stageFields, widgetOf, withLook } from './widget-form.ts'

const app = '0190a000-0000-7000-8000-000000000001'
const place = { id: 'w', x: 1, y: 2, w: 4, h: 3 }
const shared = { ...place, title: 'Figure', app }
const all = [
  { ...shared, kind: 'number', measure: { of: 'sum', field: 'score' }, timeField: 'created', compare: true },
  {
    ...shared,
    kind: 'number',
    measure: { of: 'median', field: 'score' },
    timeField: 'created',
    sparkline: true,
    target: { value: 14_400, good: 'below' },
  },
  { ...shared, kind: 'number', measure: { of: 'count' }, as: 'gauge', target: { value: 5, good: 'above' } },
  { ...shared, kind: 'bar', measure: { of: 'count' }, groupBy: 'status', limit: 5, filter: { any: [] } },
  { ...shared, kind: 'bar', measure: { of: 'count' }, groupBy: 'status', as: 'donut' },
  { ...shared, kind: 'heat', measure: { of: 'count' }, groupBy: 'status', splitBy: 'severity', limit: 7 },
  { ...shared, kind: 'trend', measure: { of: 'count' }, as: 'area' },
  {
    ...shared,
    kind: 'trend',
    measure: { of: 'average', field: 'score' },
    splitBy: 'status',
    timeField: 'seen',
  },
  {
    ...shared,
    kind: 'table',
    columns: ['title'],
    sort: { field: 'score', direction: 'desc' },
    limit: 3,
    filter: { all: [{ field: 'title', op: 'notEmpty' }] },
  },
  { ...shared, kind: 'sla', clocks: ['mtta', 'mttr'], limit: 0 },
  { ...shared, kind: 'attack', field: 'ttps', limit: 4, timeField: 'created' },
  { ...shared, kind: 'funnel', groupBy: 'status' },
  {
    ...shared,
    kind: 'funnel',
    groupBy: 'status',
    steps: ['new', 'closed'],
    filter: { all: [{ field: 'title', op: 'notEmpty' }] },
  },
  { ...place, title: '', kind: 'text', markdown: '**x**' },
].map((widget) => Widget.parse(widget))

it.each(all)('round-trips a $kind widget through the form', (widget) => {
  expect(widgetOf(formOf(widget, []), place)).toEqual(widget)
})

it('creates no widget while something is missing', () => {
  const form = { ...emptyForm([]), app, look: 'number' as const }
  expect(widgetOf(form, place)).not.toBeNull()
  expect(widgetOf({ ...form, of: 'sum' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'bar' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'table', columns: [] }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'gauge' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'heat', groupBy: 'status' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'sla' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'attack' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'funnel' }, place)).toBeNull()
  expect(widgetOf({ ...form, look: 'funnel', stageField: 'status', steps: ['new'] }, place)).toBeNull()
})

it('starts with every clock that has a target, the techniques, and the state as stages', () => {
  const types = [
    { key: 'title', type: 'text' },
    { key: 'kind', type: 'selection', options: [] },
    { key: 'tags', type: 'selection', multiple: true, options: [] },
    { key: 'status', type: 'selection', display: 'state', options: [] },
    { key: 'open', type: 'clock', start: {}, stop: {} },
    { key: 'mtta', type: 'clock', start: {}, stop: {}, target: 60 },
    { key: 'ttps', type: 'technique', multiple: true },
  ]
  const view = { id: app, fields: types, titleField: 'title' } as unknown as AppView // Only keys and types matter here.
  const { clocks, technique, stageField } = emptyForm([view])
  expect({ clocks, technique, stageField }).toEqual({
    clocks: ['mtta'],
    technique: 'ttps',
    stageField: 'status',
  })
  expect(stageFields(view).map(({ key }) => key)).toEqual(['status', 'kind'])
  const plain = { id: 'plain', fields: [], titleField: 'title' } as unknown as AppView // as above
  const form = { ...emptyForm([plain, view]), title: 'Late' }
  expect(withLook(form, 'sla', [plain, view])).toMatchObject({
    look: 'sla',
    app,
    clocks: ['mtta'],
    title: 'Late',
  })
  expect(withLook(form, 'sla', [plain])).toMatchObject({ look: 'sla', app: 'plain' })
  expect(withLook(form, 'heat', [plain, view])).toMatchObject({ look: 'heat', app: 'plain' })
})

it('offers numbers, durations, formulas of both, and clocks to measure', () => {
  const types = [
    { key: 'score', type: 'number' },
    { key: 'effort', type: 'duration' },
    { key: 'sla', type: 'clock' },
    { key: 'cost', type: 'formula', result: 'number' },
    { key: 'delay', type: 'formula', result: 'duration' },
    { key: 'shout', type: 'formula', result: 'text' },
    { key: 'seen', type: 'formula', result: 'datetime' },
    { key: 'title', type: 'text' },
    { key: 'found', type: 'datetime' },
    { key: 'figures', type: 'list', of: 'number' },
  ]
  const view = { fields: types } as unknown as AppView // Only keys and types matter here.
  expect(measuredFields(view).map(({ key }) => key)).toEqual(['score', 'effort', 'sla', 'cost', 'delay'])
})
