import { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { expect, test } from 'vitest'
import { homeWidgetForm, readHomeWidget } from './home-widget-form.ts'

const DASHBOARD = '0196c3a0-0000-7000-8000-000000000001'

test('a form gives back the widget that it was opened with', () => {
  for (const widget of [
    { kind: 'queue', rows: 5 },
    { kind: 'favorites', width: 3 },
    { kind: 'dashboard', dashboardId: DASHBOARD },
    { kind: 'dashboard', dashboardId: DASHBOARD, widget: 'bar-1' },
    { kind: 'text', markdown: '# Shift' },
    { kind: 'links', title: 'Wikis', links: [{ label: 'Wiki', url: 'https://wiki.example' }] },
  ]) {
    const parsed = HomeWidget.parse({ id: 'one', ...widget })
    expect(readHomeWidget('one', homeWidgetForm(parsed)).widget).toEqual(parsed)
  }
})

test('a form names each part that is wrong', () => {
  const form = homeWidgetForm(null)
  const links = [
    { label: 'Wiki', url: 'https://wiki.example' },
    { label: '', url: 'javascript:alert(1)' },
  ]
  expect(readHomeWidget('one', { ...form, kind: 'links', links }).faults).toEqual([
    'links.1.label',
    'links.1.url',
  ])
  expect(readHomeWidget('one', { ...form, kind: 'dashboard' }).faults).toEqual(['dashboardId'])
  expect(readHomeWidget('one', { ...form, rows: 0 }).faults).toEqual(['rows'])
})
