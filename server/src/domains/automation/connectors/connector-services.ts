// Connectors as people add and change them, and their actions as steps perform them.
import type { Manifest } from '@caseloom/connectors/kit/manifest'
import type { Logger } from 'pino'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { createAccessTokens } from '../assets/access-tokens.ts'
import { type AssetOpener, createAssetOpener } from '../assets/credentials.ts'
import { sealedParts } from '../assets/sealed-parts.ts'
import type { TestAssetDeps } from '../assets/test-asset.ts'
import type { EffectAction } from '../effects/effects.ts'
import { type ActionCatalog, createCatalog } from './catalog.ts'
import { createConnectorActions } from './connector-actions.ts'
import type { SaveConnectorDeps } from './save-connector.ts'
import { createOpenApiReader } from './openapi/read-openapi.ts'
import { createRegistry } from '../registry/registry.ts'

export interface ConnectorServicesDeps {
  manifests: readonly Manifest[]
  secrets: Secrets
  outbound: Pick<Outbound, 'request'>
  privateRangesAllowed(tenantId: string): Promise<boolean>
  publicUrl: string
  tryMail?: TestAssetDeps['tryMail']
  notifyManagers?: SaveConnectorDeps['notifyManagers']
  log: Logger
}

/** Connectors and assets of all tenants, built once per process. */
export interface ConnectorServices {
  assets: TestAssetDeps
  opener: AssetOpener
  /** For what keeps connectors of tenants. */
  keep: SaveConnectorDeps
  catalog: ActionCatalog
  /** An action of a connector, for the steps of this tenant; null when there is none of this name. */
  actionOf(scope: TenantScope, name: string): Promise<EffectAction | null>
}

export function createConnectorServices(deps: ConnectorServicesDeps): ConnectorServices {
  const { outbound, privateRangesAllowed, publicUrl, log } = deps
  const registry = createRegistry(deps.manifests)
  const assets = {
    sealed: sealedParts(deps.secrets),
    registry,
    outbound,
    privateRangesAllowed,
    publicUrl,
    log,
  }
  const opener = createAssetOpener(assets, createAccessTokens(assets))
  return {
    assets: { ...assets, opener, ...(deps.tryMail === undefined ? {} : { tryMail: deps.tryMail }) },
    opener,
    keep: {
      ...assets,
      opener,
      reader: createOpenApiReader(),
      ...(deps.notifyManagers === undefined ? {} : { notifyManagers: deps.notifyManagers }),
    },
    catalog: createCatalog(registry),
    actionOf: createConnectorActions({ registry, outbound, privateRangesAllowed, log }),
  }
}
