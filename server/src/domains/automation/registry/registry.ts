// Connectors as steps and assets find them: ready ones, those of the tenant, and the specs of their actions.
import type { Manifest } from '@caseloom/connectors/kit/manifest'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { connectorByKey, type ConnectorRow } from './connector.store.ts'
import { HTTP, type ResolvedConnector, MAIL } from './resolve-connector.ts'

/** Ready connectors by key, and those of the tenant. */
export interface ConnectorRegistry {
  ready: ReadonlyMap<string, Manifest>
  /** What comes with the product, built-in kinds of assets included. */
  builtIn(key: string): ResolvedConnector | null
  find(tx: TenantTx, key: string): Promise<ResolvedConnector | null>
  findIn(scope: TenantScope, key: string): Promise<ResolvedConnector | null>
}

export function createRegistry(manifests: readonly Manifest[]): ConnectorRegistry {
  const ready = new Map(manifests.map((manifest) => [manifest.key, manifest]))
  const builtIns = new Map<string, ResolvedConnector>([
    [HTTP.key, HTTP],
    [MAIL.key, MAIL],
    ...manifests.map((manifest): [string, ResolvedConnector] => [manifest.key, knownManifest(manifest)]),
  ])
  const builtIn = (key: string) => builtIns.get(key) ?? null
  const find = async (tx: TenantTx, key: string) => {
    const known = builtIn(key)
    if (known !== null) return known
    const row = await connectorByKey(tx, key)
    return row === null ? null : knownRow(row)
  }
  return { ready, builtIn, find, findIn: (scope, key) => scope.read((tx) => find(tx, key)) }
}

function knownManifest(manifest: Manifest): ResolvedConnector {
  const { key, title, settings, base, auth, headers, test = null } = manifest
  return { key, title, origin: 'ready', settings, base, auth, openAuth: [], headers, test }
}

export function knownRow({ key, title, origin, about }: ConnectorRow): ResolvedConnector {
  const { settings, base, auth, openAuth } = about
  return { key, title, origin, settings, base, auth, openAuth, headers: {}, test: null }
}
