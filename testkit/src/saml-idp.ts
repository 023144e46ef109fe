import http from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error -- samlp brings no types
import untyped from 'samlp'
import { aCertificate, type KeyWithCertificate } from './certificate.ts'

interface ParsedRequest {
  issuer?: string
  id?: string
  assertionConsumerServiceURL?: string
  destination?: string
  forceAuthn?: string
}
interface ResponseOptions {
  issuer: string
  cert: string
  key: string
  audience: string
  destination: string
  recipient: string
  inResponseTo: string
  signatureAlgorithm: string
  digestAlgorithm: string
  lifetimeInSeconds?: number
  signResponse?: boolean
  signAssertion?: boolean
  samlStatusCode?: string
  profileMapper: (user: unknown) => {
    getClaims(): Record<string, unknown>
    getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string }
  }
}
type Done<T> = (error: Error | null, value?: T) => void
/** What we use of it. */
interface Samlp {
  parseRequest(request: { query: Record<string, string> }, done: Done<ParsedRequest>): void
  getSamlResponse(options: ResponseOptions, user: object, done: Done<string>): void
}
// Its README says so.
const samlp = untyped as Samlp

/** Who signs in at the provider. */
export interface SamlPerson {
  nameId: string
  nameIdFormat?: string
  attributes: Record<string, string | string[]>
}

/** What differs from an honest answer, for those who lie. */
export type Twist = Partial<ResponseOptions>

/** A SAML identity provider on loopback that signs everyone in as the current person. */
export interface SamlIdp {
  entityId: string
  ssoUrl: string
  keys: KeyWithCertificate
  metadata: string
  person: SamlPerson
  twist: Twist
  /** The last request that it was sent, as it read it. */
  asked: ParsedRequest | null
  /** Goes to the provider as a browser would; answers what its page has the browser post, and where to. */
  visit(location: string): Promise<Posted>
  close(): Promise<void>
}
export interface Posted {
  action: string
  SAMLResponse: string
  RelayState: string
}

/** Starts it: samlp reads the requests and makes the answers, over real HTTP. */
export async function startSamlIdp(): Promise<SamlIdp> {
  const keys = aCertificate()
  const server = http.createServer((request, response) => {
    answer(idp, new URL(request.url ?? '/', idp.ssoUrl))
      .then((page) => response.setHeader('content-type', 'text/html').end(page))
      .catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo
  const entityId = `http://127.0.0.1:${port}/metadata`
  const ssoUrl = `http://127.0.0.1:${port}/sso?tenant=1`
  const idp: SamlIdp = {
    entityId,
    ssoUrl,
    keys,
    metadata: metadataOf({ entityId, ssoUrl, keys }),
    person: { nameId: 'nobody@example.test', attributes: {} },
    twist: {},
    asked: null,
    async visit(location) {
      const reply = await fetch(location)
      const page = await reply.text()
      if (!reply.ok) throw new Error(`The provider refused: ${page}`)
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
      const action = /action="([^"]*)"/.exec(page)?.[1] ?? ''
      return { action, SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return idp
}

async function answer(idp: SamlIdp, url: URL): Promise<string> {
  const query = Object.fromEntries(url.searchParams)
  const asked = await new Promise<ParsedRequest>((resolve, reject) => {
    samlp.parseRequest({ query }, (error, data) =>
      error === null || error === undefined ? resolve(data ?? {}) : reject(error),
    )
  })
  idp.asked = asked
  const action = asked.assertionConsumerServiceURL ?? ''
  const xml = await samlResponse(idp, { action, audience: asked.issuer ?? '', inResponseTo: asked.id ?? '' })
  const token = Buffer.from(xml).toString('base64')
  return `<form method="post" action="${action}"><input name="SAMLResponse" value="${token}"><input name="RelayState" value="${query['RelayState'] ?? ''}"></form>`
}

/** The provider's answer to a request, as XML. */
export function samlResponse(
  idp: Pick<SamlIdp, 'entityId' | 'keys' | 'person' | 'twist'>,
  to: { action: string; audience: string; inResponseTo: string },
): Promise<string> {
  const { person, keys, twist } = idp
  const options: ResponseOptions = {
    issuer: idp.entityId,
    cert: keys.certificatePem,
    key: keys.keyPem,
    audience: to.audience,
    destination: to.action,
    recipient: to.action,
    inResponseTo: to.inResponseTo,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    lifetimeInSeconds: 300,
    profileMapper: () => ({
      getClaims: () => person.attributes,
      getNameIdentifier: () => ({
        nameIdentifier: person.nameId,
        ...(person.nameIdFormat === undefined ? {} : { nameIdentifierFormat: person.nameIdFormat }),
      }),
    }),
    ...twist,
  }
  return new Promise((resolve, reject) => {
    samlp.getSamlResponse(options, person, (error, response) =>
      response === undefined ? reject(error) : resolve(response),
    )
  })
}

function metadataOf({ entityId, ssoUrl, keys }: Pick<SamlIdp, 'entityId' | 'ssoUrl' | 'keys'>): string {
  const certificate = keys.certificatePem.replace(/-----[A-Z ]+-----|\s/g, '')
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-'
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <!-- as providers write it -->
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="${binding}POST" Location="${ssoUrl}&amp;post=1"/>
    <SingleSignOnService Binding="${binding}Redirect" Location="${ssoUrl.replaceAll('&', '&amp;')}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
}
