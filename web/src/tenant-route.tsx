import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'
import * as guards from './shell/guards.ts'
import { PageError } from './shell/PageError.tsx'

/**
 * All pages of the product. A page inside a tenant is one entry below `tenantRoute`: path (also in data/paths.ts),
 * guard, and a lazily loaded component, so that its code is a chunk of its own:
 *
 *   const recordListRoute = createRoute({
 *     getParentRoute: () => tenantRoute,
 *     path: 'search/$appId',
 *     beforeLoad: (at) => guards.needs('record:read')(at),  // called so, or its parameter types win over the path's
 *     validateSearch: readListSearch,               // search values come as texts, see data/search-params.ts
 *     component: lazyRouteComponent(() => import('./domains/records/RecordListPage.tsx'), 'RecordListPage'),
 *     staticData: { rail: false },                  // rail: true for builders and run pages
 *   })
 *
 * Then add it to `tenantRoute.addChildren` of routes.tsx, or to the list of its file. The page reads `useTenantScope()`, its own params by
 * `getRouteApi('/account/$accountId/tenant/$tenantId/search/$appId')`, and draws a `<PageFrame>`.
 */
export const tenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/$accountId/tenant/$tenantId',
  beforeLoad: ({ context, params, location, preload }) =>
    guards.enterTenant(context.client, params, { href: location.href, preload }),
  // Nothing of one tenant's pages, drafts included, goes along into another.
  remountDeps: ({ params }) => params.tenantId,
  component: lazyRouteComponent(() => import('./shell/TenantShell.tsx'), 'TenantShell'),
  errorComponent: PageError,
})
