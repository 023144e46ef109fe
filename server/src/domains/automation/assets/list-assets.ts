import type { assetUses as usesRoute, AssetView } from '@caseloom/contract/automation/assets'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { ConnectorRegistry } from '../registry/registry.ts'
import { allAssets, assetById, type AssetRow } from './asset.store.ts'
import { maySeeAsset } from './asset-rights.rules.ts'
import { assetUses } from './asset-uses.read.ts'
import { assetView } from './asset-view.ts'

interface LookDeps {
  registry: ConnectorRegistry
}

/** Assets that the person may see, without their secrets. */
export function listAssets({ registry }: LookDeps, scope: TenantScope, actor: Actor): Promise<AssetView[]> {
  return scope.read(async (tx) => {
    const seen = (await allAssets(tx)).filter((row) => maySeeAsset(actor, row.sharing))
    return Promise.all(seen.map(async (row) => assetView(row, await registry.find(tx, row.connector), actor)))
  })
}

/** One asset, without its secrets. Throws resource.not_found. */
export async function getAsset(
  { registry }: LookDeps,
  scope: TenantScope,
  actor: Actor,
  assetId: string,
): Promise<AssetView> {
  const row = await visible(scope, actor, assetId)
  return assetView(row, await registry.findIn(scope, row.connector), actor)
}

/** Playbooks that name an asset. Throws resource.not_found. */
export async function usesOfAsset(
  scope: TenantScope,
  actor: Actor,
  assetId: string,
): Promise<RouteReply<typeof usesRoute>['items']> {
  const row = await visible(scope, actor, assetId)
  return scope.read((tx) => assetUses(tx, row.key))
}

/** Throws resource.not_found for what is missing and for what the person may not see. */
async function visible(scope: TenantScope, actor: Actor, assetId: string): Promise<AssetRow> {
  const row = await scope.read((tx) => assetById(tx, assetId))
  if (row === null || !maySeeAsset(actor, row.sharing)) throw fail('resource.not_found')
  return row
}
