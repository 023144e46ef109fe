import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { OidcSettings } from '@caseloom/contract/identity/sso'
import { fail } from '../../../platform/errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { SKEW_MS } from './saml-assertion.rules.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000
/** Discovery documents and keys are asked for again after so long, or when the settings change. */
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 1000

export interface OidcClient {
  settings: OidcSettings
  secret: string | null
}

/** Providers as their discovery documents describe them. */
export interface OidcClients {
  /**
   * The account's provider; `revision` distinguishes its settings from earlier ones. Throws
   * signin.provider_unreachable.
   */
  of(account: { id: string; revision: number }, client: OidcClient): Promise<Configuration>
  /** Endpoints of an issuer, without keeping them. Throws signin.provider_unreachable. */
  check(issuer: string): Promise<{ authorizationEndpoint: string; tokenEndpoint: string }>
}

/** Reads and keeps them, through the guarded transport: private addresses need CASELOOM_OUTBOUND_ALLOW. */
export function createOidcClients(outbound: Outbound): OidcClients {
  const fetcher = outboundFetch(outbound)
  const cached = new LRUCache<string, Promise<Configuration>>({ max: MAX_CACHED, ttl: CACHE_MS })
  return {
    async of({ id, revision }, client) {
      const key = `${id}/${revision}`
      const known = cached.get(key)
      if (known !== undefined) return known
      const configuration = configure(fetcher, client)
      cached.set(key, configuration)
      // The caller gets the error; only the memory of it is dropped.
      configuration.catch(() => cached.delete(key))
      return configuration
    },
    async check(issuer) {
      const server = (await discovered(fetcher, issuer)).serverMetadata()
      return {
        authorizationEndpoint: server.authorization_endpoint ?? '',
        tokenEndpoint: server.token_endpoint ?? '',
      }
    },
  }
}

async function configure(fetcher: CustomFetch, { settings, secret }: OidcClient): Promise<Configuration> {
  const server = (await discovered(fetcher, settings.issuer)).serverMetadata()
  const metadata = { [clockTolerance]: SKEW_MS / 1000 }
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const confidential = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const auth = secret === null ? None() : confidential(secret)
  const configuration = new Configuration(server, settings.clientId, metadata, auth)
  configuration[customFetch] = fetcher
  configuration.timeout = TIMEOUT_MS / 1000
  // Beside the secure connection that the token came by, its signature counts too.
  enableNonRepudiationChecks(configuration)
  if (isPlain(settings.issuer)) allowInsecureRequests(configuration)
  return configuration
}

async function discovered(fetcher: CustomFetch, issuer: string): Promise<Configuration> {
  try {
    const found = await discovery(new URL(issuer), 'unused', undefined, None(), {
      [customFetch]: fetcher,
      timeout: TIMEOUT_MS / 1000,
      execute: isPlain(issuer) ? [allowInsecureRequests] : [],
    })
    const { authorization_endpoint, token_endpoint, jwks_uri } = found.serverMetadata()
    for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
      const protocol = URL.parse(endpoint ?? '')?.protocol
      if (protocol !== 'https:' && !(protocol === 'http:' && isPlain(issuer)))
        throw new Error('The discovery document has no usable endpoints')
    }
    return found
  } catch (error) {
    throw unreachable(error)
  }
}

/** The failure of a provider that could not be asked, in words for administrators. */
export function unreachable(error: unknown) {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const detail = root instanceof Error ? root.message.slice(0, 300) : 'Couldn’t reach the provider'
  return fail('signin.provider_unreachable', { detail, cause: error })
}

/** Only a provider on this very machine may be spoken to without TLS: the settings let no other be saved. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:')
}

export class UnreachableError extends Error {}

/** The library's requests by our transport. A redirect is an answer: the client's secret goes to no other server. */
function outboundFetch(outbound: Outbound): CustomFetch {
  return async (url, options) => {
    const body = options.body instanceof URLSearchParams ? options.body.toString() : options.body
    if (body !== null && body !== undefined && typeof body !== 'string')
      throw new Error('This type of request body isn’t supported')
    const answer = await outbound.request({
      url,
      method: options.method,
      headers: Object.fromEntries(new Headers(options.headers)),
      ...(typeof body === 'string' ? { body } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      keepRedirects: true,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    if (!answer.ok) throw new UnreachableError(answer.error.message)
    // Framing and packing belong to the transport, which has undone them.
    const headers = Object.entries(answer.headers).filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name),
    )
    const empty = [204, 205, 304].includes(answer.status)
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers })
  }
}
