import { describe, expect, test } from 'vitest'
import { actionWords, auditFilter, dayStart } from './audit-range.ts'

describe('the time range of the audit log', () => {
  test.each([
    ['2026-11-21', 'Europe/Lisbon', '2026-11-21T00:00:00.000Z'],
    ['2026-07-01', 'Europe/Lisbon', '2026-06-30T23:00:00.000Z'],
    ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
    // The clocks are turned on this day in Berlin.
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, instant) => {
    expect(dayStart(day, zone).toISOString()).toBe(instant)
  })

  test('takes the last day in whole', () => {
    expect(auditFilter({ from: '2026-11-20', to: '2026-11-21' }, 'UTC', 0)).toEqual({
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    })
  })

  test('counts back from now', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(auditFilter({ range: 'day', actor: 'x' }, 'UTC', now)).toEqual({
      from: '2026-11-20T12:00:00.000Z',
      actorId: 'x',
    })
  })
})

test.each([
  ['user.disabled', 'User: disabled'],
  ['branding.name_changed', 'Branding: name changed'],
  ['signin.settings_changed', 'Sign-in: settings changed'],
])('the action %s reads %s', (action, words) => {
  expect(actionWords(action)).toBe(words)
})
