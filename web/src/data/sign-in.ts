import { loginOptions } from '@caseloom/contract/identity'
import { AccountId } from '@caseloom/contract/ids'
import type { RouteReply } from '@caseloom/contract/route'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { ACCOUNT_KEY, versionQuery } from './session.ts'

export type LoginOptions = RouteReply<typeof loginOptions>

/** What is offered when nothing is known of an account: the password. */
export const PLAIN_LOGIN: LoginOptions = {
  accountId: null,
  accountName: null,
  samlEnabled: false,
  oidcEnabled: false,
  passwordAllowed: true,
}

/** How one may sign in: to an account, with an address whose domain may belong to one, or at all. */
export function loginOptionsQuery(of: { account?: string | undefined; email?: string | undefined }) {
  return queryOptions({
    queryKey: ['login-options', of.account ?? null, of.email ?? null],
    queryFn: ({ signal }) =>
      call(loginOptions, {
        signal,
        query: {
          ...(of.account === undefined ? {} : { account: of.account }),
          ...(of.email === undefined ? {} : { email: of.email }),
        },
      }),
    meta: { quiet: true },
    // An administrator may have changed it since; the page asks once when it opens.
    staleTime: 0,
    retry: false,
  })
}

/** The account that was entered last in this browser; only its id is kept. */
export function lastAccount(): string | undefined {
  try {
    return AccountId.safeParse(localStorage.getItem(ACCOUNT_KEY)).data
  } catch {
    return undefined
  }
}

/** Forgets the account that was entered last. */
export function forgetLastAccount(): void {
  try {
    localStorage.removeItem(ACCOUNT_KEY)
  } catch {
    // Without storage there was nothing to forget.
  }
}

/**
 * Resolves what one may sign in with before the login screen shows: of the account of the address, else of the one
 * entered last, else of the installation. Without an answer only the password is offered.
 */
export async function resolveLoginOptions(
  client: QueryClient,
  account: string | undefined,
): Promise<LoginOptions> {
  const version = client.ensureQueryData(versionQuery).catch(() => null)
  const ask = (of: string | undefined) => client.fetchQuery(loginOptionsQuery({ account: of }))
  const last = account === undefined ? lastAccount() : undefined
  const options = await (last === undefined ? ask(account) : ask(last).catch(() => ask(undefined))).catch(
    () => PLAIN_LOGIN,
  )
  await version
  return options
}

/** Where single sign-on with an account begins; it comes back to `returnTo`. */
export function ssoAddress(kind: 'saml' | 'oidc', accountId: string, returnTo: string | null): string {
  const back = returnTo === null ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
  return `/iam/${kind}/${encodeURIComponent(accountId)}/login${back}`
}
