import { loginOptions } from '@caseloom/contract/identity/identity'
import { AccountId } from '@caseloom/contract/kernel/ids'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { ACCOUNT_KEY, versionQuery } from './session.ts'

export type LoginOptions = RouteReply<typeof loginOptions>

/** Offered when the account is unknown: the password. */
export const PLAIN_LOGIN: LoginOptions = {
  accountId: null,
  accountName: null,
  samlEnabled: false,
  oidcEnabled: false,
  passwordAllowed: true,
}

/** Sign-in options: of an account, of an address's domain, or of the installation. */
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

/** Only the account's ID is stored. */
export function lastAccount(): string | undefined {
  try {
    return AccountId.safeParse(localStorage.getItem(ACCOUNT_KEY)).data
  } catch {
    return undefined
  }
}

export function forgetLastAccount(): void {
  try {
    localStorage.removeItem(ACCOUNT_KEY)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Resolves the sign-in options before the page shows: of the account in the URL, else of the last one, else of the
 * installation. Without an answer, only the password is offered.
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

export function ssoAddress(kind: 'saml' | 'oidc', accountId: string, returnTo: string | null): string {
  const back = returnTo === null ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
  return `/iam/${kind}/${encodeURIComponent(accountId)}/login${back}`
}
