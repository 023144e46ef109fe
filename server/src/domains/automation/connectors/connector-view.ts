import type { Manifest, ManifestAuth } from '@caseloom/connectors/kit/manifest'
import type { AuthKind } from '@caseloom/contract/automation/assets'
import type { ConnectorAuth, ConnectorSummary, ConnectorView } from '@caseloom/contract/automation/connectors'
import { ConnectorId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allAssets } from '../assets/asset.store.ts'
import { maySeeAsset } from '../assets/asset-rights.rules.ts'
import { actionsOf, allConnectors, connectorByKey, type ConnectorRow } from '../registry/connector.store.ts'
import { HTTP, type ResolvedConnector, MAIL } from '../registry/resolve-connector.ts'
import type { ConnectorRegistry } from '../registry/registry.ts'

const EMPTY_AUTH = { hint: null, tokenUrl: null, authorizeUrl: null, scopes: [], keyIn: null, keyName: null }

/** All connectors that a tenant may use, built-in kinds of assets first. */
export async function listConnectors(
  tx: TenantTx,
  registry: ConnectorRegistry,
  actor: Actor,
): Promise<ConnectorSummary[]> {
  const assets = await assetCounts(tx, actor)
  const own = (await allConnectors(tx)).map((row) => rowSummary(row, row.enabled, assets.get(row.key) ?? 0))
  const ready = [...registry.ready.values()].map((one) => readySummary(one, assets.get(one.key) ?? 0))
  const builtIn = [HTTP, MAIL].map((one) => builtInSummary(one, assets.get(one.key) ?? 0))
  return [...builtIn, ...[...ready, ...own].toSorted((a, b) => a.title.localeCompare(b.title, 'en'))]
}

/** One connector by its key. Throws resource.not_found. */
export function getConnector(
  registry: ConnectorRegistry,
  scope: TenantScope,
  actor: Actor,
  key: string,
): Promise<ConnectorView> {
  return scope.read(async (tx) => {
    const ready = await readyView(tx, registry, { key, actor })
    if (ready !== null) return ready
    const row = await connectorByKey(tx, key)
    if (row === null) throw fail('resource.not_found')
    return connectorView(tx, row, actor)
  })
}

/** A connector that comes with the product; null when there is none of this key. */
async function readyView(
  tx: TenantTx,
  registry: ConnectorRegistry,
  { key, actor }: { key: string; actor: Actor },
): Promise<ConnectorView | null> {
  const known = registry.builtIn(key)
  if (known === null) return null
  const manifest = registry.ready.get(key)
  const assets = (await assetCounts(tx, actor)).get(key) ?? 0
  return {
    ...(manifest === undefined ? builtInSummary(known, assets) : readySummary(manifest, assets)),
    docs: manifest?.docs ?? null,
    settings: known.settings,
    authKinds: authKinds(known),
    operations: (manifest?.actions ?? []).map(({ name, title, description, request }) => {
      return {
        name,
        title,
        description,
        request: `${request.method} ${request.path}`,
        enabled: true,
        deprecated: false,
      }
    }),
    source: null,
    asset: null,
    warnings: [],
    revision: 0,
    updatedAt: null,
    can: { manage: false },
  }
}

/** A connector of the tenant with all its actions, switched on or not. */
export async function connectorView(tx: TenantTx, row: ConnectorRow, actor: Actor): Promise<ConnectorView> {
  const operations = await actionsOf(tx, row.id)
  const enabled = operations.filter((one) => one.enabled).length
  const { about } = row
  return {
    ...rowSummary(row, enabled, (await assetCounts(tx, actor)).get(row.key) ?? 0),
    docs: about.docs,
    settings: about.settings,
    authKinds: authKinds(about),
    operations,
    source: row.source,
    asset: row.asset,
    warnings: row.warnings,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    can: { manage: may(actor, 'asset:manage') },
  }
}

async function assetCounts(tx: TenantTx, actor: Actor): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { connector, sharing } of await allAssets(tx))
    if (maySeeAsset(actor, sharing)) counts.set(connector, (counts.get(connector) ?? 0) + 1)
  return counts
}

function builtInSummary(known: ResolvedConnector, assets: number): ConnectorSummary {
  const isMail = known.key === MAIL.key
  return {
    id: null,
    key: known.key,
    title: known.title,
    description: isMail
      ? 'A mail server that sends emails of playbooks and reads a mailbox.'
      : 'Any HTTP address: credentials for the action "HTTP request".',
    vendor: 'Caseloom',
    categories: ['basics'],
    icon: isMail ? 'mail' : 'world',
    version: '1.0.0',
    origin: 'ready',
    auth: kindsOf(known),
    actions: isMail ? 1 : 2,
    assets,
  }
}

function readySummary(manifest: Manifest, assets: number): ConnectorSummary {
  const { key, title, description, vendor, categories, icon, version, auth, actions } = manifest
  const kinds = auth.map(({ kind }) => kind)
  const count = actions.length
  return {
    id: null,
    key,
    title,
    description,
    vendor,
    categories,
    icon,
    version,
    origin: 'ready',
    auth: kinds,
    actions: count,
    assets,
  }
}

function rowSummary(row: ConnectorRow, actions: number, assets: number): ConnectorSummary {
  const { id, key, title, description, origin, about } = row
  const { vendor, version } = about
  const categories = [origin === 'mcp' ? 'MCP' : 'imported']
  const icon = origin === 'mcp' ? 'robot' : 'api'
  const place = { id: ConnectorId.parse(id), key, title, origin }
  return { ...place, description, vendor, categories, icon, version, auth: kindsOf(about), actions, assets }
}

type Proofs = Pick<ResolvedConnector, 'auth' | 'openAuth'>

function kindsOf({ auth, openAuth }: Proofs): AuthKind[] {
  return [...new Set([...auth.map(({ kind }) => kind), ...openAuth])]
}

function authKinds(proofs: Proofs): ConnectorAuth[] {
  const given = proofs.auth.map(authView)
  const named = new Set<AuthKind>(given.map(({ kind }) => kind))
  return [
    ...given,
    ...proofs.openAuth.filter((kind) => !named.has(kind)).map((kind) => ({ ...EMPTY_AUTH, kind })),
  ]
}

function authView(auth: ManifestAuth): ConnectorAuth {
  const hint = ('hint' in auth ? auth.hint : null) ?? null
  const plain = { ...EMPTY_AUTH, kind: auth.kind, hint }
  if (auth.kind === 'apiKey') return { ...plain, keyIn: auth.in, keyName: auth.name }
  if (auth.kind === 'oauth2ClientCredentials')
    return { ...plain, tokenUrl: auth.tokenUrl, scopes: auth.scopes }
  if (auth.kind !== 'oauth2AuthorizationCode') return plain
  return { ...plain, tokenUrl: auth.tokenUrl, authorizeUrl: auth.authorizeUrl, scopes: auth.scopes }
}
