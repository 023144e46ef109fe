import { expect, test } from 'vitest'
import { hueOf } from './hue.ts'
import { avatarHue, initials } from './initials.ts'
import { slaTone } from './SlaRing.tsx'
import { severityOf } from './severity.ts'
import { stateOf } from './state.ts'

test.each([
  ['Maren Holt', 'MH'],
  ['Ines Sá', 'IS'],
  ['plato', 'P'],
  ['  Ada  King  Lovelace ', 'AL'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('%j has the initials %s', (name, wanted) => {
  expect(initials(name)).toBe(wanted)
})

test('a person always has the same tint', () => {
  expect(avatarHue('Maren Holt')).toBe(avatarHue('Maren Holt'))
})

test('states and severities are recognized by key and by label', () => {
  expect(['in_progress', 'In progress', 'inProgress', 'nonsense', null].map(stateOf)).toEqual([
    'inProgress',
    'inProgress',
    'inProgress',
    null,
    null,
  ])
  expect([' High', 'fatal', 'urgent', undefined].map(severityOf)).toEqual(['high', 'fatal', null, null])
})

test('purple options render as plum, unknown colors as gray', () => {
  expect(['purple', 'red', 'mauve', undefined].map(hueOf)).toEqual(['plum', 'red', 'gray', 'gray'])
})

test('a clock is at risk from three quarters on', () => {
  expect([0.2, 0.75, 1, 1.01].map(slaTone)).toEqual(['ok', 'atRisk', 'atRisk', 'breached'])
})
