import { expect, test } from 'vitest'
import { keyFromName, keyWithId } from './name-keys.ts'

test.each([
  ['SOC overview', 'soc_overview'],
  ['  Équipe: alerts & cases! ', 'equipe_alerts_cases'],
  ['24 hours', 'dashboard_24_hours'],
  ['日本', 'dashboard'],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
])('makes the key of a dashboard from the name %j', (name, key) => {
  expect(keyFromName(name, { table: 'dashboard' })).toBe(key)
})

test('things with the same name differ in the end of their IDs', () => {
  expect(keyWithId('soc_overview', '019ae1c0-0000-7000-8000-0123456789ab')).toBe('soc_overview_0123456789ab')
})
