import { expect, it } from 'vitest'
import { NO_LAYOUT } from '../../../ui/grid/grid-column.ts'
import { columnsOf, columnsText } from '../model/list-search.ts'
import { chosenColumns, layoutOf } from '../useListColumns.ts'

const columns = ['tracking_id', 'title', 'level', 'owner', 'created_at'].map((key) => ({
  key,
  title: key === 'title',
}))
const usual = ['tracking_id', 'title', 'created_at']

it('shows the default columns until others are chosen', () => {
  const layout = layoutOf(columns, usual, [])
  expect(layout).toMatchObject({ hidden: ['level', 'owner'], order: usual })
  expect(layout.chosen).toBeUndefined()
})

it('round-trips the columns of a URL', () => {
  const text = '*title:300,owner,level:90'
  const layout = layoutOf(columns, usual, columnsOf({ cols: text }))
  expect(layout).toMatchObject({ hidden: ['tracking_id', 'created_at'], pinned: ['title'], chosen: true })
  expect(columnsText(chosenColumns(columns, layout))).toBe(text)
})

it('skips deleted columns', () => {
  const layout = layoutOf(columns, usual, columnsOf({ cols: 'gone,title,owner' }))
  expect(chosenColumns(columns, layout).map(({ field }) => field)).toEqual(['title', 'owner'])
  expect(layoutOf(columns, usual, columnsOf({ cols: 'gone' })).order).toEqual(usual)
  expect(NO_LAYOUT.order).toEqual([])
})
