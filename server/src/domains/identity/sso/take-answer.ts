import { OidcSettings, SamlSettings } from '@caseloom/contract/identity/sso'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { tokenHash } from '../sessions/session.store.ts'
import { readSignIn } from '../sessions/sign-in-settings.store.ts'
import { type AssertedIdentity, assertedByOidc, assertedBySaml } from './asserted-identity.rules.ts'
import { openClientSecret } from './client-secret.ts'
import { verifyOidcAnswer } from './oidc-answer.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { SsoRefusal } from './refusal.rules.ts'
import { verifySamlResponse } from './saml-client.ts'
import { serviceProvider } from './service-provider.rules.ts'
import { insertAnswer, seeAssertion, type TakenRequest, takeRequest } from './sso.store.ts'
import type { SsoDeps } from './sso-deps.ts'

const LONGEST_TOKEN = 200

/**
 * Takes what a SAML provider had the browser post; answers the one-time code for our page. Nothing is opened here:
 * the post comes without cookies, so only the page can show that this browser is the one that asked.
 * @throws signin.refused
 */
export async function takeSamlAnswer(
  deps: SsoDeps,
  answer: { accountId: string; form: URLSearchParams; ip: string },
): Promise<string> {
  const { accountId, form, ip } = answer
  const [relayState, response] = [onlyValue(form, 'RelayState'), onlyValue(form, 'SAMLResponse')]
  const request = await take(deps, 'saml', relayState)
  try {
    if (request.account_id !== accountId) throw new SsoRefusal('The sign-in was started for another account')
    const row = await deps.system.read((tx) => readSignIn(tx, accountId))
    if (!row.saml_enabled) throw new SsoRefusal('SAML is turned off')
    const settings = SamlSettings.parse(row.saml)
    const exchange = { settings, publicUrl: deps.publicUrl, accountId, requestId: request.request_id }
    const said = await verifySamlResponse(exchange, response, new Date())
    const claimed = assertedBySaml(settings, said)
    const seen = { accountId, issuer: settings.idpEntityId, id: said.assertionId, until: said.until }
    return await deps.system.tx(async (tx) => {
      if (!(await seeAssertion(tx, seen))) throw new SsoRefusal('The assertion has already been used')
      return insertAnswer(tx, request, claimed)
    })
  } catch (error) {
    throw await refuseSignIn(deps, { accountId: request.account_id, provider: 'saml', ip }, error)
  }
}

/**
 * Takes the answer that an OpenID provider sent the browser back with; answers the one-time code for our page.
 * @throws signin.refused, signin.provider_unreachable
 */
export async function takeOidcAnswer(
  deps: SsoDeps,
  answer: { query: URLSearchParams; browser: string | null; ip: string },
): Promise<string> {
  const { query, browser, ip } = answer
  const state = onlyValue(query, 'state')
  const request = await take(deps, 'oidc', state)
  try {
    if (browser === null || !tokenHash(browser).equals(request.browser_hash))
      throw new SsoRefusal('The sign-in was started in another browser')
    const claimed = await oidcClaimed(deps, request, { query, state, browser })
    return await deps.system.tx((tx) => insertAnswer(tx, request, claimed))
  } catch (error) {
    throw await refuseSignIn(deps, { accountId: request.account_id, provider: 'oidc', ip }, error)
  }
}

async function oidcClaimed(
  deps: SsoDeps,
  request: TakenRequest,
  answer: { query: URLSearchParams; state: string; browser: string },
): Promise<AssertedIdentity> {
  const { account_id: id } = request
  const { row, secret } = await deps.system.read(async (tx) => secretOf(deps, tx, id))
  if (!row.oidc_enabled) throw new SsoRefusal('OpenID Connect is turned off')
  const settings = OidcSettings.parse(row.oidc)
  const configuration = await deps.oidcClients.of({ id, revision: row.revision }, { settings, secret })
  const url = new URL(serviceProvider(deps.publicUrl, id).oidcRedirectUrl)
  url.search = answer.query.toString()
  const { state, browser } = answer
  return assertedByOidc(
    settings,
    await verifyOidcAnswer(configuration, { url, state, browser }),
    row.email_domains,
  )
}

async function secretOf(deps: SsoDeps, tx: Tx, accountId: string) {
  const row = await readSignIn(tx, accountId)
  return { row, secret: await openClientSecret(deps.secrets, tx, row) }
}

/** The sign-in under way, which has ended with this: a second answer finds none. */
async function take(deps: SsoDeps, provider: 'saml' | 'oidc', token: string): Promise<TakenRequest> {
  const request = token === '' ? null : await deps.system.tx((tx) => takeRequest(tx, provider, token))
  if (request === null) throw fail('signin.refused', { detail: 'No sign-in is in progress' })
  return request
}

function onlyValue(form: URLSearchParams, name: string): string {
  const values = form.getAll(name)
  const value = values.length === 1 ? (values[0] ?? '') : ''
  return name === 'SAMLResponse' || value.length <= LONGEST_TOKEN ? value : ''
}
