import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { ManifestAuth } from './manifest.ts'
import { asText } from './template.ts'

/** Secret parts by name, as a person writes them. */
export type SecretParts = Readonly<Record<string, string>>

/** Names of the secret parts that a way to prove who one is takes; those of `optional` may be absent. */
export function secretNames(kind: ManifestAuth['kind']): { needed: string[]; optional: string[] } {
  switch (kind) {
    case 'none':
      return { needed: [], optional: [] }
    case 'basic':
    case 'mail':
      return { needed: ['password'], optional: [] }
    case 'bearer':
      return { needed: ['token'], optional: [] }
    case 'apiKey':
      return { needed: ['key'], optional: [] }
    case 'oauth2ClientCredentials':
      return { needed: ['clientSecret'], optional: [] }
    case 'oauth2AuthorizationCode':
      // A public client proves itself by PKCE alone.
      return { needed: [], optional: ['clientSecret'] }
    default:
      return kind satisfies never
  }
}

/** What goes into each request; for OAuth 2.0 `token` is the access token. */
export function authParts(
  auth: ManifestAuth,
  settings: JsonObject,
  secrets: SecretParts,
): { headers: Record<string, string>; query: Record<string, string>; made: string[] } {
  switch (auth.kind) {
    case 'none':
    case 'mail':
      return { headers: {}, query: {}, made: [] }
    case 'basic': {
      const pair = `${asText(settings['username'])}:${secrets['password'] ?? ''}`
      const base64 = Buffer.from(pair).toString('base64')
      return { headers: { authorization: `Basic ${base64}` }, query: {}, made: [base64, pair] }
    }
    case 'bearer':
      return inHeader('authorization', `${auth.prefix} ${secrets['token'] ?? ''}`.trim())
    case 'apiKey': {
      // `Token token=` of PagerDuty continues without a space.
      const space = auth.prefix.endsWith('=') ? '' : ' '
      const key = `${auth.prefix}${space}${secrets['key'] ?? ''}`.trim()
      if (auth.in === 'header') return inHeader(auth.name.toLowerCase(), key)
      return { headers: {}, query: { [auth.name]: key }, made: [] }
    }
    case 'oauth2ClientCredentials':
    case 'oauth2AuthorizationCode':
      return inHeader('authorization', `Bearer ${secrets['token'] ?? ''}`)
    default:
      return auth satisfies never
  }
}

function inHeader(name: string, value: string) {
  return { headers: { [name]: value }, query: {}, made: [] }
}
