import { AppView } from '@caseloom/contract/apps/apps'
import { describe, expect, it } from 'vitest'
import { linkWays, readWay, readWhere, wayFilter, whereFilter } from './link-ways.ts'

const ids = {
  case: '01900000-0000-7000-8000-000000000001',
  alert: '01900000-0000-7000-8000-000000000002',
}

function anApp(key: keyof typeof ids, fields: object[]): AppView {
  return AppView.parse({
    id: ids[key],
    key,
    acronym: 'AB',
    name: key,
    icon: 'x',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: fields.map((field, at) => ({ id: `${ids[key].slice(0, -2)}${at + 10}`, ...field })),
    sharing: null,
    revision: 1,
    updatedAt: '2026-11-22T00:00:00Z',
    can: { build: true, createRecord: true },
  })
}

const apps = [
  anApp('case', [{ key: 'title', label: 'Title', type: 'text' }]),
  anApp('alert', [
    { key: 'case', label: 'Case', type: 'reference', app: ids.case, backReference: { label: 'Alerts' } },
    { key: 'other', label: 'Other', type: 'reference', app: ids.case },
    { key: 'like', label: 'Like', type: 'reference', app: ids.alert },
  ]),
]

describe('paths to linked records', () => {
  it("follow the app's own fields, and fields of others back", () => {
    expect(linkWays(apps, ids.alert).map(({ has, label }) => [has, label])).toEqual([
      ['case', 'Case'],
      ['other', 'Other'],
      ['like', 'Like'],
      ['alert.like', 'alert: Like'],
    ])
    expect(linkWays(apps, ids.case)).toEqual([
      { has: 'alert.case', label: 'Alerts', otherId: ids.alert },
      { has: 'alert.other', label: 'alert: Other', otherId: ids.alert },
    ])
  })

  it('are read from a filter and its negation, and from nothing else', () => {
    const has = { has: 'case', where: { field: 'title', op: 'empty' as const } }
    for (const not of [true, false]) expect(readWay(wayFilter(has, not))).toEqual({ has, not })
    expect(readWay(null)).toBeNull()
    expect(readWay({ all: [has] })).toBeNull()
    expect(readWhere(has.where)).toEqual({ join: 'all', conditions: [has.where] })
    expect(readWhere({ all: [] })).toBeNull()
    expect(readWhere({ all: [{ not: has.where }] })).toBeNull()
    const two = { any: [has.where, { field: 'title', op: 'notEmpty' as const }] }
    const list = readWhere(two)
    expect(list?.join).toBe('any')
    expect(list === null ? null : whereFilter(list)).toEqual(two)
  })
})
