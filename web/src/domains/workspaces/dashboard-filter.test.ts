import type { AppView } from '@caseloom/contract/apps/apps'
import type { Condition } from '@caseloom/contract/values/filter'
import { expect, it } from 'vitest'
import { dashboardSubjects, followsFilter, readDashboardFilter } from './dashboard-filter.ts'

const options = (...keys: string[]) => keys.map((key) => ({ key, label: key }))
// Only what is compared and hidden matters here.
const app = (fields: object[], ownHidden: string[] = []) => ({ fields, ownHidden }) as unknown as AppView
const alerts = app([
  { key: 'status', label: 'Status', type: 'selection', options: options('new', 'triage') },
  { key: 'source', label: 'Source', type: 'text' },
])
const cases = app(
  [
    { key: 'status', label: 'Status', type: 'selection', options: options('new', 'closed') },
    { key: 'source', label: 'Source', type: 'number' },
    { key: 'secret', label: 'Secret', type: 'text' },
  ],
  ['secret'],
)
const closed: Condition = { field: 'status', op: 'in', value: ['closed'] }

it('offers fields with the same key and type once, with the options of all apps, and none that are hidden', () => {
  const subjects = dashboardSubjects([alerts, cases], (key) => key)
  const own = subjects.filter(({ field }) => field !== undefined)
  expect(own.map(({ key, type }) => [key, type])).toEqual([
    ['status', 'selection'],
    ['source', 'text'],
  ])
  const [status] = own
  const offered = status?.field !== undefined && 'options' in status.field ? status.field.options : []
  expect(offered.map(({ key }) => key)).toEqual(['new', 'triage', 'closed'])
  expect(subjects.map(({ key }) => key)).toContain('created_at')
})

it('knows which widgets follow it', () => {
  const secret = { field: 'secret', op: 'notEmpty' } as const
  expect(followsFilter(alerts, [closed])).toBe(true)
  expect(followsFilter(alerts, [closed, secret])).toBe(false)
  expect(followsFilter(cases, [secret])).toBe(false)
  expect(followsFilter(cases, [])).toBe(true)
})

it.each([
  [undefined, []],
  [JSON.stringify([closed]), [closed]],
  ['[{', []],
  [JSON.stringify([{ field: 'status', op: 'likes' }]), []],
  [JSON.stringify([closed, closed, closed, closed]), []],
])('reads the filter of an address: %s', (text, wanted) => {
  expect(readDashboardFilter(text)).toEqual(wanted)
})
