import { SessionView } from '@caseloom/contract/identity/identity'
import { describe, expect, test } from 'vitest'
import { userPageGoal } from './user-guard.ts'

const MINE = '019a0000-0000-7000-8000-00000000000a'
const LED = '019a0000-0000-7000-8000-00000000000b'
const ME = '019a0000-0000-7000-8000-0000000000c1'
const CHIEF = '019a0000-0000-7000-8000-0000000000c2'
const OTHER_USER = '019a0000-0000-7000-8000-0000000000c3'

const session = SessionView.parse({
  user: {
    personId: MINE,
    email: 'a@b.c',
    name: 'A',
    superAdministrator: false,
    timeZone: null,
    locale: null,
    theme: 'system',
  },
  accounts: [
    { id: MINE, name: 'mine', userId: ME, admin: false, needs: null },
    { id: LED, name: 'led', userId: CHIEF, admin: true, needs: 'mfa' },
  ],
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

describe('a user page', () => {
  test.each([
    ['is shown for oneself', MINE, ME, { shows: { accountId: MINE, userId: ME } }],
    [
      'is shown by braced ids, too',
      `{${MINE.toUpperCase()}}`,
      ME,
      { shows: { accountId: MINE, userId: ME } },
    ],
    [
      'is shown in an account that still asks for more',
      LED,
      CHIEF,
      { shows: { accountId: LED, userId: CHIEF } },
    ],
    ['of another user is unknown', MINE, OTHER_USER, { to: '/error' }],
    [
      'of another user opens the administration for administrators',
      LED,
      OTHER_USER,
      {
        to: `/account/${LED}/account-admin/users?user=${OTHER_USER}`,
      },
    ],
    ['of another account is unknown', OTHER_USER, ME, { to: '/error' }],
    ['needs an account that is a GUID', 'x', ME, { to: '/select-account' }],
    ['needs a user that is a GUID', MINE, 'x', { to: '/error' }],
  ])('%s [S2.07]', (_name, accountId, userId, goal) => {
    expect(userPageGoal(session, { accountId, userId })).toEqual(goal)
  })
})
