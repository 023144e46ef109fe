import type { ConnectorView } from '@caseloom/contract/automation/connectors'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { endpointsOf, needsSecretAgain } from '../assets/asset-endpoints.rules.ts'
import { allAssets, type AssetRow, bindAsset } from '../assets/asset.store.ts'
import { actionUses } from '../assets/asset-uses.read.ts'
import type { AssetsDeps } from '../assets/assets-deps.ts'
import type { AssetOpener } from '../assets/credentials.ts'
import type { By } from '../assets/save-asset.ts'
import { connectorView } from './connector-view.ts'
import {
  actionsOf,
  connectorById,
  type ConnectorRow,
  deleteConnectorRow,
  enableActions,
  insertConnector,
  replaceActions,
  updateConnectorRow,
} from '../registry/connector.store.ts'
import { knownRow } from '../registry/registry.ts'
import { readTools } from './mcp/read-tools.ts'
import type { ReadDocument } from './openapi/document-to-actions.rules.ts'
import type { OpenApiReader } from './openapi/read-openapi.ts'

export interface SaveConnectorDeps extends AssetsDeps {
  reader: OpenApiReader
  opener: AssetOpener
  /** Notifies the users who manage assets of the tenant; absent where notifications are unavailable. */
  notifyManagers?(scope: TenantScope, note: ManagersNote): Promise<void>
}

export interface ManagersNote {
  title: string
  text: string
  /** Path inside the product. */
  link: string
}

/** A new connector of a tenant: from a file, from an address, or from an MCP server. */
export type NewConnector = { key: string; title: string | undefined } & (
  | { from: 'file'; bytes: Uint8Array }
  | { from: 'url'; url: string }
  | { from: 'mcp'; url: string; asset: string | null }
)

const FETCH_MS = 60_000
const MAX_BYTES = 50 * 1024 * 1024

/** Reads and keeps a connector; throws connector.unreadable with all faults, name.taken. */
export async function addConnector(
  deps: SaveConnectorDeps,
  scope: TenantScope,
  by: By,
  wanted: NewConnector,
): Promise<ConnectorView> {
  allow(by.actor, 'asset:manage')
  const isTaken = deps.registry.builtIn(wanted.key) !== null || isReserved(wanted.key)
  if (isTaken || (await deps.registry.findIn(scope, wanted.key)) !== null) throw keyTaken(wanted.key)
  const origin = wanted.from === 'mcp' ? 'mcp' : 'openapi'
  const source = wanted.from === 'file' ? null : wanted.url
  const asset = wanted.from === 'mcp' ? wanted.asset : null
  const bytes = wanted.from === 'file' ? wanted.bytes : null
  const read = await readSource(deps, scope, {
    actor: by.actor,
    key: wanted.key,
    origin,
    source,
    asset,
    bytes,
  })
  return scope.tx(async (tx) => {
    const row: ConnectorRow = {
      id: newId(),
      key: wanted.key,
      origin,
      title: wanted.title ?? read.title,
      description: read.description,
      source,
      asset,
      about: read.about,
      warnings: read.warnings,
      revision: 1,
      updated_at: tx.now,
    }
    if (!(await insertConnector(tx, row))) throw keyTaken(row.key)
    await replaceActions(tx, row.id, read.actions)
    await recordChange(tx, by, row, 'connector.added')
    return connectorView(tx, row, by.actor)
  })
}

