import { SessionView } from '@caseloom/contract/identity/identity'
import { describe, expect, test } from 'vitest'
import { expiryOf, scopeGroups } from './token-scopes.ts'

const A = '019a0000-0000-7000-8000-00000000000a'
const B = '019a0000-0000-7000-8000-00000000000b'
const T = '019a0000-0000-7000-8000-0000000000c1'
const T2 = '019a0000-0000-7000-8000-0000000000c2'

function aSession(admin: boolean): SessionView {
  return SessionView.parse({
    user: {
      personId: A,
      email: 'a@b.c',
      name: 'A',
      superAdministrator: false,
      timeZone: null,
      locale: null,
      theme: 'system',
    },
    accounts: [A, B].map((id) => ({ id, name: id, userId: A, admin, needs: null })),
    tenants: [
      { id: T, accountId: A, name: 'one', permissions: ['record:update', 'record:read'] },
      { id: T2, accountId: A, name: 'two', permissions: ['run:read', 'record:read'] },
      { id: T2, accountId: B, name: 'foreign', permissions: ['app:build'] },
    ],
    defaults: null,
    flags: {
      HomePage: false,
      ClassicContent: true,
      SolutionBuilder: false,
      MultiTenant: true,
      AiComponentExecution: false,
      OnPremInstall: true,
      HeroAi: false,
    },
    expiresAt: '2027-01-01T00:00:00.000Z',
  })
}

describe('the scopes of a token', () => {
  test("are the user's permissions in the account's tenants, by resource", () => {
    expect(scopeGroups(aSession(false), A)).toEqual([
      { resource: 'record', scopes: ['record:read', 'record:update'] },
      { resource: 'run', scopes: ['run:read'] },
    ])
  })

  test('include administration only for administrators', () => {
    expect(scopeGroups(aSession(true), A).at(-1)).toEqual({ resource: 'account', scopes: ['account:admin'] })
  })
})

test('a token never lives longer than two years', () => {
  const now = new Date('2026-11-21T00:00:00.000Z')
  expect(expiryOf(30, now)).toBe('2026-12-21T00:00:00.000Z')
  expect(expiryOf(9999, now)).toBe('2028-11-20T00:00:00.000Z')
})
