import { UserId } from '@caseloom/contract/kernel/ids'
import { describe, expect, test } from 'vitest'
import {
  draftOf,
  freshId,
  keyOfName,
  newLayer,
  readDraft,
  upcomingTurns,
  withPlace,
} from './schedule-form.ts'

const ANN = UserId.parse('01890000-0000-7000-8000-000000000001')
const BEN = UserId.parse('01890000-0000-7000-8000-000000000002')
const words = { noPeople: 'Add someone' }
const now = Date.parse('2026-11-25T12:00:00Z')
const start = draftOf(undefined, { zone: 'Europe/Berlin', now, first: 'First line' })
const layer = { ...newLayer('1', 'First line', '2026-11-25'), people: [ANN, BEN] }

describe('the editor of a schedule', () => {
  test('begins with one weekly layer from the Monday of this week', () => {
    expect(start.layers).toEqual([{ ...newLayer('1', 'First line', '2026-11-23'), startsOn: '2026-11-23' }])
  })

  test('names all that is missing at its place', () => {
    const { input, faults } = readDraft(
      { ...start, layers: [{ ...newLayer('1', '', '2026-11-25'), count: '0' }] },
      words,
    )
    expect(input).toBeNull()
    expect([...faults.keys()].sort()).toEqual([
      'key',
      'layers.0.count',
      'layers.0.name',
      'layers.0.people',
      'name',
    ])
    expect(faults.get('layers.0.people')).toBe('Add someone')
  })

  test('reads what it shows, both ways', () => {
    const { input } = readDraft({ ...start, name: 'SOC', key: 'soc', layers: [layer] }, words)
    expect(input).toMatchObject({
      key: 'soc',
      layers: [{ people: [ANN, BEN], turn: { count: 1, unit: 'week' } }],
    })
    if (input === null) return
    const stored = { ...input, id: ANN as never, revision: 1, updatedAt: '', can: { manage: true } }
    expect(draftOf(stored, { zone: 'UTC', now, first: '' })).toEqual({
      name: 'SOC',
      key: 'soc',
      zone: 'Europe/Berlin',
      layers: [layer],
    })
  })

  test('shows the present turn and those that follow', () => {
    const turns = upcomingTurns(layer, 'Europe/Berlin', now)
    expect(turns.map(({ userId }) => userId)).toEqual([ANN, BEN, ANN])
    expect(new Date(turns[1]?.from ?? 0).toISOString()).toBe('2026-11-30T07:00:00.000Z')
    expect(upcomingTurns({ ...layer, count: 'x' }, 'UTC', now)).toEqual([])
    expect(upcomingTurns({ ...layer, people: [] }, 'UTC', now)).toEqual([])
  })

  test.each([
    ['SOC on call', 'soc_on_call'],
    ['24/7 Dienst Süd', 'dienst_sud'],
    ['', ''],
  ])('the key of %s', (name, key) => {
    expect(keyOfName(name)).toBe(key)
  })

  test('layers and people move by one place, and no further than the ends', () => {
    expect([withPlace(['a', 'b'], 0, 1), withPlace(['a', 'b'], 0, -1)]).toEqual([
      ['b', 'a'],
      ['a', 'b'],
    ])
    expect(freshId([layer, { ...layer, id: '7' }])).toBe('8')
  })
})
