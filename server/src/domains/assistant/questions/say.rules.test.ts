import { expect, it } from 'vitest'
import { dayText, momentText } from './say.rules.ts'

/** Before the time is an ordinary or a narrow space, as the version of the locale data has it. */
const spaced = (text: string) => text.replaceAll('\u202f', ' ')

it.each([
  ['2026-11-28T05:00:00.000Z', 'Asia/Kathmandu', 'Nov 28, 2026, 10:45 AM'],
  ['2026-11-28T05:00:00.000Z', 'Pacific/Honolulu', 'Nov 27, 2026, 7:00 PM'],
  ['soon', 'UTC', 'soon'],
])('the moment %s in %s is %s', (value, zone, text) => {
  expect(spaced(momentText(value, zone))).toBe(text)
})

it.each([
  ['2026-11-28', 'Nov 28, 2026'],
  ['soon', 'soon'],
])('the day %s is %s', (value, text) => {
  expect(dayText(value)).toBe(text)
})