/** Reads a connector again from where it came from; what was switched on stays so. Throws connector.in_use. */
export async function refreshConnector(
  deps: SaveConnectorDeps,
  scope: TenantScope,
  by: By,
  connectorId: string,
): Promise<ConnectorView> {
  allow(by.actor, 'asset:manage')
  const before = await scope.read((tx) => connectorById(tx, connectorId))
  if (before === null) throw fail('resource.not_found')
  if (before.source === null)
    throw unreadable([{ path: [], code: 'bad_value', message: 'It came from a file. Import it again.' }])
  const { key, origin, source, asset } = before
  const read = await readSource(deps, scope, { actor: by.actor, key, origin, source, asset, bytes: null })
  const { view, stranded } = await scope.tx(async (tx) => {
    const row = await connectorById(tx, connectorId, true)
    if (row === null) throw fail('resource.not_found')
    const stranded = await bindAssets(tx, row, { ...row, about: read.about })
    const old = await actionsOf(tx, connectorId)
    const names = new Set(read.actions.map(({ name }) => name))
    await refuseInUse(tx, row.key, new Set(old.flatMap(({ name }) => (names.has(name) ? [] : [name]))))
    const known = new Map(old.map(({ name, enabled }) => [name, enabled]))
    const actions = read.actions.map((action) => ({
      ...action,
      enabled: known.get(action.name) ?? action.enabled,
    }))
    await updateConnectorRow(tx, { ...row, about: read.about, warnings: read.warnings })
    await replaceActions(tx, connectorId, actions)
    await recordChange(tx, by, row, 'connector.refreshed')
    for (const asset of stranded) await notifyStranded(tx, by, asset)
    const view = await connectorView(tx, await again(tx, connectorId), by.actor)
    return { view, stranded }
  })
  if (stranded.length > 0)
    await deps.notifyManagers?.(scope, {
      title: `${view.title}: enter secrets again`,
      text: `The addresses of the connector have changed. Assets that need their secrets again: ${stranded.map(({ name }) => name).join(', ')}.`,
      link: `/account/${scope.accountId}/tenant/${scope.tenantId}/orchestration/assets`,
    })
  return view
}

/**
 * Binds the connector's assets to the endpoints that they were entered for, before others take their place; answers
 * those whose secrets must be entered again.
 */
async function bindAssets(tx: TenantTx, before: ConnectorRow, after: ConnectorRow): Promise<AssetRow[]> {
  const [old, fresh] = [knownRow(before), knownRow(after)]
  const stranded: AssetRow[] = []
  for (const asset of await allAssets(tx)) {
    if (asset.connector !== before.key) continue
    const bound_to = asset.bound_to ?? endpointsOf(old, asset.auth, asset.settings)
    await bindAsset(tx, asset.id, bound_to)
    const wasFine = !needsSecretAgain(old, { ...asset, bound_to })
    if (wasFine && needsSecretAgain(fresh, { ...asset, bound_to })) stranded.push(asset)
  }
  return stranded
}

async function notifyStranded(tx: TenantTx, { actor, ip }: By, asset: AssetRow): Promise<void> {
  const { accountId, tenantId } = tx
  const object = { kind: 'asset', id: asset.id, name: asset.name }
  await audit(tx, { accountId, tenantId, actor, action: 'asset.secret_needed', object, ip })
}

export interface ConnectorChange {
  connectorId: string
  title: string
  description: string
  enabled: readonly string[]
  revision: number
}

/** Renames a connector and chooses its actions; throws resource.version_conflict, connector.in_use. */
export async function changeConnector(
  scope: TenantScope,
  by: By,
  change: ConnectorChange,
): Promise<ConnectorView> {
  allow(by.actor, 'asset:manage')
  return scope.tx(async (tx) => {
    const row = await connectorById(tx, change.connectorId, true)
    if (row === null) throw fail('resource.not_found')
    if (row.revision !== change.revision)
      throw fail('resource.version_conflict', { extra: { revision: row.revision } })
    const on = new Set(change.enabled)
    const off = (await actionsOf(tx, row.id)).filter(({ name, enabled }) => enabled && !on.has(name))
    await refuseInUse(tx, row.key, new Set(off.map(({ name }) => name)))
    await updateConnectorRow(tx, { ...row, title: change.title, description: change.description })
    await enableActions(tx, row.id, change.enabled)
    await recordChange(tx, by, row, 'connector.changed')
    return connectorView(tx, await again(tx, row.id), by.actor)
  })
}

