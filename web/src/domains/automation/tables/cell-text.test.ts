import { expect, test } from 'vitest'
import { cellText, type CellWords } from './cell-text.ts'

const words = { t: (key: string) => key, zone: 'America/New_York' } as unknown as CellWords

test.each([
  ['instant', '2026-11-04T02:30:00.000Z', '3 Nov 2026, 21:30'],
  ['boolean', true, 'rows.yes'],
  ['number', 0, '0'],
  ['text', '2026-11-04T02:30:00.000Z', '2026-11-04T02:30:00.000Z'],
  ['text', null, ''],
] as const)('a cell of the type %s reads %j as %s', (type, value, text) => {
  expect(cellText(words, { type }, value)).toBe(text)
})
