// Signing in through an account’s own SAML or OpenID Connect provider.
import { randomBytes } from 'node:crypto'
import { OidcSettings, SamlSettings } from '@caseloom/contract/identity/sso'
import { fail } from '../../../platform/errors.ts'
import { accountIsOpen, readSignIn } from '../sessions/sign-in-settings.store.ts'
import { openClientSecret } from './client-secret.ts'
import { oidcRequestUrl } from './oidc-answer.ts'
import { ownPath } from './return-to.rules.ts'
import { samlRequestUrl } from './saml-client.ts'
import { serviceProvider } from './service-provider.rules.ts'
import { insertRequest } from './sso.store.ts'
import type { SsoDeps } from './sso-deps.ts'

export interface Beginning {
  accountId: string
  /** The mark of the browser that asks. */
  browser: string
  ip: string
  returnTo: string | undefined
}

/** The address of the account's SAML provider with a fresh request. Throws signin.refused when it has none. */
export async function beginSaml(deps: SsoDeps, beginning: Beginning): Promise<string> {
  await deps.begun.take(beginning.ip)
  const { accountId, browser } = beginning
  // An id is an xs:ID, so it begins with no digit.
  const requestId = `_${randomBytes(20).toString('hex')}`
  const { settings, token } = await deps.system.tx(async (tx) => {
    const row = await readSignIn(tx, accountId)
    if (!row.saml_enabled || !(await accountIsOpen(tx, accountId))) throw fail('signin.refused')
    const request = { account_id: accountId, provider: 'saml', request_id: requestId, browser } as const
    const token = await insertRequest(tx, { ...request, return_to: ownPath(beginning.returnTo) })
    return { settings: SamlSettings.parse(row.saml), token }
  })
  return samlRequestUrl({ settings, publicUrl: deps.publicUrl, accountId, requestId }, token)
}

/**
 * The address of the account's OpenID provider with a fresh request.
 * @throws signin.refused when it has none, signin.provider_unreachable
 */
export async function beginOidc(deps: SsoDeps, beginning: Beginning): Promise<string> {
  await deps.begun.take(beginning.ip)
  const { accountId, browser } = beginning
  const { settings, secret, revision, state } = await deps.system.tx(async (tx) => {
    const row = await readSignIn(tx, accountId)
    if (!row.oidc_enabled || !(await accountIsOpen(tx, accountId))) throw fail('signin.refused')
    const request = { account_id: accountId, provider: 'oidc', request_id: '', browser } as const
    const state = await insertRequest(tx, { ...request, return_to: ownPath(beginning.returnTo) })
    const secret = await openClientSecret(deps.secrets, tx, row)
    return { settings: OidcSettings.parse(row.oidc), secret, revision: row.revision, state }
  })
  const configuration = await deps.oidcClients.of({ id: accountId, revision }, { settings, secret })
  const redirectUrl = serviceProvider(deps.publicUrl, accountId).oidcRedirectUrl
  return oidcRequestUrl(configuration, { settings, redirectUrl, state, browser })
}
