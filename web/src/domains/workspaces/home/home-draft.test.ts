import { DashboardId } from '@caseloom/contract/kernel/ids'
import { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { expect, test } from 'vitest'
import {
  builtInWidgets,
  freshHomeId,
  movedHomeWidget,
  sizedHomeWidget,
  withHomeWidget,
} from './home-draft.ts'

const queue = HomeWidget.parse({ id: 'a', kind: 'queue' })
const tasks = HomeWidget.parse({ id: 'b', kind: 'tasks', width: 3 })
const text = HomeWidget.parse({ id: 'text-1', kind: 'text', markdown: '' })
const all = [queue, tasks, text]
const ids = (widgets: readonly HomeWidget[]) => widgets.map(({ id }) => id)

test('a widget moves by places and stops at both ends', () => {
  expect(ids(movedHomeWidget(all, 'a', 1))).toEqual(['b', 'a', 'text-1'])
  expect(ids(movedHomeWidget(all, 'text-1', -2))).toEqual(['text-1', 'a', 'b'])
  expect(movedHomeWidget(all, 'a', -1)).toBe(all)
  expect(movedHomeWidget(all, 'text-1', 1)).toBe(all)
  expect(movedHomeWidget(all, 'missing', 1)).toBe(all)
})

test('a widget takes one to three columns', () => {
  expect(sizedHomeWidget(all, 'a', 1)[0]?.width).toBe(2)
  expect(sizedHomeWidget(all, 'b', -1)[1]?.width).toBe(2)
  expect(sizedHomeWidget(all, 'b', 1)).toBe(all)
  expect(sizedHomeWidget(all, 'a', -1)).toBe(all)
})

test('a changed widget stays in its place, and a new one follows with an ID of its own', () => {
  expect(withHomeWidget(all, { ...queue, title: 'Mine' })[0]).toEqual({ ...queue, title: 'Mine' })
  const id = freshHomeId('text', all)
  expect(id).toBe('text-2')
  expect(ids(withHomeWidget(all, { ...text, id }))).toEqual(['a', 'b', 'text-1', 'text-2'])
})

test('the built-in page can be saved as a page of its own, with the dashboard of its reader', () => {
  const dashboardId = DashboardId.parse('0196c3a0-0000-7000-8000-000000000001')
  const widgets = builtInWidgets(dashboardId)
  expect(widgets.map((widget) => HomeWidget.parse(widget))).toEqual(widgets)
  expect(widgets.at(-1)).toMatchObject({ kind: 'dashboard', dashboardId })
  expect(ids(builtInWidgets(null))).not.toContain('dashboard')
})
