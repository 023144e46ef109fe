import type { Understood } from '@caseloom/contract/assistant/assistant'
import { describe, expect, it } from 'vitest'
import { addressOf, isRemovable } from './understood.ts'

const HIGH = { field: 'severity', op: 'in', value: ['high'] } as const
const LATE = { any: [{ field: 'resolve_by', op: 'in', value: ['overdue'] }] } as const
const chip = (kind: Understood['chips'][number]['kind'], over: object = {}) => ({
  kind,
  text: kind,
  filter: null,
  value: null,
  ...over,
})
const understood = (chips: object[], to = '/account/a/tenant/t/search/app'): Understood =>
  ({ subject: { key: 'alert', name: 'Alert', to }, chips, unknown: [] }) as Understood

describe('list URL of an interpreted question', () => {
  it('contains conditions as a list, the words, and the order', () => {
    const own = understood([
      chip('filter', { filter: HIGH }),
      chip('text', { value: 'beacon' }),
      chip('sort', { value: '-created_at' }),
    ])
    const url = new URL(addressOf(own, own.chips), 'http://x')
    expect(JSON.parse(url.searchParams.get('filter') ?? '')).toEqual([HIGH])
    expect([url.searchParams.get('q'), url.searchParams.get('sort')]).toEqual(['beacon', '-created_at'])
  })

  it('contains a tree if a condition is one, and omits removed parts', () => {
    const own = understood([chip('filter', { filter: HIGH }), chip('filter', { filter: LATE })])
    const filter = (chips: Understood['chips']) =>
      new URL(addressOf(own, chips), 'http://x').searchParams.get('filter')
    expect(JSON.parse(filter(own.chips) ?? '')).toEqual({ all: [HIGH, LATE] })
    expect(filter([])).toBeNull()
  })

  it('is the plain page if that supports no filter', () => {
    const own = understood([chip('filter', { filter: HIGH })], '/account/a/tenant/t/orchestration/runs')
    expect(addressOf(own, own.chips)).toBe('/account/a/tenant/t/orchestration/runs')
  })

  it('can omit conditions, words, and the order only', () => {
    const kinds = ['filter', 'text', 'sort', 'limit', 'measure', 'group', 'step', 'compare'] as const
    expect(kinds.filter((kind) => isRemovable(chip(kind)))).toEqual(['filter', 'text', 'sort'])
  })
})
