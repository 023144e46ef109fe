import type { AssetView, AuthKind } from '@caseloom/contract/automation/assets'
import type { ConnectorAuth, ConnectorView } from '@caseloom/contract/automation/connectors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import type { Ceiling } from '@caseloom/contract/values/markings'
import { foldText } from '@caseloom/contract/values/normalize-text'

export interface AssetDraft extends Ceiling {
  name: string
  key: string
  description: string
  auth: AuthKind
  settings: JsonObject
  secrets: Readonly<Record<string, string>>
  sharing: Sharing
}

export type Words = (key: string) => string

export const SECRETS: Readonly<Record<AuthKind, readonly string[]>> = {
  none: [],
  basic: ['password'],
  bearer: ['token'],
  apiKey: ['key'],
  oauth2ClientCredentials: ['clientSecret'],
  oauth2AuthorizationCode: ['clientSecret'],
  mail: ['password'],
}

export function draftOf(connector: ConnectorView, asset: AssetView | undefined): AssetDraft {
  if (asset !== undefined) {
    const { name, key, description, auth, settings, sharing, maxTlp, maxPap } = asset
    return { name, key, description: description ?? '', auth, settings, secrets: {}, sharing, maxTlp, maxPap }
  }
  const settings = defaultsOf(connector.settings)
  const auth = connector.authKinds[0]?.kind ?? 'none'
  return {
    name: connector.title,
    key: keyOf(connector.title),
    description: '',
    auth,
    settings,
    secrets: {},
    sharing: null,
    maxTlp: null,
    maxPap: null,
  }
}

/** Empty secrets keep their current value. */
export function inputOf(draft: AssetDraft, connector: string) {
  const { description, secrets, settings } = draft
  const written = Object.entries(secrets).filter(
    ([name, value]) => value !== '' && SECRETS[draft.auth].includes(name),
  )
  return {
    ...draft,
    connector,
    description: description.trim() === '' ? null : description.trim(),
    settings,
    secrets: Object.fromEntries(written),
  }
}

export function keyOf(name: string): string {
  const plain = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .replace(/-+$/, '')
  return plain.slice(0, 60) || 'asset'
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

export function settingsSchema(connector: ConnectorView, kind: AuthKind, t: Words): JsonObject {
  const { settings } = connector
  const own = settings['properties']
  const given = typeof own === 'object' && own !== null && !Array.isArray(own) ? own : {}
  const auth = connector.authKinds.find((one) => one.kind === kind)
  const more = auth === undefined ? {} : authProperties(auth, t)
  const required = Array.isArray(settings['required']) ? settings['required'] : []
  return {
    type: 'object',
    properties: { ...given, ...more },
    required: [...required, ...requiredOf(kind, more)],
  }
}

function requiredOf(kind: AuthKind, more: JsonObject): string[] {
  const needed = kind === 'mail' ? [] : ['username', 'clientId', 'tokenUrl', 'authorizeUrl', 'keyName']
  return needed.filter((name) => name in more)
}

function authProperties({ kind, tokenUrl, authorizeUrl, keyName }: ConnectorAuth, t: Words): JsonObject {
  const text = (name: string): JsonObject => ({ type: 'string', title: t(`settings.${name}`) })
  const token = tokenUrl === null ? { tokenUrl: text('tokenUrl') } : {}
  const scopes =
    tokenUrl === null ? { scopes: { ...text('scopes'), description: t('settings.scopesText') } } : {}
  switch (kind) {
    case 'basic':
    case 'mail':
      return { username: text('username') }
    case 'apiKey':
      if (keyName !== null) return {}
      return {
        keyIn: { ...text('keyIn'), enum: ['header', 'query'], default: 'header' },
        keyName: text('keyName'),
      }
    case 'oauth2ClientCredentials':
      return { clientId: text('clientId'), ...token, ...scopes }
    case 'oauth2AuthorizationCode': {
      const authorize = authorizeUrl === null ? { authorizeUrl: text('authorizeUrl') } : {}
      return { clientId: text('clientId'), ...authorize, ...token, ...scopes }
    }
    case 'none':
    case 'bearer':
      return {}
    default:
      return kind satisfies never
  }
}

export function labelOf(path: readonly (string | number)[], schema: JsonObject, t: Words): string {
  const name = String(path.at(-1) ?? '')
  if (path.includes('secrets')) return t(`secrets.${name}`)
  if (!path.includes('settings')) return name
  const { properties } = schema
  const own =
    typeof properties === 'object' && properties !== null && !Array.isArray(properties)
      ? properties[name]
      : undefined
  const title = typeof own === 'object' && own !== null && !Array.isArray(own) ? own['title'] : undefined
  return typeof title === 'string' ? title : name
}
