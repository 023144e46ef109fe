import { enterTenant, logout, type SessionView, session } from '@caseloom/contract/identity/identity'
import { featureFlags, productVersion } from '@caseloom/contract/tenancy/tenancy'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { hasCode } from './api-error.ts'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { signalSessionLost } from './page-signals.ts'
import { setUserZone } from './zone.ts'

/** Null when there is no session or it has ended. Guards decide about pages themselves, hence quiet. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async ({ signal }): Promise<SessionView | null> => {
    try {
      return remembered(await call(session, { signal }))
    } catch (error) {
      if (hasCode(error, 'session.none')) return null
      throw error
    }
  },
  staleTime: 60_000,
  meta: { quiet: true },
})

function remembered(view: SessionView): SessionView {
  setUserZone(view.user.timeZone)
  return view
}

export const flagsQuery = queryOptions({
  queryKey: keys.flags,
  queryFn: ({ signal }) => call(featureFlags, { signal }),
  staleTime: 300_000,
  meta: { quiet: true },
})

export const versionQuery = queryOptions({
  queryKey: keys.version,
  queryFn: async ({ signal }) => shownVersion((await call(productVersion, { signal })).version),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
})

/** `1.4.0+20261121` is shown as `1.4.0`. */
export function shownVersion(version: string): string {
  return version.split('+')[0] ?? version
}

/** Makes a sign-in response the session and clears the previous one. */
export function startSession(client: QueryClient, view: SessionView): void {
  forgetSession(client)
  client.setQueryData(keys.session, remembered(view))
}

/** Clears what was read under the session even when the server doesn't respond. */
export async function signOut(client: QueryClient): Promise<void> {
  try {
    await call(logout, {})
  } finally {
    forgetSession(client)
  }
}

export function forgetSession(client: QueryClient): void {
  setUserZone(null)
  entered = null
  client.clear()
  client.setQueryData(keys.session, null)
}

/** Checks the session with the server; when it has ended, the sign-in page follows. */
export async function checkSession(client: QueryClient): Promise<void> {
  try {
    const view = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (view === null) signalSessionLost()
  } catch {
    // No answer says nothing about the session.
  }
}

let entered: string | null = null

/** Where this browser stores the ID of the last account, for the sign-in options. */
export const ACCOUNT_KEY = 'caseloom.account'

/**
 * Enters a tenant once per stay. When the server refuses, the default tenant and account are cleared (in the
 * session by the server, here in this browser) and the error blocks the navigation.
 */
export async function authenticateTenant(
  client: QueryClient,
  accountId: string,
  tenantId: string,
): Promise<void> {
  const place = `${accountId} ${tenantId}`
  if (entered === place) return
  try {
    // The schemas of the body turn plain texts into branded ids.
    await call(enterTenant, { body: { accountId, tenantId } })
  } catch (error) {
    if (hasCode(error, 'resource.not_found', 'right.missing')) {
      entered = null
      forgetAccount()
      client.setQueryData<SessionView | null>(keys.session, (view) =>
        view ? { ...view, defaults: null } : view,
      )
    }
    throw error
  }
  entered = place
  rememberAccount(accountId)
  client.setQueryData<SessionView | null>(keys.session, (view) => withDefaults(view, accountId, tenantId))
}

function rememberAccount(accountId: string): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, accountId)
  } catch {
    // Without storage, sign-in goes by the typed address.
  }
}

function forgetAccount(): void {
  try {
    localStorage.removeItem(ACCOUNT_KEY)
  } catch {
    // Without storage nothing was saved.
  }
}

function withDefaults(
  view: SessionView | null | undefined,
  accountId: string,
  tenantId: string,
): SessionView | null | undefined {
  const tenant = view?.tenants.find((each) => each.id === tenantId && each.accountId === accountId)
  if (!view || tenant === undefined) return view
  return { ...view, defaults: { accountId: tenant.accountId, tenantId: tenant.id } }
}
