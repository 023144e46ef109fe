import { createHmac } from 'node:crypto'
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
} from 'openid-client'
import type { OidcSettings } from '@caseloom/contract/identity/sso'
import { SsoRefusal } from './refusal.rules.ts'
import type { OidcClaims } from './asserted-identity.rules.ts'
import { UnreachableError, unreachable } from './oidc-client.ts'

/** Secrets of one exchange follow from the browser's mark and the state, so that no table holds them. */
function derived(browser: string, state: string, what: 'nonce' | 'verifier'): string {
  return createHmac('sha256', browser).update(`${what}.${state}`).digest('base64url')
}

/** The provider's address with a sign-in request: code flow with PKCE, state and nonce. */
export async function oidcRequestUrl(
  configuration: Configuration,
  request: { settings: OidcSettings; redirectUrl: string; state: string; browser: string },
): Promise<string> {
  const { settings, redirectUrl, state, browser } = request
  const scopes = new Set(['openid', ...settings.scopes.split(/\s+/).filter((scope) => scope !== '')])
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl,
    scope: [...scopes].join(' '),
    state,
    nonce: derived(browser, state, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(derived(browser, state, 'verifier')),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Redeems the code of an answer and checks the id token: signature, issuer, audience, times, nonce.
 * @throws SsoRefusal, signin.provider_unreachable
 */
export async function verifyOidcAnswer(
  configuration: Configuration,
  answer: { url: URL; state: string; browser: string },
): Promise<OidcClaims> {
  const { url, state, browser } = answer
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: derived(browser, state, 'nonce'),
      pkceCodeVerifier: derived(browser, state, 'verifier'),
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new SsoRefusal('The provider’s response has no ID token')
    const asks =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
    return { subject: claims.sub, claims: { ...more, ...claims } }
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof SsoRefusal) return error
  if (error instanceof AuthorizationResponseError)
    return new SsoRefusal(`The provider responded with ${error.error.slice(0, 100)}`, { cause: error })
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof UnreachableError || cause instanceof UnreachableError) return unreachable(error)
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
  return new SsoRefusal(`The response isn’t valid: ${reason}`, { cause: error })
}
