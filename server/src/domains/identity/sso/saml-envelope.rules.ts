import { SsoRefusal } from './refusal.rules.ts'
import { allOf, attributeOf, childrenOf, type XmlElement } from './xml-tree.rules.ts'

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const SIGNATURES = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const DIGESTS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const TRANSFORMS = new Set([`${DSIG}enveloped-signature`, EXC_C14N])

/** What an answer must be made for. */
export interface Expected {
  entityId: string
  acsUrl: string
  idpEntityId: string
  requestId: string
}

/**
 * Checks the shape of a response before verifying any signature: one assertion, in its one place, under one signature
 * over exactly it. The wrapping attacks of Somorovsky et al., "On Breaking SAML" (USENIX Security 2012), all need a
 * second assertion, a second element with the same ID, or a signature elsewhere. Returns the assertion's ID.
 */
export function checkEnvelope(response: XmlElement, expected: Expected): string {
  if (response.namespace !== PROTOCOL || response.name !== 'Response')
    throw new SsoRefusal('The document isn’t a SAML response')
  if (attributeOf(response, 'Version') !== '2.0') throw new SsoRefusal('The response isn’t SAML 2.0')
  checkStatus(response)
  checkAddress(response, expected)
  const assertion = onlyAssertion(response)
  checkIds(response)
  checkSignatures(response, assertion)
  return attributeOf(assertion, 'ID') ?? ''
}

function checkStatus(response: XmlElement): void {
  const [status, ...others] = childrenOf(response, PROTOCOL, 'Status')
  const codes = status === undefined ? [] : childrenOf(status, PROTOCOL, 'StatusCode')
  const code = codes[0] === undefined ? null : attributeOf(codes[0], 'Value')
  if (others.length > 0 || codes.length > 1) throw new SsoRefusal('The response has more than one status')
  if (code !== SUCCESS)
    throw new SsoRefusal(
      `The provider responded with ${code?.split(':').at(-1)?.slice(0, 100) ?? 'no status'}`,
    )
}

function checkAddress(response: XmlElement, { acsUrl, idpEntityId, requestId }: Expected): void {
  const destination = attributeOf(response, 'Destination')
  if (destination !== null && destination !== acsUrl)
    throw new SsoRefusal('The response is addressed to another destination')
  if (attributeOf(response, 'InResponseTo') !== requestId)
    throw new SsoRefusal('The response answers another request')
  const issuers = childrenOf(response, ASSERTION, 'Issuer')
  if (issuers.length > 1 || (issuers[0] !== undefined && issuers[0].text.trim() !== idpEntityId))
    throw new SsoRefusal('The response is from another issuer')
}

function onlyAssertion(response: XmlElement): XmlElement {
  const named = allOf(response).filter(({ name }) => /^(?:Encrypted)?Assertion$/.test(name))
  if (named.some(({ name }) => name === 'EncryptedAssertion'))
    throw new SsoRefusal('Encrypted assertions aren’t supported. Turn off encryption at the provider.')
  const assertion = named[0]
  if (assertion === undefined) throw new SsoRefusal('The response has no assertion')
  if (named.length > 1) throw new SsoRefusal('The response has more than one assertion')
  if (!response.children.includes(assertion) || assertion.namespace !== ASSERTION)
    throw new SsoRefusal('The assertion is in the wrong place')
  return assertion
}

function checkIds(response: XmlElement): void {
  const ids = allOf(response).flatMap(({ attributes }) =>
    attributes.filter(({ name }) => /^(?:.*:)?id$/i.test(name)).map(({ value }) => value),
  )
  if (new Set(ids).size !== ids.length) throw new SsoRefusal('The response has a duplicate ID')
  if (ids.some((id) => !/^[A-Za-z_][\w.-]{0,255}$/.test(id))) throw new SsoRefusal('An ID isn’t well-formed')
}

function checkSignatures(response: XmlElement, assertion: XmlElement): void {
  const all = allOf(response).filter(({ name }) => name === 'Signature')
  const [ofAssertion, ...more] = childrenOf(assertion, DSIG, 'Signature')
  if (ofAssertion === undefined) throw new SsoRefusal('The assertion isn’t signed')
  const ofResponse = childrenOf(response, DSIG, 'Signature')
  if (more.length > 0 || all.length !== 1 + ofResponse.length || ofResponse.length > 1)
    throw new SsoRefusal('A signature is in the wrong place')
  checkSignature(ofAssertion, assertion)
  if (ofResponse[0] !== undefined) checkSignature(ofResponse[0], response)
}

function checkSignature(signature: XmlElement, signed: XmlElement): void {
  const info = only(signature, 'SignedInfo')
  const reference = only(info, 'Reference')
  if (attributeOf(reference, 'URI') !== `#${attributeOf(signed, 'ID')}`)
    throw new SsoRefusal('A signature covers something other than its parent element')
  if (childrenOf(signature, DSIG, 'Object').length > 0) throw new SsoRefusal('A signature contains an object')
  if (algorithmOf(only(info, 'CanonicalizationMethod')) !== EXC_C14N)
    throw new SsoRefusal('The canonicalization of a signature isn’t supported')
  if (!SIGNATURES.has(algorithmOf(only(info, 'SignatureMethod'))))
    throw new SsoRefusal('The signature algorithm isn’t supported. Use RSA with SHA-256 or SHA-512.')
  if (!DIGESTS.has(algorithmOf(only(reference, 'DigestMethod'))))
    throw new SsoRefusal('The digest algorithm isn’t supported. Use SHA-256 or SHA-512.')
  const transforms = allOf(only(reference, 'Transforms')).filter(({ name }) => name === 'Transform')
  if (transforms.length > 2 || !transforms.every((each) => TRANSFORMS.has(algorithmOf(each))))
    throw new SsoRefusal('A transform of a signature isn’t supported')
}

function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...more] = childrenOf(parent, DSIG, name)
  if (found === undefined || more.length > 0) throw new SsoRefusal(`A signature must have one ${name}`)
  return found
}

function algorithmOf(element: XmlElement): string {
  return attributeOf(element, 'Algorithm') ?? ''
}
