import { expect, test } from 'vitest'
import { withSectionIds } from './section-ids.ts'

const section = (title: string, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  title,
  columns: 2 as const,
  fields: [],
})

test('sections without an ID get one from their title that no other section has', () => {
  const layout = [section('Root cause'), section('Root cause'), section('Überblick'), section('詳細')]
  expect(withSectionIds(layout).map(({ id }) => id)).toEqual([
    'root-cause',
    'root-cause-2',
    'uberblick',
    'section',
  ])
})

test('an ID stays when the title changes, and no other section takes it', () => {
  const layout = [section('Details'), section('Renamed', 'details')]
  expect(withSectionIds(layout).map(({ id }) => id)).toEqual(['details-2', 'details'])
  expect(withSectionIds(withSectionIds(layout))).toEqual(withSectionIds(layout))
})