/** Removes a connector; throws connector.in_use while assets or published playbooks use it. */
export async function deleteConnector(scope: TenantScope, by: By, connectorId: string): Promise<void> {
  allow(by.actor, 'asset:manage')
  await scope.tx(async (tx) => {
    const row = await connectorById(tx, connectorId, true)
    if (row === null) throw fail('resource.not_found')
    const assets = (await allAssets(tx)).filter(({ connector }) => connector === row.key)
    if (assets.length > 0)
      throw fail('connector.in_use', {
        detail: `It has assets: ${assets.map(({ name }) => name).join(', ')}`,
      })
    await refuseInUse(tx, row.key, new Set((await actionsOf(tx, row.id)).map(({ name }) => name)))
    await deleteConnectorRow(tx, row.id)
    await recordChange(tx, by, row, 'connector.deleted')
  })
}

async function again(tx: TenantTx, id: string): Promise<ConnectorRow> {
  const row = await connectorById(tx, id)
  if (row === null) throw fail('resource.not_found')
  return row
}

async function refuseInUse(tx: TenantTx, key: string, names: ReadonlySet<string>): Promise<void> {
  if (names.size === 0) return
  const uses = (await actionUses(tx, key, names)).filter((use) => use.inPublished)
  if (uses.length > 0)
    throw fail('connector.in_use', { detail: `Used by ${uses.map(({ title }) => title).join(', ')}` })
}

interface Source {
  actor: By['actor']
  key: string
  origin: 'openapi' | 'mcp'
  source: string | null
  asset: string | null
  bytes: Uint8Array | null
}

async function readSource(
  deps: SaveConnectorDeps,
  scope: TenantScope,
  wanted: Source,
): Promise<ReadDocument> {
  const { key, origin, source } = wanted
  if (origin === 'mcp') {
    const tools = await readTools(deps, scope, { ...wanted, url: source ?? '' })
    if ('issues' in tools) throw unreadable(tools.issues)
    return tools.read
  }
  const bytes = wanted.bytes ?? (await fetched(deps, scope, source ?? ''))
  const outcome = await deps.reader.read({ bytes, key, source })
  if ('issues' in outcome) throw unreadable(outcome.issues)
  return outcome.read
}

async function fetched(deps: SaveConnectorDeps, scope: TenantScope, url: string): Promise<Uint8Array> {
  const answer = await deps.outbound.request({
    url,
    method: 'GET',
    headers: { accept: 'application/json, application/yaml, text/yaml, */*' },
    timeoutMs: FETCH_MS,
    maxBytes: MAX_BYTES,
    privateRangesAllowed: await deps.privateRangesAllowed(scope.tenantId),
  })
  const wrong = answer.ok
    ? answer.status === 200
      ? null
      : `The server responded with status ${answer.status}`
    : answer.error.message
  if (wrong !== null || !answer.ok)
    throw unreadable([
      { path: ['body', 'url'], code: 'bad_value', message: wrong ?? 'The address doesn’t respond' },
    ])
  return new Uint8Array(answer.body)
}

/** Groups of the language's own actions: a connector of that name would stand in their place. */
const RESERVED = new Set(
  'data flow http mail notify record observable clock state code human assistant task file app'.split(' '),
)
function isReserved(key: string): boolean {
  return RESERVED.has(key)
}

function unreadable(issues: readonly Issue[]) {
  return fail('connector.unreadable', { issues: [...issues] })
}

function keyTaken(key: string) {
  return fail('name.taken', {
    issues: [{ path: ['query', 'key'], code: 'taken', message: `The key "${key}" is already in use` }],
  })
}

async function recordChange(
  tx: TenantTx,
  { actor, ip }: By,
  row: ConnectorRow,
  action: string,
): Promise<void> {
  const object = { kind: 'connector', id: row.id, name: row.title }
  const { accountId, tenantId } = tx
  await audit(tx, {
    accountId,
    tenantId,
    actor,
    action,
    object,
    after: { key: row.key, source: row.source },
    ip,
  })
}
