import { expect, test } from 'vitest'
import { cellText, type CellWords } from './cell-text.ts'

const words = {
  t: (key: string) => key,
  zone: 'America/New_York',
  people: { u1: 'Alice Adams' },
} as unknown as CellWords

test.each([
  ['instant', '2026-11-04T02:30:00.000Z', '3 Nov 2026, 21:30'],
  ['boolean', true, 'rows.yes'],
  ['number', 0, '0'],
  ['text', '2026-11-04T02:30:00.000Z', '2026-11-04T02:30:00.000Z'],
  ['text', null, ''],
  ['network', '10.0.0.0/8', '10.0.0.0/8'],
  ['user', 'u1', 'Alice Adams'],
  ['user', 'u2', 'rows.formerUser'],
] as const)('a cell of the type %s reads %j as %s', (type, value, text) => {
  expect(cellText(words, { type }, value)).toBe(text)
})
