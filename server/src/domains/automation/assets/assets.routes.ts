import * as routes from '@caseloom/contract/assets'
import type { Actor } from '@caseloom/contract/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/types.ts'
import { allAssets, assetById, type AssetRow } from './asset.store.ts'
import { maySeeAsset } from './asset-rights.rules.ts'
import { assetUses } from './asset-uses.read.ts'
import { assetView } from './asset-view.ts'
import { beginConnection, finishConnection } from './connect-asset.ts'
import { createAsset, deleteAsset, saveAsset } from './keep-asset.ts'
import { tryAsset, type TryDeps } from './try-asset.ts'

/** Serves assets; secrets come in and never go out. */
export function bindAssetRoutes(http: Http, deps: TryDeps): void {
  http.bindTenant(routes.listAssets, ({ scope, actor }) =>
    scope.read(async (tx) => {
      const seen = (await allAssets(tx)).filter((row) => maySeeAsset(actor, row.sharing))
      const items = seen.map(async (row) =>
        assetView(row, await deps.registry.find(tx, row.connector), actor),
      )
      return { items: await Promise.all(items) }
    }),
  )
  http.bindTenant(routes.createAsset, ({ scope, actor, body, request }) =>
    createAsset(deps, scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(routes.getAsset, async ({ scope, actor, params }) => {
    const row = await visible(scope, actor, params.assetId)
    return assetView(row, await deps.registry.findIn(scope, row.connector), actor)
  })
  http.bindTenant(routes.saveAsset, ({ scope, actor, params, body, request }) => {
    const { revision, ...input } = body
    return saveAsset(deps, scope, { actor, ip: request.ip }, { assetId: params.assetId, revision, input })
  })
  http.bindTenant(routes.deleteAsset, async ({ scope, actor, params, request }) => {
    await deleteAsset(scope, { actor, ip: request.ip }, params.assetId)
    return undefined
  })
  http.bindTenant(routes.testAsset, ({ scope, actor, params, request }) =>
    tryAsset(deps, scope, { actor, ip: request.ip }, params.assetId),
  )
  http.bindTenant(routes.assetUses, async ({ scope, actor, params }) => {
    const row = await visible(scope, actor, params.assetId)
    return { items: await scope.read((tx) => assetUses(tx, row.key)) }
  })
  http.bindTenant(routes.beginAssetConnection, ({ scope, actor, params, request, sessionToken }) =>
    beginConnection(deps, scope, { actor, ip: request.ip, sessionToken }, params.assetId),
  )
  http.bindTenant(routes.finishAssetConnection, ({ scope, actor, body, request, sessionToken }) =>
    finishConnection(deps, scope, { actor, ip: request.ip, sessionToken }, body),
  )
}

/** Throws resource.not_found for what is missing and for what the person may not see. */
async function visible(scope: TenantScope, actor: Actor, assetId: string): Promise<AssetRow> {
  const row = await scope.read((tx) => assetById(tx, assetId))
  if (row === null || !maySeeAsset(actor, row.sharing)) throw fail('resource.not_found')
  return row
}
