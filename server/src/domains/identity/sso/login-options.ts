import type { loginOptions as loginOptionsRoute } from '@caseloom/contract/identity/identity'
import { AccountId } from '@caseloom/contract/kernel/ids'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { emailKey } from '../people/email.rules.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { accountByDomain, accountWithProvider, onlyAccountWithProvider } from './provider.read.ts'

/** How one may sign in, for the sign-in page. */
export type LoginOptions = RouteReply<typeof loginOptionsRoute>

const PASSWORD_ONLY: LoginOptions = {
  accountId: null,
  accountName: null,
  samlEnabled: false,
  oidcEnabled: false,
  passwordAllowed: true,
}

/**
 * Ways to sign in to an account, named by id or by an address of its mail domains, or to the only one with a provider.
 * An account without a provider answers as one that does not exist: who asks learns of no account but those that
 * invite strangers to sign in.
 */
export async function loginOptions(
  { system, places }: Pick<IdentityDeps, 'system' | 'places'>,
  asked: { account?: string | undefined; email?: string | undefined },
): Promise<LoginOptions> {
  const found = await system.read(async (tx) => {
    if (asked.account !== undefined) {
      const id = AccountId.safeParse(asked.account)
      return id.success ? accountWithProvider(tx, id.data) : null
    }
    if (asked.email === undefined) return onlyAccountWithProvider(tx)
    const domain = emailKey(asked.email).split('@').at(-1) ?? ''
    return accountByDomain(tx, domain)
  })
  if (found === null) return PASSWORD_ONLY
  const { accounts } = await places.directory([found.account_id])
  const account = accounts[0]
  if (account === undefined) return PASSWORD_ONLY
  return {
    accountId: AccountId.parse(account.id),
    accountName: account.name,
    samlEnabled: found.saml_enabled,
    oidcEnabled: found.oidc_enabled,
    passwordAllowed: found.password_allowed,
  }
}
