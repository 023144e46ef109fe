import { SsoRefusal } from './refusal.rules.ts'
import type { CacheProvider, SAML } from '@node-saml/node-saml'
import type { SamlSettings } from '@caseloom/contract/identity/sso'
import { readAssertion, type SaidOfPerson, SKEW_MS } from './saml-assertion.rules.ts'
import { checkEnvelope } from './saml-envelope.rules.ts'
import { serviceProvider } from './service-provider.rules.ts'
import { ANSWER_LIMITS, readXml, XmlError } from './xml.ts'

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

export interface SamlExchange {
  settings: SamlSettings
  publicUrl: string
  accountId: string
  /** Id of the request that is, or was, sent. */
  requestId: string
}

/** The provider's address with a sign-in request (HTTP-Redirect binding). */
export async function samlRequestUrl(exchange: SamlExchange, relayState: string): Promise<string> {
  return (await library(exchange)).getAuthorizeUrlAsync(relayState, undefined, {})
}

/**
 * What the provider's answer says, when all of it holds: its shape, the library's verification against the account's
 * certificates, and the content of exactly what was signed. Throws SsoRefusal.
 */
export async function verifySamlResponse(
  exchange: SamlExchange,
  encoded: string,
  now: Date,
): Promise<SaidOfPerson> {
  const { idpEntityId } = exchange.settings
  const { entityId, acsUrl } = serviceProvider(exchange.publicUrl, exchange.accountId)
  const expected = { entityId, acsUrl, idpEntityId, requestId: exchange.requestId }
  try {
    const xml = decode(encoded)
    const assertionId = checkEnvelope(await readXml(xml, ANSWER_LIMITS), expected)
    const signed = await signedAssertion(await library(exchange), xml)
    return readAssertion(await readXml(signed, ANSWER_LIMITS), { ...expected, assertionId }, now)
  } catch (error) {
    if (error instanceof XmlError) throw new SsoRefusal(error.message, { cause: error })
    throw error
  }
}

function decode(encoded: string): string {
  const clean = encoded.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(clean)) throw new SsoRefusal('The response isn’t base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(clean, 'base64'))
  } catch (error) {
    throw new SsoRefusal('The response isn’t UTF-8', { cause: error })
  }
}

/** The very bytes under the verified signature. */
async function signedAssertion(saml: SAML, xml: string): Promise<string> {
  try {
    const SAMLResponse = Buffer.from(xml, 'utf8').toString('base64')
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
    const signed = profile?.getAssertionXml?.()
    if (signed === undefined) throw new Error('No assertion was verified')
    return signed
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    throw new SsoRefusal(`The signature or content isn’t valid: ${reason}`, { cause: error })
  }
}

/** Loaded when someone signs in this way: with what it needs it is a megabyte of code. */
const nodeSaml = () => import('@node-saml/node-saml')

async function library({ settings, publicUrl, accountId, requestId }: SamlExchange): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await nodeSaml()
  const { entityId, acsUrl } = serviceProvider(publicUrl, accountId)
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: settings.idpSsoUrl,
    idpIssuer: settings.idpEntityId,
    idpCert: settings.idpCertificates,
    identifierFormat: settings.emailAttribute === '' ? EMAIL_FORMAT : null,
    // How people prove themselves is the provider's to decide; naming a way makes some providers refuse the others.
    disableRequestedAuthnContext: true,
    forceAuthn: settings.forceLogin,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    acceptedClockSkewMs: SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider: onlyRequest(requestId),
  })
}

/**
 * Requests are stored in a table, so that any process may handle the response; here, the library sees only the relevant
 * one.
 */
function onlyRequest(requestId: string): CacheProvider {
  const sentAt = new Date().toISOString()
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? sentAt : null),
    removeAsync: async (key) => key,
  }
}

/** Metadata of this service provider for an account: it holds nothing but addresses. */
export async function samlMetadata(publicUrl: string, accountId: string): Promise<string> {
  const { generateServiceProviderMetadata } = await nodeSaml()
  const { entityId, acsUrl } = serviceProvider(publicUrl, accountId)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: EMAIL_FORMAT,
    wantAssertionsSigned: true,
  })
}
