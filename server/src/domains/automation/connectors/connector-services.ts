import type { Manifest } from '@caseloom/connectors/kit/manifest'
import type { Logger } from 'pino'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { createAccessTokens } from '../assets/access-tokens.ts'
import { type AssetOpener, createAssetOpener } from '../assets/credentials.ts'
import { sealedParts } from '../assets/sealed-parts.ts'
import type { TryDeps } from '../assets/test-asset.ts'
import type { EffectAction } from '../runs/effects.ts'
import { type ActionCatalogue, createCatalogue } from './catalog.ts'
import { createConnectorActions } from './connector-actions.ts'
import type { KeepConnectorDeps } from './save-connector.ts'
import { createOpenApiReader } from './openapi/read-openapi.ts'
import { createRegistry } from './registry.ts'

export interface WorldDeps {
  manifests: readonly Manifest[]
  secrets: Secrets
  outbound: Pick<Outbound, 'request'>
  privateRangesAllowed(tenantId: string): Promise<boolean>
  publicUrl: string
  tryMail?: TryDeps['tryMail']
  tellManagers?: KeepConnectorDeps['tellManagers']
  log: Logger
}

/** Connectors and assets of all tenants, built once per process. */
export interface ConnectorWorld {
  assets: TryDeps
  opener: AssetOpener
  /** For what keeps connectors of tenants. */
  keep: KeepConnectorDeps
  catalogue: ActionCatalogue
  /** An action of a connector, for the steps of this tenant; null when there is none of this name. */
  actionOf(scope: TenantScope, name: string): Promise<EffectAction | null>
}

export function connectorWorld(deps: WorldDeps): ConnectorWorld {
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
      ...(deps.tellManagers === undefined ? {} : { tellManagers: deps.tellManagers }),
    },
    catalogue: createCatalogue(registry),
    actionOf: createConnectorActions({ registry, outbound, privateRangesAllowed, log }),
  }
}
