import * as routes from '@caseloom/contract/workspaces/home'
import * as pages from '@caseloom/contract/workspaces/home-pages'
import * as work from '@caseloom/contract/workspaces/my-work'
import type { Http } from '../../platform/http/types.ts'
import { shareDashboard, shareWorkspace } from './add-shared-user.ts'
import { addFavorite, type HomeDeps, readFavorites, readHome, removeFavorite, saveHome } from './home-page.ts'
import { getHomePage, listHomePages } from './read-home-pages.ts'
import { chooseHomePage, createHomePage, deleteHomePage, saveHomePage } from './save-home-page.ts'
import { askerOf } from './workspaces-deps.ts'
import { listClocksAtRisk, listMyQueue, listUnassigned } from './my-work.ts'

/** Serves home pages, favorites, and sharing with one more user. */
export function bindHomeRoutes(http: Http, deps: HomeDeps): void {
  http.bindTenant(routes.home, ({ scope, actor }) => readHome(deps, scope, actor))
  http.bindTenant(routes.saveHome, async ({ scope, actor, body }) => {
    await saveHome(deps, scope, { actor, ...body })
    return undefined
  })
  bindHomePages(http, deps)
  http.bindTenant(work.myQueue, ({ scope, actor, query }) => listMyQueue(deps, scope, actor, query.limit))
  http.bindTenant(work.unassignedWork, ({ scope, actor, query }) =>
    listUnassigned(deps, scope, actor, query.limit),
  )
  http.bindTenant(work.clocksAtRisk, ({ scope, actor, query }) =>
    listClocksAtRisk(deps, scope, actor, query.limit),
  )
  http.bindTenant(routes.favorites, async ({ scope, actor }) => ({
    items: await readFavorites(deps, scope, actor),
  }))
  http.bindTenant(routes.addFavorite, async ({ scope, actor, body }) => {
    await addFavorite(deps, scope, { actor, ...body })
    return undefined
  })
  http.bindTenant(routes.removeFavorite, async ({ scope, actor, query }) => {
    await removeFavorite(scope, { actor, ...query })
    return undefined
  })
  http.bindTenant(routes.shareDashboard, async ({ scope, actor, params, body, request }) => {
    await shareDashboard(deps, scope, { actor, ip: request.ip }, { id: params.dashboardId, ...body })
    return undefined
  })
  http.bindTenant(routes.shareWorkspace, async ({ scope, actor, params, body, request }) => {
    await shareWorkspace(deps, scope, { actor, ip: request.ip }, { id: params.workspaceId, ...body })
    return undefined
  })
}

function bindHomePages(http: Http, deps: HomeDeps): void {
  http.bindTenant(pages.listHomePages, ({ scope, actor }) => listHomePages(deps, scope, actor))
  http.bindTenant(pages.createHomePage, (at) => createHomePage(deps, at.scope, askerOf(at), at.body))
  http.bindTenant(pages.getHomePage, ({ scope, actor, params }) =>
    getHomePage(deps, scope, actor, params.homePageId),
  )
  http.bindTenant(pages.saveHomePage, (at) =>
    saveHomePage(deps, at.scope, askerOf(at), { ...at.body, homePageId: at.params.homePageId }),
  )
  http.bindTenant(pages.deleteHomePage, async (at) => {
    await deleteHomePage(deps, at.scope, askerOf(at), at.params.homePageId)
    return undefined
  })
  http.bindTenant(pages.chooseHomePage, async ({ scope, actor, body }) => {
    await chooseHomePage(deps, scope, { actor, ...body })
    return undefined
  })
}
