import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { leavesOf } from '@caseloom/playbook/source-mapping/leaves'
import { describe, expect, it } from 'vitest'
import { fromOptions, optionValue, sourceOf } from './from-options.ts'

const words = {
  values: 'Values',
  fixed: 'Fixed value',
  whole: 'Whole event',
  useFixed: (text: string) => `Use ${text}`,
}
const target = (role: Target['role']): Target => ({
  key: 'a',
  label: 'A',
  role,
  concept: null,
  required: false,
  unique: false,
  several: false,
  maxLength: null,
  format: null,
  options: [{ key: 'high', label: 'High' }],
  isSeverity: false,
  hasDefault: false,
})
const leaves = leavesOf({ rule: 'Scan' })

describe('the From cell', () => {
  it.each<Binding>([
    { field: 'a', reason: 'name', from: 'path', path: 'a.b' },
    { field: 'a', reason: 'name', from: 'fixed', value: '@x' },
    { field: 'a', reason: 'name', from: 'event' },
  ])('names every source, and reads it back', (binding) => {
    const { field: _field, reason: _reason, ...source } = binding
    expect(sourceOf(optionValue(binding) ?? '')).toEqual(source)
    expect(optionValue(undefined)).toBeNull()
  })

  it.each([
    ['text', 'x', ['=x']],
    ['text', ' ', []],
    ['number', '7', ['=7']],
    ['choice', 'x', ['=high']],
    ['document', 'x', ['*']],
    ['moment', 'x', []],
  ] as const)('of a %s offers fixed values for “%s”', (role, typed, fixed) => {
    const groups = fromOptions(target(role), { leaves, typed, binding: undefined }, words)
    expect(groups[0]?.items).toEqual([{ value: '@rule', label: 'rule', sample: 'Scan' }])
    expect(groups[1]?.items.map(({ value }) => value) ?? []).toEqual(fixed)
  })

  it('keeps a source that the shown event lacks', () => {
    const binding: Binding = { field: 'a', reason: 'name', from: 'path', path: 'gone' }
    const [values] = fromOptions(target('text'), { leaves, typed: '', binding }, words)
    expect(values?.items.map(({ label }) => label)).toEqual(['gone', 'rule'])
  })
})
