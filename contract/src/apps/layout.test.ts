import { expect, test } from 'vitest'
import { itemsOfSection, LayoutBlock, LayoutSection, layoutFor, withItems } from './layout.ts'

const text = (id: string, at: number) => ({ id, at, kind: 'text', text: id })
const section = LayoutSection.parse({
  title: 'Facts',
  fields: ['a', 'b'],
  blocks: [text('top', 0), text('end', 9), text('mid', 1), text('mid2', 1)],
})
const named = (items: ReturnType<typeof itemsOfSection>) =>
  items.map(({ field, block }) => field ?? `[${block?.id}]`).join(' ')

test('blocks stand among the fields, those at one place in their order, and beyond the last field at the end', () => {
  expect(named(itemsOfSection(section))).toBe('[top] a [mid] [mid2] b [end]')
})

test('a section keeps the order of its items when fields leave it', () => {
  const left = withItems(
    section,
    itemsOfSection(section).filter(({ field }) => field !== 'a'),
  )
  expect(named(itemsOfSection(left))).toBe('[top] [mid] [mid2] b [end]')
  expect(withItems(section, [{ field: 'b' }])).toEqual({ title: 'Facts', columns: 2, fields: ['b'] })
})

test('the first layout that names a role of the actor is theirs, and everyone else has that of the app', () => {
  const role = (id: string) => id as never
  const layouts = [
    { id: 'lead', name: 'Lead', roles: [role('r1')], sections: [] },
    { id: 'both', name: 'Both', roles: [role('r2'), role('r1')], sections: [section] },
  ]
  const app = { layout: [section], layouts }
  expect(layoutFor(app, ['u', 'r1', 'r2']).id).toBe('lead')
  expect(layoutFor(app, ['r2'])).toEqual({ id: 'both', sections: [section] })
  expect(layoutFor(app, ['r3'])).toEqual({ id: null, sections: [section] })
  expect(layoutFor({ layout: [] }, ['r1'])).toEqual({ id: null, sections: [] })
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'no address', 'https://a b'])(
  'a link list refuses the address %s',
  (url) => {
    const block = { id: 'l', at: 0, kind: 'links', links: [{ label: 'Go', url }] }
    expect(LayoutBlock.safeParse(block).success).toBe(false)
  },
)

test.each(['https://runbook.example/a?b=c#d', 'mailto:soc@example.com', '/account/1'])(
  'a link list takes the address %s',
  (url) => {
    const block = { id: 'l', at: 0, kind: 'links', links: [{ label: 'Go', url }] }
    expect(LayoutBlock.safeParse(block).success).toBe(true)
  },
)
