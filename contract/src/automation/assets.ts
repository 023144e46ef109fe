import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { AssetId, Instant } from '../kernel/ids.ts'
import { JsonObject } from '../kernel/json.ts'
import { PlaybookUse } from './playbook-use.ts'
import { route } from '../kernel/route.ts'
import { Tlp } from '../values/case-fields.ts'
import { Pap } from '../values/markings.ts'
import { Sharing } from '../kernel/sharing.ts'

export const AssetKey = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/)

/** How an asset proves who it is. Secret parts are written, never read. */
export const AuthKind = z.enum([
  'none',
  'basic',
  'bearer',
  'apiKey',
  'oauth2ClientCredentials',
  'oauth2AuthorizationCode',
  'mail',
])
export type AuthKind = z.infer<typeof AuthKind>

/** `needsSecret`: the connector now names other endpoints than the secrets were entered for. */
export const AssetState = z.enum(['untested', 'works', 'fails', 'unconnected', 'needsSecret'])
export const AssetView = z.object({
  id: AssetId,
  key: AssetKey,
  name: Label,
  description: z.string().nullable(),
  connector: z.object({ key: z.string(), title: z.string() }),
  auth: AuthKind,
  /** Base address and other open settings. */
  settings: JsonObject,
  /** Names of the secret parts that are set; their values never leave the server. */
  secrets: z.array(z.string()),
  state: AssetState,
  /** Of the last test or use. */
  lastTest: z.object({ at: Instant, ok: z.boolean(), message: z.string() }).nullable(),
  rotatedAt: Instant.nullable(),
  /** Null: all who hold `asset:use`. */
  sharing: Sharing,
  /** The strictest observables that Enrich gives to steps with this asset; null for no limit. */
  maxTlp: Tlp.nullable(),
  maxPap: Pap.nullable(),
  revision: z.number().int(),
  updatedAt: Instant,
  can: z.object({ use: z.boolean(), manage: z.boolean() }),
})
export type AssetView = z.infer<typeof AssetView>

/** What a person writes; a secret that is absent stays, null removes it. */
export const AssetInput = z.strictObject({
  key: AssetKey,
  name: Label,
  description: z.string().max(2_000).nullable().default(null),
  connector: z.string().min(1).max(100),
  auth: AuthKind,
  settings: JsonObject.default({}),
  secrets: z.record(z.string().max(100), z.string().max(100_000).nullable()).default({}),
  sharing: Sharing.default(null),
  /** Absent: no limit for a new asset; unchanged for others. */
  maxTlp: Tlp.nullable().optional(),
  maxPap: Pap.nullable().optional(),
})
export type AssetInput = z.infer<typeof AssetInput>

const base = '/api/tenant/:tenantId/orchestration/api/assets' as const
export const listAssets = route({
  method: 'GET',
  path: base,
  summary: 'Lists the assets the caller has access to',
  needs: 'asset:use',
  reply: z.object({ items: z.array(AssetView) }),
})
export const createAsset = route({
  method: 'POST',
  path: base,
  summary: 'Creates an asset. Its secrets are encrypted immediately.',
  needs: 'asset:manage',
  body: AssetInput,
  reply: AssetView,
  status: 201,
  fails: ['asset.key_taken', 'asset.invalid'],
  on404: 'here',
})
export const getAsset = route({
  method: 'GET',
  path: `${base}/:assetId`,
  summary: 'Gets an asset without its secrets',
  needs: 'asset:use',
  reply: AssetView,
})
export const saveAsset = route({
  method: 'PUT',
  path: `${base}/:assetId`,
  summary: 'Updates an asset. To rotate its secrets, write new ones.',
  needs: 'asset:manage',
  body: AssetInput.extend({ revision: z.number().int() }),
  reply: AssetView,
  fails: ['resource.version_conflict', 'asset.invalid'],
  on404: 'here',
})
export const deleteAsset = route({
  method: 'DELETE',
  path: `${base}/:assetId`,
  summary: 'Deletes an asset that no published playbook uses',
  needs: 'asset:manage',
  fails: ['asset.in_use'],
  on404: 'here',
})
export const testAsset = route({
  method: 'POST',
  path: `${base}/:assetId/test`,
  summary: 'Tests the connection',
  needs: 'asset:manage',
  reply: z.object({ ok: z.boolean(), message: z.string(), tookMs: z.number() }),
  on404: 'here',
})
export const assetUses = route({
  method: 'GET',
  path: `${base}/:assetId/uses`,
  summary: 'Lists the published versions and drafts that use an asset',
  needs: 'asset:use',
  reply: z.object({ items: z.array(PlaybookUse) }),
  on404: 'here',
})
/** Leads the person to the provider; the page that it leads back to ends with finishAssetConnection. */
export const beginAssetConnection = route({
  method: 'POST',
  path: `${base}/:assetId/connect`,
  summary: 'Starts the OAuth 2.0 connection of an asset and returns the provider’s URL with a new state',
  needs: 'asset:manage',
  reply: z.object({ url: z.string() }),
  fails: ['asset.invalid'],
  on404: 'here',
})
export const finishAssetConnection = route({
  method: 'POST',
  path: `${base}/connect`,
  summary:
    'Handles the provider’s response in the session that started the connection. Tokens are encrypted immediately.',
  needs: 'asset:manage',
  body: z.strictObject({ state: z.string().min(20).max(200), code: z.string().min(1).max(4_000) }),
  reply: AssetView,
  fails: ['asset.connect_failed'],
})
