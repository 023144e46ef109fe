import { SessionView } from '@caseloom/contract/identity/identity'
import { describe, expect, test } from 'vitest'
import { adminGoal } from './admin-guard.ts'

const A = '019a0000-0000-7000-8000-00000000000a'
const B = '019a0000-0000-7000-8000-00000000000b'

function aSession(given: { admin?: boolean; isSuper?: boolean; needs?: 'mfa' | null }): SessionView {
  return SessionView.parse({
    user: {
      personId: A,
      email: 'a@b.c',
      name: 'A',
      superAdministrator: given.isSuper ?? false,
      timeZone: null,
      locale: null,
      theme: 'system',
    },
    accounts: [{ id: A, name: 'A', userId: A, admin: given.admin ?? false, needs: given.needs ?? null }],
    tenants: [],
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

describe('the guard of the account administration', () => {
  test('shows the users first to account administrators [S2.06]', () => {
    expect(adminGoal(aSession({ admin: true }), { accountId: A })).toEqual({
      shows: { accountId: A, section: 'users' },
    })
  })

  test('sends people without AccountAdmin to the unauthorized page [S6.03]', () => {
    for (const section of [undefined, 'users', 'audit', 'flags'])
      expect(adminGoal(aSession({}), { accountId: A, section })).toEqual({ to: '/unauthorized' })
  })

  test('sends administrators of one account away from another', () => {
    expect(adminGoal(aSession({ admin: true, isSuper: true }), { accountId: B, section: 'users' })).toEqual({
      to: '/unauthorized',
    })
  })

  test("leads an account that isn't a GUID to the account selection", () => {
    expect(adminGoal(aSession({ admin: true }), { accountId: 'nordwerk' })).toEqual({ to: '/select-account' })
  })

  test('accepts an ID in braces and capitals', () => {
    expect(
      adminGoal(aSession({ admin: true }), { accountId: `{${A.toUpperCase()}}`, section: 'roles' }),
    ).toEqual({ shows: { accountId: A, section: 'roles' } })
  })

  test("shows only the installation to super administrators who aren't account administrators", () => {
    const session = aSession({ isSuper: true })
    expect(adminGoal(session, { accountId: A })).toEqual({ shows: { accountId: A, section: 'accounts' } })
    expect(adminGoal(session, { accountId: A, section: 'license' })).toEqual({
      shows: { accountId: A, section: 'license' },
    })
    expect(adminGoal(session, { accountId: A, section: 'users' })).toEqual({ to: '/unauthorized' })
  })

  test('hides the installation from account administrators', () => {
    for (const section of ['accounts', 'flags', 'license', 'installation-mail'])
      expect(adminGoal(aSession({ admin: true }), { accountId: A, section })).toEqual({ to: '/unauthorized' })
  })

  test('rejects unknown sections', () => {
    expect(adminGoal(aSession({ admin: true }), { accountId: A, section: 'payroll' })).toEqual({
      to: '/error',
    })
  })

  test("lets no one in before the account's requirements are met", () => {
    expect(adminGoal(aSession({ admin: true, needs: 'mfa' }), { accountId: A })).toEqual({
      to: '/select-account',
    })
  })
})
