import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { AppView } from '@caseloom/contract/apps/apps'
import { expect, it } from 'vitest'
import { figureText } from './figure-text.ts'

const fields = [
  { key: 'score', label: 'Score', type: 'number' },
  { key: 'took', label: 'Took', type: 'duration' },
  { key: 'to_close', label: 'To close', type: 'formula', expression: 'took', result: 'duration' },
  { key: 'sla', label: 'SLA', type: 'clock', start: { all: [] }, stop: { any: [] } },
].map((field) => FieldInput.parse(field))
// Formatting only reads fields.
const app = { fields } as unknown as AppView

it.each([
  ['average', 'took', 45.4, '45s'],
  ['average', 'to_close', 5_432.7, '1h 31m'],
  ['max', 'sla', 259_200, '3d'],
  ['average', 'sla', 4_450_890, '51d 12h'],
  ['average', 'took', null, '–'],
  ['average', 'score', 12.345, '12.35'],
  ['sum', 'score', 1_234, '1,234'],
] as const)('formats the %s of %s', (of, field, value, text) => {
  expect(figureText({ of, field }, app)(value)).toBe(text)
})

it('formats counts as counts, whatever they count', () => {
  expect(figureText({ of: 'count' }, app)(7_200)).toBe('7,200')
})
