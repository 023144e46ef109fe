import { OidcSettings, SamlSettings, type SignInSettings } from '@caseloom/contract/identity/sso'
import { allowInAccount } from '../../../platform/rights.ts'
import type { Acting } from '../directory/directory-deps.ts'
import { readSignIn, type SignInRow } from '../sessions/sign-in-settings.store.ts'
import { serviceProvider } from './service-provider.rules.ts'
import type { SsoDeps } from './sso-deps.ts'

/** How people sign in to the account; the client secret is never part of it. */
export async function viewSignIn(
  { system, publicUrl }: Pick<SsoDeps, 'system' | 'publicUrl'>,
  { actor, accountId }: Pick<Acting, 'actor' | 'accountId'>,
): Promise<SignInSettings> {
  allowInAccount(actor, accountId)
  return signInView(await system.read((tx) => readSignIn(tx, accountId)), publicUrl)
}

export function signInView(row: SignInRow, publicUrl: string): SignInSettings {
  return {
    emailDomains: row.email_domains,
    passwordAllowed: row.password_allowed,
    mfaRequired: row.mfa_required,
    idleMinutes: row.idle_minutes,
    absoluteHours: row.absolute_hours,
    samlEnabled: row.saml_enabled,
    oidcEnabled: row.oidc_enabled,
    saml: row.saml === null ? null : SamlSettings.parse(row.saml),
    oidc: row.oidc === null ? null : { ...OidcSettings.parse(row.oidc), hasSecret: row.oidc_secret !== null },
    serviceProvider: serviceProvider(publicUrl, row.account_id),
    revision: row.revision,
  }
}
