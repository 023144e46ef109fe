import { SessionView } from '@caseloom/contract/identity/identity'
import { describe, expect, test } from 'vitest'
import { checkPlace, installGoal, landingOf, unknownPathGoal } from './landing.ts'

const A = '019a0000-0000-7000-8000-00000000000a'
const B = '019a0000-0000-7000-8000-00000000000b'
const T = '019a0000-0000-7000-8000-0000000000c1'
const T2 = '019a0000-0000-7000-8000-0000000000c2'
const T3 = '019a0000-0000-7000-8000-0000000000c3'

interface Given {
  tenants: readonly (readonly [account: string, tenant: string])[]
  defaults?: { accountId: string; tenantId: string | null }
  multiTenant?: boolean
}

function aSession({ tenants, defaults, multiTenant = true }: Given): SessionView {
  const accounts = [...new Set(tenants.map(([account]) => account))]
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
    accounts: accounts.map((id) => ({ id, name: id, userId: A, admin: false, needs: null })),
    tenants: tenants.map(([accountId, id]) => ({ id, accountId, name: id, permissions: [] })),
    defaults: defaults ?? null,
    flags: {
      HomePage: false,
      ClassicContent: true,
      SolutionBuilder: false,
      MultiTenant: multiTenant,
      AiComponentExecution: false,
      OnPremInstall: true,
      HeroAi: false,
    },
    expiresAt: '2027-01-01T00:00:00.000Z',
  })
}

describe('the page a session starts on', () => {
  test('the default tenant wins', () => {
    const session = aSession({
      tenants: [
        [A, T],
        [A, T2],
      ],
      defaults: { accountId: A, tenantId: T2 },
    })
    expect(landingOf(session)).toBe(`/account/${A}/tenant/${T2}`)
  })

  test('skips a default tenant without access', () => {
    const session = aSession({ tenants: [[A, T]], defaults: { accountId: A, tenantId: T3 } })
    expect(landingOf(session)).toBe(`/account/${A}/tenant/${T}`)
  })

  test('offers several tenants of one account', () => {
    expect(
      landingOf(
        aSession({
          tenants: [
            [A, T],
            [A, T2],
          ],
        }),
      ),
    ).toBe(`/select-tenant?account=${A}`)
  })

  test('offers several accounts first', () => {
    expect(
      landingOf(
        aSession({
          tenants: [
            [A, T],
            [B, T2],
          ],
        }),
      ),
    ).toBe('/select-account')
  })

  test('skips the tenant selection without MultiTenant', () => {
    const session = aSession({
      tenants: [
        [A, T],
        [B, T2],
      ],
      defaults: { accountId: B, tenantId: null },
      multiTenant: false,
    })
    expect(landingOf(session)).toBe(`/account/${B}/tenant/${T2}`)
  })

  test('never loops for users without a tenant', () => {
    expect(landingOf(aSession({ tenants: [] }))).toBe('/unauthorized')
  })
})

describe('the ids of an address', () => {
  test('accepts bare GUIDs unchanged', () => {
    expect(checkPlace({ accountId: A, tenantId: T })).toEqual({
      state: 'valid',
      accountId: A,
      tenantId: T,
      asGiven: true,
    })
  })

  test('rewrites braces and capitals', () => {
    const check = checkPlace({ accountId: `{${A.toUpperCase()}}`, tenantId: T })
    expect(check).toEqual({ state: 'valid', accountId: A, tenantId: T, asGiven: false })
  })

  test.each(['x', '', `{${A}`, `${A}}`, `${A}0`, A.replaceAll('-', '')])(
    "%j isn't an account",
    (accountId) => {
      expect(checkPlace({ accountId, tenantId: T }).state).toBe('no-account')
    },
  )

  test('keeps the account when the tenant is invalid', () => {
    expect(checkPlace({ accountId: A, tenantId: 'x' })).toEqual({ state: 'no-tenant', accountId: A })
  })
})

test('an unknown path leads to sign-in without a session, otherwise to the error page [S2.13]', () => {
  expect(unknownPathGoal(null)).toBe('/login')
  expect(unknownPathGoal(aSession({ tenants: [[A, T]] }))).toBe('/error')
})

test.each([
  [{ needed: true, status: 'pending' }, '/install'],
  [{ needed: true, status: 'inProgress' }, '/install-status'],
  [{ needed: true, status: 'failed' }, '/install-status'],
  [{ needed: false, status: 'complete' }, null],
  [{ needed: false, status: 'pending' }, null],
])('an installation that is %j leads to %s [S4.15]', (status, goal) => {
  expect(installGoal(status)).toBe(goal)
})
