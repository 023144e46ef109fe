import { enterTenant, logout, type SessionView, session } from '@caseloom/contract/identity'
import { featureFlags, productVersion } from '@caseloom/contract/tenancy'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { hasCode } from './api-error.ts'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { signalSessionLost } from './page-signals.ts'
import { setUserZone } from './zone.ts'

/** The session, or null when there is none or it is over. Guards decide about pages themselves, hence quiet. */
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

/** The version that is shown: the part before `+`. */
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

/** Makes the answer of a sign-in the session; everything of a session before is forgotten. */
export function startSession(client: QueryClient, view: SessionView): void {
  forgetSession(client)
  client.setQueryData(keys.session, remembered(view))
}

/** Ends the session on the server and forgets what was read under it, even when the server does not answer. */
export async function signOut(client: QueryClient): Promise<void> {
  try {
    await call(logout, {})
  } finally {
    forgetSession(client)
  }
}

/** Forgets the session and all that was read under it. */
export function forgetSession(client: QueryClient): void {
  setUserZone(null)
  entered = null
  client.clear()
  client.setQueryData(keys.session, null)
}

/** Asks the server whether the session still holds; when it is over the login page follows. */
export async function checkSession(client: QueryClient): Promise<void> {
  try {
    const view = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (view === null) signalSessionLost()
  } catch {
    // No answer says nothing about the session.
  }
}

let entered: string | null = null

/** Where this browser keeps the id of the account entered last: the login page shows how one signs in to it. */
export const ACCOUNT_KEY = 'caseloom.account'

/**
 * Authenticates for a tenant once per stay. When the server refuses, the default tenant and account are cleared (in the
 * session by the server, here in what this browser keeps) and the error blocks the navigation.
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
    // Without storage the login page asks by the address that is typed.
  }
}

function forgetAccount(): void {
  try {
    localStorage.removeItem(ACCOUNT_KEY)
  } catch {
    // Nothing was kept without storage.
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
