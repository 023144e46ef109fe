import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { describe, expect, it } from 'vitest'
import { bind, missingFields, translate, unbind } from './mapping-edit.ts'

const path = (field: string, at: string): Binding => ({ field, reason: 'name', from: 'path', path: at })
const one = { key: 'title', several: false }
const many = { key: 'observables', several: true }
const target = (over: Partial<Target>): Target => ({
  key: 'title',
  label: 'Title',
  role: 'text',
  concept: null,
  required: true,
  unique: false,
  several: false,
  maxLength: null,
  format: null,
  options: [],
  isSeverity: false,
  hasDefault: false,
  ...over,
})

describe('a mapping', () => {
  it('has one source for a field, or several', () => {
    const start = [path('title', 'a'), path('observables', 'b')]
    expect(bind(start, one, { from: 'path', path: 'c' })).toEqual([
      path('observables', 'b'),
      { field: 'title', reason: 'manual', from: 'path', path: 'c' },
    ])
    const more = bind(start, many, { from: 'path', path: 'c' })
    expect(more.map((each) => each.from === 'path' && each.path)).toEqual(['a', 'b', 'c'])
    expect(bind(more, many, { from: 'path', path: 'b' })).toEqual(more)
    const changed = bind(more, many, { from: 'path', path: 'd' }, 0)
    expect(changed.map((each) => each.from === 'path' && each.path)).toEqual(['a', 'd', 'c'])
  })

  it('loses one source at a time', () => {
    const start = [path('observables', 'a'), path('title', 'b'), path('observables', 'c')]
    expect(unbind(start, 'observables', 1)).toEqual(start.slice(0, 2))
    expect(unbind(start, 'title')).toEqual([start[0], start[2]])
    expect(unbind(start, 'nothing')).toEqual(start)
  })

  it('translates values in any case', () => {
    const [severity] = translate([path('severity', 'a')], 'severity', { value: ' High', option: 'critical' })
    expect(severity).toMatchObject({ translate: { high: 'critical' } })
    expect(translate([path('title', 'a')], 'severity', { value: 'x', option: 'y' })).toEqual([
      path('title', 'a'),
    ])
  })

  it('misses required fields without a source and without a default', () => {
    const targets = [
      target({}),
      target({ key: 'a', hasDefault: true }),
      target({ key: 'b', required: false }),
    ]
    expect(missingFields(targets, []).map(({ key }) => key)).toEqual(['title'])
    expect(missingFields(targets, [path('title', 'a')])).toEqual([])
  })
})
