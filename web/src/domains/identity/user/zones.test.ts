import { expect, test } from 'vitest'
import { GUESSED, zoneChoices } from './zones.ts'

const WINTER = new Date('2026-11-21T12:00:00.000Z')
const SUMMER = new Date('2026-07-21T12:00:00.000Z')

test('the zone list starts with the browser’s and shows current offsets', () => {
  const zones = zoneChoices(null, WINTER, 'As this browser')
  expect(zones[0]).toEqual({ value: GUESSED, label: 'As this browser' })
  expect(zones.length).toBeGreaterThan(300)
  expect(zones).toContainEqual({ value: 'America/New_York', label: 'America/New York (UTC-05:00)' })
  expect(zoneChoices(null, SUMMER, '')).toContainEqual({
    value: 'America/New_York',
    label: 'America/New York (UTC-04:00)',
  })
})

test('a zone selected under an old name stays in the list', () => {
  expect(zoneChoices('US/Pacific', WINTER, '').map((zone) => zone.value)).toContain('US/Pacific')
})
