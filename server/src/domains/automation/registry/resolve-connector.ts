import { type ManifestAuth, ManifestRequest } from '@caseloom/connectors/kit/manifest'
import { baseOf } from '@caseloom/connectors/kit/request-of'
import type { AuthKind } from '@caseloom/contract/automation/assets'
import type { ConnectorOrigin } from '@caseloom/contract/automation/connectors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'

/** What an asset must know of its connector, wherever that comes from. */
export interface ResolvedConnector {
  key: string
  title: string
  origin: ConnectorOrigin
  /** JSON Schema of the open settings. */
  settings: JsonObject
  /** Base address; may hold `{settings.name}`. Null: it is asked for nothing over HTTP. */
  base: string | null
  auth: readonly ManifestAuth[]
  /** Kinds whose places the asset itself names in its settings. */
  openAuth: readonly AuthKind[]
  headers: Readonly<Record<string, string>>
  test: z.infer<typeof ManifestRequest> | null
}

const BASE_URL: JsonObject = {
  type: 'string',
  title: 'Base address',
  description: 'Requests with this asset are only sent to this address.',
  format: 'uri',
  pattern: '^https?://',
}

/** For `http.request` and others that name whole addresses. */
export const HTTP: ResolvedConnector = {
  key: 'http',
  title: 'HTTP',
  origin: 'ready',
  settings: { type: 'object', properties: { baseUrl: BASE_URL }, required: ['baseUrl'] },
  base: '{settings.baseUrl}',
  auth: [],
  openAuth: ['none', 'basic', 'bearer', 'apiKey', 'oauth2ClientCredentials', 'oauth2AuthorizationCode'],
  headers: {},
  test: null,
}

const SECURITY: JsonObject = { type: 'string', enum: ['tls', 'starttls', 'none'], default: 'tls' }
const PORT: JsonObject = { type: 'integer', minimum: 1, maximum: 65_535 }

/** For `mail.send` and for mailboxes that start playbooks. */
export const MAIL: ResolvedConnector = {
  key: 'mail',
  title: 'Mail server',
  origin: 'ready',
  settings: {
    type: 'object',
    properties: {
      from: { type: 'string', title: 'Sender address', format: 'email' },
      smtpHost: { type: 'string', title: 'SMTP host' },
      smtpPort: { ...PORT, title: 'SMTP port', default: 465 },
      smtpSecurity: { ...SECURITY, title: 'SMTP security' },
      imapHost: { type: 'string', title: 'IMAP host', description: 'For mailboxes that start playbooks.' },
      imapPort: { ...PORT, title: 'IMAP port', default: 993 },
      imapSecurity: { ...SECURITY, title: 'IMAP security' },
    },
  },
  base: null,
  auth: [{ kind: 'mail' }],
  openAuth: [],
  headers: {},
  test: null,
}

/** Settings that say where credentials go; they stand beside the connector's own. */
export const AuthSettings = z.object({
  username: z.string().max(500).optional(),
  clientId: z.string().max(500).optional(),
  tokenUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  authorizeUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  scopes: z.string().max(2_000).optional(),
  keyIn: z.enum(['header', 'query']).optional(),
  keyName: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .optional(),
})
export type AuthSettings = z.infer<typeof AuthSettings>
export const AUTH_SETTINGS = Object.keys(AuthSettings.shape)

/** How an asset with these settings proves who it is; null when the connector knows no such way. */
export function authOf(known: ResolvedConnector, kind: AuthKind, settings: JsonObject): ManifestAuth | null {
  const given = known.auth.find((auth) => auth.kind === kind)
  if (given !== undefined) return given
  if (!known.openAuth.includes(kind)) return null
  const { tokenUrl = '', authorizeUrl = '', scopes = '', keyIn = 'header', keyName } = readAuth(settings)
  const names = scopes.split(/[\s,]+/).filter((scope) => scope !== '')
  switch (kind) {
    case 'none':
    case 'basic':
    case 'mail':
      return { kind }
    case 'bearer':
      return { kind, prefix: 'Bearer' }
    case 'apiKey':
      return { kind, in: keyIn, name: keyName ?? 'X-Api-Key', prefix: '' }
    case 'oauth2ClientCredentials':
      return { kind, tokenUrl, scopes: names }
    case 'oauth2AuthorizationCode':
      return { kind, tokenUrl, authorizeUrl, scopes: names, parameters: {} }
    default:
      return kind satisfies never
  }
}

export function readAuth(settings: JsonObject): AuthSettings {
  return AuthSettings.safeParse(settings).data ?? {}
}

/** The address of all requests of an asset; null when its settings make none. */
export function baseAddress(known: ResolvedConnector, settings: JsonObject): string | null {
  return known.base === null ? null : baseOf(known.base, withDefaults(known, settings))
}

/** Assets that are older than a setting do as if it had its default. */
export function withDefaults(known: ResolvedConnector, settings: JsonObject): JsonObject {
  return { ...defaultsOf(known.settings), ...settings }
}

function defaultsOf({ properties }: JsonObject): JsonObject {
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      return isObject && schema['default'] !== undefined ? [[name, schema['default']]] : []
    }),
  )
}

/** An address of OAuth 2.0 with the asset's settings in it; null when it is none. */
export function endpointOf(template: string, settings: JsonObject): string | null {
  return template === '' ? null : baseOf(template, settings)
}

/** Parses values by a JSON Schema; what the schema's dialect cannot say is let through. */
export function schemaOf(schema: JsonObject): z.ZodType<JsonValue> {
  try {
    // The schema is JSON by its type; zod's own type of it is narrower. What it parses is JSON again.
    return z.fromJSONSchema(schema as never) as z.ZodType<JsonValue>
  } catch {
    // A schema that can’t be checked checks nothing; the remote side does.
    return z.looseObject({}) as z.ZodType<JsonValue>
  }
}
