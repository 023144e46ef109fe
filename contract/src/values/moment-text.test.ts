import { expect, it } from 'vitest'
import { momentText, timeLocaleOf, zonedMoment } from './moment-text.ts'

const AT = new Date('2026-11-21T02:02:15Z')

it.each([
  ['UTC', 'en-GB', false, '21 Nov 2026, 02:02'],
  ['Asia/Kathmandu', 'en-GB', true, '21 Nov 2026, 07:47:15'],
  ['America/New_York', 'en-GB', false, '20 Nov 2026, 21:02'],
] as const)('an instant in %s, %s, is written for its reader', (zone, locale, seconds, text) => {
  expect(momentText(AT, { zone, locale, seconds })).toBe(text)
})

it('the format of the United States has the month first', () => {
  expect(momentText(AT, { zone: 'America/New_York', locale: 'en-US' })).toMatch(/^Nov 20, 2026, 09:02\sPM$/)
})

it('names the zone for those who never chose one', () => {
  expect(zonedMoment(AT, { zone: 'Europe/Berlin' })).toBe('21 Nov 2026, 03:02 (Europe/Berlin)')
})

it.each([
  ['en-US', 'en-US'],
  ['de-CH', 'en-GB'],
  [null, 'en-GB'],
] as const)('the stored locale %s is formatted as %s', (stored, locale) => {
  expect(timeLocaleOf(stored)).toBe(locale)
})
