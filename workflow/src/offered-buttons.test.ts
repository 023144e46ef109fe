import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { expect, it } from 'vitest'
import { isButtonOffered } from './offered-buttons.ts'

const decided = (value: boolean) => ({ value })
type Items = Record<string, { visible?: { value: boolean }; offered?: { value: boolean } }>
const isOffered = (items: Items, layout: LayoutSection[] = []) =>
  isButtonOffered(layout, (item) => items[item], 'contain')

const section = (id: string, tab: string): LayoutSection => ({
  id,
  title: 'Response',
  columns: 1,
  tab,
  fields: [],
  blocks: [{ id: `in-${id}`, kind: 'button', button: 'contain', at: 0 }],
})

it('a button is there unless rules hide it or don’t offer it', () => {
  expect(isOffered({})).toBe(true)
  expect(isOffered({ 'button:contain': { offered: decided(false) } })).toBe(false)
  expect(isOffered({ 'button:contain': { visible: decided(false) } })).toBe(false)
  expect(isOffered({ 'button:contain': { offered: decided(true), visible: decided(false) } })).toBe(true)
})

it.each(['section:response', 'tab:Actions', 'block:in-response'])(
  'a button in the hidden %s can’t be pressed',
  (item) => {
    const hidden = { [item]: { visible: decided(false) } }
    expect(isOffered(hidden, [section('response', 'Actions')])).toBe(false)
    expect(isOffered({}, [section('response', 'Actions')])).toBe(true)
    // At the head of the record, it doesn't depend on the section; placed twice, one place is enough.
    expect(isOffered(hidden)).toBe(true)
    expect(isOffered(hidden, [section('response', 'Actions'), section('other', 'Other')])).toBe(true)
  },
)
