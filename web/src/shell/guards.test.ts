import { knownInstallCode } from '../data/install.ts'
import { SessionView } from '@caseloom/contract/identity/identity'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from '../data/keys.ts'
import { makeQueryClient } from '../data/query-client.ts'
import { ACCOUNT_KEY, forgetSession } from '../data/session.ts'
import * as guards from './guards.ts'

const A = '019a0000-0000-7000-8000-00000000000a'
const T = '019a0000-0000-7000-8000-0000000000c1'
const T2 = '019a0000-0000-7000-8000-0000000000c2'
const FLAGS = {
  HomePage: false,
  ClassicContent: true,
  SolutionBuilder: false,
  MultiTenant: true,
  AiComponentExecution: false,
  OnPremInstall: true,
  HeroAi: false,
}

function aSession(
  change: {
    permissions?: string[]
    flags?: Partial<typeof FLAGS>
    tenants?: string[]
    needs?: 'mfa' | 'sso'
  } = {},
) {
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
    accounts: [{ id: A, name: 'A', userId: A, admin: false, needs: change.needs ?? null }],
    tenants: (change.tenants ?? [T]).map((id) => ({
      id,
      accountId: A,
      name: id,
      permissions: change.permissions ?? [],
    })),
    defaults: { accountId: A, tenantId: T },
    flags: { ...FLAGS, ...change.flags },
    expiresAt: '2027-01-01T00:00:00.000Z',
  })
}

function aClient(session: SessionView | null) {
  const client = makeQueryClient()
  client.setQueryData(keys.session, session)
  return client
}

/** Where a guard leads, or `stay`. */
async function goal(guarded: () => unknown): Promise<unknown> {
  try {
    await guarded()
    return 'stay'
  } catch (error) {
    if (!isRedirect(error)) throw error
    const { to, search } = error.options
    return search === undefined || Object.keys(search).length === 0 ? to : { to, search }
  }
}

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin: 'http://localhost:4000' })
})
afterEach(() => {
  forgetSession(makeQueryClient())
  fetched.mockReset()
  vi.unstubAllGlobals()
})

function serverSays(...answers: [status: number, body?: unknown][]) {
  for (const [status, body] of answers) {
    fetched.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status }))
  }
}

