import { getCanvas } from '@caseloom/contract/content/canvas'
import * as catalog from '@caseloom/contract/content/catalog'
import * as routes from '@caseloom/contract/content/packages'
import type { Http } from '../../platform/http/types.ts'
import type { CanvasDeps } from './ports/canvas-deps.ts'
import type { ContentDeps } from './ports/content-deps.ts'
import { readCanvas } from './canvas/read-canvas.ts'
import { planCatalogPackage } from './catalog/plan-catalog-package.ts'
import { getCatalog, listLines } from './catalog/read-catalog.ts'
import { createLine, deleteLine, updateLine } from './catalog/save-line.ts'
import { exportPackage } from './exporting/export-package.ts'
import { listContentItems, preparePackage } from './exporting/prepare-package.ts'
import { diffItem, planPackage } from './installs/plan-package.ts'
import { discardPlan, getInstall, listInstalls, listPackages } from './installs/read-installs.ts'
import { applyInstall, undoInstall } from './installs/start-install.ts'

/** Serves the export and import of packages, the catalogs, and the canvas. */
export function bindContentRoutes(http: Http, deps: ContentDeps & CanvasDeps): void {
  http.bindTenant(getCanvas, ({ scope, actor }) => readCanvas(deps, scope, actor))
  http.bindTenant(routes.listContentItems, async ({ scope, actor }) => ({
    items: await listContentItems(deps, scope, actor),
  }))
  http.bindTenant(routes.previewPackage, async ({ scope, actor, body }) => {
    const { items, needs, problems } = await preparePackage(deps, scope, actor, body.items)
    return { items, needs, problems }
  })
  http.bindTenant(routes.exportPackage, async ({ scope, actor, body, request }) => {
    const { name, bytes } = await exportPackage(deps, scope, actor, { ...body, ip: request.ip })
    return { mediaType: 'application/zip', content: bytes, fileName: name }
  })
  http.bindTenant(routes.planPackage, ({ scope, actor, raw }) => planPackage(deps, scope, actor, raw))
  http.bindTenant(routes.listPackages, async ({ scope, actor }) => ({
    items: await listPackages(deps, scope, actor),
  }))
  http.bindTenant(routes.listInstalls, ({ scope, actor, query }) => listInstalls(deps, scope, actor, query))
  http.bindTenant(routes.getInstall, ({ scope, actor, params }) =>
    getInstall(deps, scope, actor, params.installId),
  )
  http.bindTenant(routes.getInstallItem, ({ scope, actor, params }) =>
    diffItem(deps, scope, actor, { ...params, kind: params.itemKind, key: params.itemKey }),
  )
  http.bindTenant(routes.applyInstall, ({ scope, actor, params, body, request }) =>
    applyInstall(deps, scope, actor, { ...body, installId: params.installId, ip: request.ip }),
  )
  http.bindTenant(routes.undoInstall, ({ scope, actor, params, request }) =>
    undoInstall(deps, scope, actor, { installId: params.installId, ip: request.ip }),
  )
  http.bindTenant(routes.discardPlan, async ({ scope, actor, params }) => {
    await discardPlan(scope, actor, params.installId)
    return undefined
  })
  bindCatalogRoutes(http, deps)
}

function bindCatalogRoutes(http: Http, deps: ContentDeps): void {
  http.bindTenant(catalog.listLines, ({ scope, actor }) => listLines(deps, scope, actor))
  http.bindTenant(catalog.createLine, ({ scope, actor, body, request }) =>
    createLine(deps, scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(catalog.updateLine, ({ scope, actor, params, body, request }) =>
    updateLine(deps, scope, { actor, ip: request.ip }, { ...body, key: params.lineKey }),
  )
  http.bindTenant(catalog.deleteLine, async ({ scope, actor, params, request }) => {
    await deleteLine(deps, scope, { actor, ip: request.ip }, params.lineKey)
    return undefined
  })
  http.bindTenant(catalog.getCatalog, ({ scope, actor, params }) =>
    getCatalog(deps, scope, actor, params.lineKey),
  )
  http.bindTenant(catalog.planCatalogPackage, ({ scope, actor, params }) =>
    planCatalogPackage(deps, scope, actor, params),
  )
}
