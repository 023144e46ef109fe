import type { SamlSettings } from '@caseloom/contract/identity/sso'
import { fail } from '../../../platform/errors.ts'
import { readCertificate } from './certificates.ts'
import { allOf, attributeOf, childrenOf, type XmlElement } from './xml-tree.rules.ts'
import { METADATA_LIMITS, readXml, XmlError } from './xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

type Read = Pick<SamlSettings, 'idpEntityId' | 'idpSsoUrl' | 'idpCertificates'>

/**
 * Reads a provider's metadata document: an entity, or a list with one identity provider in it.
 * @throws request.invalid that says what is missing
 */
export async function readSamlMetadata(xml: string, now: Date): Promise<Read> {
  const root = await readXml(xml, METADATA_LIMITS).catch((error: unknown) => {
    throw error instanceof XmlError ? invalid('not_readable', error.message) : error
  })
  const { entity, role } = onlyProvider(root)
  const idpEntityId = attributeOf(entity, 'entityID')
  if (idpEntityId === null) throw invalid('no_entity_id', 'The provider has no entityID')
  const service = childrenOf(role, METADATA, 'SingleSignOnService').find(
    (each) => attributeOf(each, 'Binding') === REDIRECT,
  )
  const idpSsoUrl = service === undefined ? null : attributeOf(service, 'Location')
  if (idpSsoUrl === null || !/^https?:$/.test(URL.parse(idpSsoUrl)?.protocol ?? ''))
    throw invalid('no_sign_in_address', 'The provider has no URL for the HTTP-Redirect binding')
  return { idpEntityId, idpSsoUrl, idpCertificates: signingCertificates(role, now) }
}

function onlyProvider(root: XmlElement): { entity: XmlElement; role: XmlElement } {
  const found = allOf(root).flatMap((entity) => {
    if (entity.namespace !== METADATA || entity.name !== 'EntityDescriptor') return []
    const role = childrenOf(entity, METADATA, 'IDPSSODescriptor').find((each) =>
      (attributeOf(each, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL),
    )
    return role === undefined ? [] : [{ entity, role }]
  })
  if (found[0] === undefined)
    throw invalid('no_provider', 'The document doesn’t describe a SAML 2.0 identity provider')
  if (found.length > 1)
    throw invalid(
      'many_providers',
      `The document describes ${found.length} identity providers; provide exactly one`,
    )
  return found[0]
}

function signingCertificates(role: XmlElement, now: Date): string[] {
  const descriptors = childrenOf(role, METADATA, 'KeyDescriptor').filter(
    (each) => (attributeOf(each, 'use') ?? 'signing') === 'signing',
  )
  const texts = descriptors
    .flatMap(allOf)
    .filter(({ namespace, name }) => namespace === DSIG && name === 'X509Certificate')
    .map(({ text }) => text)
  const read = texts.map((text) => readCertificate(text, now))
  const good = new Set(read.flatMap((each) => ('pem' in each ? [each.pem] : [])))
  const bad = read.find((each) => 'code' in each)
  if (good.size === 0)
    throw invalid('no_certificate', bad?.message ?? 'The provider has no signing certificate')
  return [...good].slice(0, 10)
}

function invalid(code: string, message: string) {
  return fail('request.invalid', { issues: [{ path: ['body', 'xml'], code, message }] })
}
