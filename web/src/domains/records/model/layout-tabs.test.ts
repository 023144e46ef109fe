import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { describe, expect, it } from 'vitest'
import { layoutTabs, tabOfFaults } from './layout-tabs.ts'

function section(fields: string[], tab?: string): LayoutSection {
  return { title: fields.join(), columns: 2, fields, ...(tab === undefined ? {} : { tab }) } as LayoutSection
}
const LAYOUT = [
  section(['title', 'state']),
  section(['cause'], 'timeline'),
  section(['note']),
  section(['lesson'], 'timeline'),
]

describe('tabs of a layout', () => {
  it('come in the order of their first sections, apart from the tabs that every record has', () => {
    expect(layoutTabs(LAYOUT)).toEqual([
      { key: 'details', name: null },
      { key: 'layout:timeline', name: 'timeline' },
    ])
  })

  it('are one when the layout names none, and when it is empty', () => {
    expect(layoutTabs(LAYOUT.slice(0, 1))).toEqual([{ key: 'details', name: null }])
    expect(layoutTabs([])).toEqual([{ key: 'details', name: null }])
  })

  it.each([
    { faulty: ['lesson'], open: 'details', to: 'layout:timeline' },
    { faulty: ['lesson'], open: 'files', to: 'layout:timeline' },
    { faulty: ['lesson', 'note'], open: 'files', to: 'details' },
    { faulty: ['lesson', 'note'], open: 'layout:timeline', to: null },
    { faulty: ['not_in_the_layout'], open: 'files', to: null },
    { faulty: [], open: 'files', to: null },
  ])('lead from $open to the rejected fields $faulty: $to', ({ faulty, open, to }) => {
    expect(tabOfFaults(LAYOUT, faulty, open)).toBe(to)
  })
})
