import { z } from 'zod'
import { AssetKey, AuthKind } from './assets.ts'
import { Label } from '../field-types/common-settings.ts'
import { ConnectorId, Instant } from '../kernel/ids.ts'
import { JsonObject } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'

/** Where a connector comes from: with the product, from an OpenAPI document, from an MCP server. */
export const ConnectorOrigin = z.enum(['ready', 'openapi', 'mcp'])
export type ConnectorOrigin = z.infer<typeof ConnectorOrigin>

export const ConnectorKey = z.string().regex(/^[a-z][a-z0-9_]{1,62}$/)

/** Icons that the web app draws for connectors (Tabler's names, `mail` for IconMail); it shows a plug for any other one. */
export const CONNECTOR_ICONS = [
  'api',
  'bell-ringing',
  'brand-cloudflare',
  'brand-github',
  'brand-gitlab',
  'brand-slack',
  'brand-teams',
  'brand-windows',
  'bug',
  'database-search',
  'device-desktop-analytics',
  'file-search',
  'id',
  'mail',
  'message',
  'radar',
  'robot',
  'share',
  'shield-exclamation',
  'shield-search',
  'ticket',
  'user-shield',
  'virus',
  'world',
  'world-search',
] as const
export type ConnectorIcon = (typeof CONNECTOR_ICONS)[number]

export const ConnectorSummary = z.object({
  /** Null for what comes with the product. */
  id: ConnectorId.nullable(),
  key: z.string(),
  title: Label,
  description: z.string(),
  vendor: z.string(),
  categories: z.array(z.string()),
  /** One of CONNECTOR_ICONS; connectors of other origins may name any. */
  icon: z.string(),
  version: z.string(),
  origin: ConnectorOrigin,
  auth: z.array(AuthKind),
  /** Actions that steps may use. */
  actions: z.number().int(),
  /** Assets of it that the person may see. */
  assets: z.number().int(),
})
export type ConnectorSummary = z.infer<typeof ConnectorSummary>

export const ConnectorAction = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Method and path, for those who know the interface. */
  request: z.string().nullable(),
  enabled: z.boolean(),
  deprecated: z.boolean(),
})
export type ConnectorAction = z.infer<typeof ConnectorAction>

/** One way to prove who one is, as the form of an asset needs to know it. */
export const ConnectorAuth = z.object({
  kind: AuthKind,
  hint: z.string().nullable(),
  /** Of OAuth 2.0: given by the connector; null = the asset must name them. */
  tokenUrl: z.string().nullable(),
  authorizeUrl: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Of an API key: given by the connector; null = the asset must name them. */
  keyIn: z.enum(['header', 'query']).nullable(),
  keyName: z.string().nullable(),
})
export type ConnectorAuth = z.infer<typeof ConnectorAuth>

export const ConnectorView = ConnectorSummary.extend({
  docs: z.string().nullable(),
  /** JSON Schema of an asset's open settings. */
  settings: JsonObject,
  authKinds: z.array(ConnectorAuth),
  operations: z.array(ConnectorAction),
  /** Where it was read from; null for files and for what comes with the product. */
  source: z.string().nullable(),
  /** The asset by which an MCP server is asked. */
  asset: AssetKey.nullable(),
  /** Parts of the document that could not be imported. */
  warnings: z.array(z.string()),
  revision: z.number().int(),
  updatedAt: Instant.nullable(),
  can: z.object({ manage: z.boolean() }),
})
export type ConnectorView = z.infer<typeof ConnectorView>

const base = '/api/tenant/:tenantId/orchestration/api/connectors' as const
const fails = ['connector.unreadable', 'name.taken'] as const
export const listConnectors = route({
  method: 'GET',
  path: base,
  summary: 'Lists built-in connectors and connectors of the tenant',
  needs: 'asset:use',
  reply: z.object({ items: z.array(ConnectorSummary) }),
})
export const getConnector = route({
  method: 'GET',
  path: `${base}/:connectorKey`,
  summary: 'Gets a connector with its actions and the asset settings it requires',
  needs: 'asset:use',
  reply: ConnectorView,
  on404: 'here',
})
export const importConnector = route({
  method: 'POST',
  path: `${base}/import`,
  summary: 'Creates a connector from an OpenAPI document (Swagger 2.0, OpenAPI 3.0 and 3.1; JSON or YAML)',
  needs: 'asset:manage',
  query: z.object({ key: ConnectorKey, title: Label.optional() }),
  bodyKind: 'raw',
  bodyLimit: 50 * 1024 * 1024,
  reply: ConnectorView,
  status: 201,
  fails,
})
export const importConnectorFromUrl = route({
  method: 'POST',
  path: `${base}/import-url`,
  summary: 'Creates a connector from an OpenAPI document at a URL',
  needs: 'asset:manage',
  body: z.strictObject({ key: ConnectorKey, title: Label.optional(), url: z.url().max(2_000) }),
  reply: ConnectorView,
  status: 201,
  fails,
})
export const addMcpConnector = route({
  method: 'POST',
  path: `${base}/mcp`,
  summary: 'Creates a connector from the tools of an MCP server',
  needs: 'asset:manage',
  body: z.strictObject({
    key: ConnectorKey,
    title: Label,
    url: z.url().max(2_000),
    /** Whose credentials list the tools; steps name assets of their own. */
    asset: AssetKey.nullable().default(null),
  }),
  reply: ConnectorView,
  status: 201,
  fails,
})
export const updateConnector = route({
  method: 'PUT',
  path: `${base}/:connectorId`,
  summary: 'Renames a connector of the tenant and selects which of its actions steps can use',
  needs: 'asset:manage',
  body: z.strictObject({
    title: Label,
    description: z.string().max(2_000).default(''),
    enabled: z.array(z.string().max(200)).max(5_000),
    revision: z.number().int(),
  }),
  reply: ConnectorView,
  fails: ['resource.version_conflict', 'connector.in_use'],
  on404: 'here',
})
export const refreshConnector = route({
  method: 'POST',
  path: `${base}/:connectorId/refresh`,
  summary: 'Refreshes a connector from its source',
  needs: 'asset:manage',
  reply: ConnectorView,
  fails: ['connector.unreadable', 'connector.in_use'],
  on404: 'here',
})
export const deleteConnector = route({
  method: 'DELETE',
  path: `${base}/:connectorId`,
  summary: 'Deletes an unused connector of the tenant',
  needs: 'asset:manage',
  fails: ['connector.in_use'],
  on404: 'here',
})
