import { describe, expect, test } from 'vitest'
import { actionWords, auditFilter } from './audit-range.ts'

describe('the time range of the audit log', () => {
  test('includes all of the last day', () => {
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