describe('the installer', () => {
  const status = (needed: boolean, state: string) => ({
    needed,
    status: state,
    codeRequired: false,
    steps: [],
  })
  const context = () => ({ client: makeQueryClient(), installer: { done: false } })

  test('is checked once, on the first navigation [S4.14]', async () => {
    const once = context()
    serverSays([200, FLAGS], [200, status(false, 'complete')])
    expect(await goal(() => guards.checkInstaller(once, '/login'))).toBe('stay')
    expect(await goal(() => guards.checkInstaller(once, '/login'))).toBe('stay')
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test("isn't checked when its flag is off", async () => {
    serverSays([200, { ...FLAGS, OnPremInstall: false }])
    expect(await goal(() => guards.checkInstaller(context(), '/'))).toBe('stay')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['pending', '/', '/install'],
    ['inProgress', '/login', '/install-status'],
    ['pending', '/install', 'stay'],
  ])('that is %s leads from %s to %s', async (state, from, to) => {
    serverSays([200, FLAGS], [200, status(true, state)])
    expect(await goal(() => guards.checkInstaller(context(), from))).toBe(to)
  })
})

describe('the printed install URL', () => {
  test('passes its code to the form and removes it from the address bar', async () => {
    serverSays([200, { needed: true, status: 'pending', codeRequired: true, steps: [] }])
    const client = makeQueryClient()
    expect(await goal(() => guards.enterInstall(client, 'KETTL-QRBTX'))).toBe('/install')
    expect(knownInstallCode(client)).toBe('KETTL-QRBTX')
  })
})

describe('without a session', () => {
  test('a page leads to sign-in and back', async () => {
    expect(await goal(() => guards.needSession(aClient(null), '/select-account'))).toEqual({
      to: '/login',
      search: { returnTo: '/select-account' },
    })
  })

  test('an unknown path leads to sign-in [S8.05]', async () => {
    expect(await goal(() => guards.unknownPath(aClient(null)))).toBe('/login')
    expect(await goal(() => guards.unknownPath(aClient(aSession())))).toBe('/error')
  })

  test("a tenant isn't requested", async () => {
    const enter = () =>
      guards.enterTenant(
        aClient(null),
        { accountId: A, tenantId: T },
        { href: `/account/${A}/tenant/${T}/x?y=1`, preload: false },
      )
    expect(await goal(enter)).toEqual({
      to: '/login',
      search: { returnTo: `/account/${A}/tenant/${T}/x?y=1` },
    })
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('the sign-in page', () => {
  test('is shown without a session', async () => {
    expect(await goal(() => guards.leaveLogin(aClient(null), undefined))).toBe('stay')
  })

  test('leads signed-in users to their page, never to another site', async () => {
    expect(await goal(() => guards.leaveLogin(aClient(aSession()), '/select-account'))).toBe(
      '/select-account',
    )
    expect(await goal(() => guards.leaveLogin(aClient(aSession()), '//evil.example'))).toBe(
      `/account/${A}/tenant/${T}`,
    )
  })
})

describe('a tenant', () => {
  const enter = (params: { accountId: string; tenantId: string }, session = aSession(), preload = false) => {
    const href = `/account/${params.accountId}/tenant/${params.tenantId}/welcome`
    return goal(() => guards.enterTenant(aClient(session), params, { href, preload }))
  }

  test("that isn't a GUID leads to a selection [S5.04]", async () => {
    expect(await enter({ accountId: 'x', tenantId: T })).toBe('/select-account')
    expect(await enter({ accountId: A, tenantId: 'x' })).toEqual({
      to: '/select-tenant',
      search: { account: A },
    })
  })

  test('in braces is rewritten to its bare form', async () => {
    const braced = `{${T.toUpperCase()}}`
    const href = `/account/${A}/tenant/${encodeURIComponent(braced)}/welcome`
    const rewritten = await goal(() =>
      guards.enterTenant(aClient(aSession()), { accountId: A, tenantId: braced }, { href, preload: false }),
    )
    expect(rewritten).toBe(`/account/${A}/tenant/${T}/welcome`)
  })

  test('is entered once', async () => {
    serverSays([204])
    expect(await enter({ accountId: A, tenantId: T })).toBe('stay')
    expect(await enter({ accountId: A, tenantId: T })).toBe('stay')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test("isn't entered by hovering over a link to it", async () => {
    expect(await enter({ accountId: A, tenantId: T }, aSession(), true)).toBe('stay')
    expect(fetched).not.toHaveBeenCalled()
  })

  test('that the server refuses is blocked and no longer the default, in the session and in this browser [S8.04]', async () => {
    const storage = new Map([[ACCOUNT_KEY, A]])
    vi.stubGlobal('localStorage', { removeItem: (key: string) => void storage.delete(key) })
    serverSays([404])
    const client = aClient(aSession())
    const params = { accountId: A, tenantId: T }
    expect(await goal(() => guards.enterTenant(client, params, { href: '/x', preload: false }))).toBe(
      '/tenant-error',
    )
    expect(client.getQueryData<SessionView>(keys.session)?.defaults).toBeNull()
    expect(storage.size).toBe(0)
  })

  test('shows a server failure', async () => {
    serverSays([500])
    await expect(enter({ accountId: A, tenantId: T })).rejects.toMatchObject({ code: 'internal.error' })
  })
})

test('an account leads to its tenant selection [S2.04]', async () => {
  expect(await goal(() => guards.accountToSelection(`{${A}}`))).toEqual({
    to: '/select-tenant',
    search: { account: A },
  })
  expect(await goal(() => guards.accountToSelection('x'))).toBe('/select-account')
})

test('an account with an outstanding requirement leads to the account selection, which shows it [S2.08]', async () => {
  const client = aClient(aSession({ needs: 'mfa' }))
  const params = { accountId: A, tenantId: T }
  expect(await goal(() => guards.enterTenant(client, params, { href: '/x', preload: false }))).toBe(
    '/select-account',
  )
  expect(await goal(() => guards.enterSelection(client, '/select-tenant', A))).toBe('/select-account')
  expect(fetched).not.toHaveBeenCalled()
  const nowhere = aClient(aSession({ needs: 'sso', tenants: [] }))
  expect(await goal(() => guards.leaveLogin(nowhere, undefined))).toBe('/select-account')
})

test('the tenant selection is shown even for a single one without MultiTenant [S2.08]', async () => {
  const one = aClient(aSession({ flags: { MultiTenant: false } }))
  expect(await goal(() => guards.enterSelection(one, '/select-tenant', A))).toBe('stay')
  const several = aClient(aSession({ tenants: [T, T2] }))
  expect(await goal(() => guards.enterSelection(several, '/select-tenant', A))).toBe('stay')
})

test('a page requires its permission and its flag', async () => {
  const may = { client: aClient(aSession({ permissions: ['record:read'] })) }
  const params = { tenantId: T }
  expect(await goal(() => guards.needs('record:read')({ context: may, params }))).toBe('stay')
  expect(await goal(() => guards.needs('playbook:read')({ context: may, params }))).toBe('/unauthorized')
  expect(await goal(() => guards.needs('record:read', 'ClassicContent')({ context: may, params }))).toBe(
    'stay',
  )
  expect(await goal(() => guards.needs('record:read', 'HomePage')({ context: may, params }))).toBe('/error')
})
