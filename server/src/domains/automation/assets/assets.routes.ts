import * as routes from '@caseloom/contract/automation/assets'
import type { Http } from '../../../platform/http/types.ts'
import { beginConnection, finishConnection } from './connect-asset.ts'
import { createAsset, deleteAsset, saveAsset } from './save-asset.ts'
import { getAsset, listAssets, usesOfAsset } from './list-assets.ts'
import { testAsset, type TestAssetDeps } from './test-asset.ts'

/** Serves assets; secrets come in and never go out. */
export function bindAssetRoutes(http: Http, deps: TestAssetDeps): void {
  http.bindTenant(routes.listAssets, async ({ scope, actor }) => ({
    items: await listAssets(deps, scope, actor),
  }))
  http.bindTenant(routes.createAsset, ({ scope, actor, body, request }) =>
    createAsset(deps, scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(routes.getAsset, ({ scope, actor, params }) => getAsset(deps, scope, actor, params.assetId))
  http.bindTenant(routes.saveAsset, ({ scope, actor, params, body, request }) => {
    const { revision, ...input } = body
    return saveAsset(deps, scope, { actor, ip: request.ip }, { assetId: params.assetId, revision, input })
  })
  http.bindTenant(routes.deleteAsset, async ({ scope, actor, params, request }) => {
    await deleteAsset(scope, { actor, ip: request.ip }, params.assetId)
    return undefined
  })
  http.bindTenant(routes.testAsset, ({ scope, actor, params, request }) =>
    testAsset(deps, scope, { actor, ip: request.ip }, params.assetId),
  )
  http.bindTenant(routes.assetUses, async ({ scope, actor, params }) => ({
    items: await usesOfAsset(scope, actor, params.assetId),
  }))
  http.bindTenant(routes.beginAssetConnection, ({ scope, actor, params, request, sessionToken }) =>
    beginConnection(deps, scope, { actor, ip: request.ip, sessionToken }, params.assetId),
  )
  http.bindTenant(routes.finishAssetConnection, ({ scope, actor, body, request, sessionToken }) =>
    finishConnection(deps, scope, { actor, ip: request.ip, sessionToken }, body),
  )
}
