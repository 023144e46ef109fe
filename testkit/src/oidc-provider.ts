import { generateKeyPairSync, sign } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'

export const OIDC_CLIENT = { id: 'caseloom', secret: 'a secret of the provider and us, 0123456789' }

/** Who signs in at the provider. */
export interface OidcPerson {
  sub: string
  claims: Record<string, unknown>
}

/** A whole OpenID provider on loopback that signs everyone in as the current person. */
export interface OidcProvider {
  issuer: string
  person: OidcPerson
  /** Goes to the provider as a browser would, through its pages, and answers where it leads back to. */
  visit(location: string): Promise<string>
  close(): Promise<void>
}

/** Starts it; `redirectUrl` is where it may lead back to. */
export async function startOidcProvider(redirectUrl: string): Promise<OidcProvider> {
  const listening = await listen()
  const made: OidcProvider = {
    issuer: listening.address,
    person: { sub: 'nobody', claims: {} },
    visit: (location) => follow(location, redirectUrl),
    close: listening.close,
  }
  const provider = new Provider(made.issuer, configuration(made, redirectUrl))
  const serve = provider.callback()
  listening.server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true)
      void provider.interactionFinished(request, response, { login: { accountId: made.person.sub } })
    else void serve(request, response)
  })
  return made
}

function configuration(made: OidcProvider, redirectUrl: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'real' }
  return {
    clients: [
      { client_id: OIDC_CLIENT.id, client_secret: OIDC_CLIENT.secret, redirect_uris: [redirectUrl] },
      { client_id: 'another', client_secret: 'another secret of some length', redirect_uris: [redirectUrl] },
    ],
    // The library's own type asks for more members than a signing key has.
    jwks: { keys: [key] } as never,
    cookies: { keys: ['one', 'two'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx: KoaContextWithOIDC, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: KoaContextWithOIDC, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...made.person.claims }),
    }),
    async loadExistingGrant(ctx: KoaContextWithOIDC) {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

async function follow(location: string, redirectUrl: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = location
  for (let count = 0; count < 10; count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = reply.headers.get('location')
    if (next === null) throw new Error(`The provider stopped: ${reply.status} ${await reply.text()}`)
    url = new URL(next, url).href
    if (url.startsWith(redirectUrl)) return url
  }
  throw new Error('The provider leads in circles')
}

async function listen() {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { server, address: `http://127.0.0.1:${port}`, close }
}

/** What a lying provider puts into its id tokens and documents. */
export interface Lies {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signs with a key that its key set does not hold. */
  strangeKey?: boolean
  unsigned?: boolean
  discovery?: Record<string, unknown>
  /** Instead of tokens. */
  tokenAnswer?: { status: number; headers?: Record<string, string>; body: string }
}

/** A provider that answers every code with a token of the test's making. */
export interface LyingProvider {
  issuer: string
  lies: Lies
  /** The last call of its token endpoint. */
  redeemed: URLSearchParams | null
  close(): Promise<void>
}

/** Starts it; without lies its tokens are valid. The test passes the nonce of our request. */
export async function startLyingProvider(): Promise<LyingProvider> {
  const { server, address, close } = await listen()
  const keys = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const made: LyingProvider = { issuer: address, lies: {}, redeemed: null, close }
  const idToken = () => {
    const { claims, header, strangeKey, unsigned } = made.lies
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const body = { iss: address, aud: OIDC_CLIENT.id, sub: 'liar', iat: now, exp: now + 300, ...claims }
    const signed = `${part({ alg: 'RS256', kid: 'k', ...header })}.${part(body)}`
    const key = keys[strangeKey === true ? 1 : 0]?.privateKey
    if (key === undefined) throw new Error('There are two keys')
    return `${signed}.${unsigned === true ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  }
  const documents: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: address,
      authorization_endpoint: `${address}/auth`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...made.lies.discovery,
    }),
    '/jwks': () => ({
      keys: [{ ...keys[0]?.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }],
    }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken() }),
  }
  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const { tokenAnswer } = made.lies
      if (path === '/token') made.redeemed = new URLSearchParams(Buffer.concat(chunks).toString())
      const document = documents[path]
      if (path === '/token' && tokenAnswer !== undefined)
        response.writeHead(tokenAnswer.status, tokenAnswer.headers).end(tokenAnswer.body)
      else if (document === undefined) response.writeHead(404).end()
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(document()))
    })
  })
  return made
}
