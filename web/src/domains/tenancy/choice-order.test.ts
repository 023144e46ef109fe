import { describe, expect, test } from 'vitest'
import { lastFirst, matching } from './choice-order.ts'

const items = [
  { id: 'c', name: 'Tenant 10', note: 'Nordwerk' },
  { id: 'a', name: 'tenant 9', note: 'Nordwerk' },
  { id: 'b', name: 'Älvsjö', note: 'Sydkraft' },
]

describe('the choices', () => {
  test('start with the one used last, then follow in locale order [S2.08]', () => {
    expect(lastFirst(items, 'c').map((item) => item.id)).toEqual(['c', 'b', 'a'])
    expect(lastFirst(items, null).map((item) => item.id)).toEqual(['b', 'a', 'c'])
  })

  test('are narrowed by every word, in name and note', () => {
    expect(matching(items, ' nord 10').map((item) => item.id)).toEqual(['c'])
    expect(matching(items, 'ÄLV').map((item) => item.id)).toEqual(['b'])
    expect(matching(items, '  ')).toHaveLength(3)
    expect(matching(items, 'nowhere')).toEqual([])
  })
})
