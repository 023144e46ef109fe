import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseSearch, stringifySearch, textsOf } from './data/search-params.ts'
import { readListState } from './domains/records/model/list-state.ts'
import { readOnCallSearch } from './domains/tenancy/on-call/on-call-search.ts'
import { readDashboardSearch } from './domains/workspaces/range-search.ts'
import { contentRoutes } from './content-routes.tsx'
import { orchestrationRoutes } from './orchestration-routes.tsx'
import { publicRoutes } from './public-routes.tsx'
import { rootRoute } from './root-route.tsx'
import * as guards from './shell/guards.ts'
import { PageError } from './shell/PageError.tsx'
import { APPLET_PARTS, type AppletPart } from './domains/apps/applets/applet-parts.ts'
import { appletWorkflowGoal, statsGoal, workflowRunGoal } from './shell/redirects.ts'
import { tenantRoute } from './tenant-route.tsx'

const tenantIndexRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/account/$accountId/tenant/$tenantId/welcome', params, replace: true })
  },
})

const welcomeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'welcome',
  component: lazyRouteComponent(() => import('./shell/WelcomePage.tsx'), 'WelcomePage'),
})

const recordListRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'search/$appId',
  beforeLoad: (at) => guards.needs('record:read')(at),
  validateSearch: readListState,
  component: lazyRouteComponent(() => import('./domains/records/RecordListPage.tsx'), 'RecordListPage'),
})

const searchRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'search',
  beforeLoad: (at) => guards.needs('record:read')(at),
  validateSearch: (search: Record<string, unknown>): { q?: string; app?: string } =>
    textsOf(search, 'q', 'app'),
  component: lazyRouteComponent(() => import('./domains/records/search/SearchPage.tsx'), 'SearchPage'),
})

const observableRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'search/observable',
  beforeLoad: (at) => guards.needs('record:read')(at),
  validateSearch: (search: Record<string, unknown>) => textsOf(search, 'kind', 'value'),
  component: lazyRouteComponent(
    () => import('./domains/records/observables/ObservablePage.tsx'),
    'ObservablePage',
  ),
})

const reportRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'search/$appId/$reportId',
  beforeLoad: (at) => guards.needs('record:read')(at),
  validateSearch: readListState,
  component: lazyRouteComponent(() => import('./domains/records/RecordListPage.tsx'), 'RecordListPage'),
})

const reportsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'reports',
  beforeLoad: (at) => guards.needs('report:read')(at),
  component: lazyRouteComponent(() => import('./domains/reporting/ReportsPage.tsx'), 'ReportsPage'),
})

const newRecordRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'record/$appId/new',
  beforeLoad: (at) => guards.needs('record:create')(at),
  component: lazyRouteComponent(() => import('./domains/records/NewRecordPage.tsx'), 'NewRecordPage'),
})

const importRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'record/$appId/import',
  beforeLoad: (at) => guards.needs('record:create')(at),
  component: lazyRouteComponent(() => import('./domains/records/jobs/ImportPage.tsx'), 'ImportPage'),
})

const recordRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'record/$appId/$recordId',
  beforeLoad: (at) => guards.needs('record:read')(at),
  validateSearch: (search: Record<string, unknown>) =>
    textsOf(search, 'tab', 'tactic', 'event', 'kind', 'by', 'clock', 'view'),
  component: lazyRouteComponent(() => import('./domains/records/RecordPage.tsx'), 'RecordPage'),
})

const appsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'apps',
  beforeLoad: (at) => guards.needs('app:read')(at),
  validateSearch: (search: Record<string, unknown>) => textsOf(search, 'new'),
  component: lazyRouteComponent(() => import('./domains/apps/AppsPage.tsx'), 'AppsPage'),
})

const appBuilderRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'app-builder/$appId',
  beforeLoad: (at) => guards.needs('app:build')(at),
  component: lazyRouteComponent(() => import('./domains/apps/builder/AppBuilderPage.tsx'), 'AppBuilderPage'),
  staticData: { rail: true },
})

const workflowsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workflow',
  beforeLoad: (at) => guards.needs('app:build')(at),
  component: lazyRouteComponent(() => import('./domains/apps/workflow/WorkflowsPage.tsx'), 'WorkflowsPage'),
})

const workflowRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workflow/$appId',
  beforeLoad: (at) => guards.needs('app:build')(at),
  component: lazyRouteComponent(() => import('./domains/apps/builder/AppBuilderPage.tsx'), 'AppWorkflowPage'),
  staticData: { rail: true },
})

const appletsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'apps/applets',
  beforeLoad: (at) => guards.needs('app:read')(at),
  component: lazyRouteComponent(() => import('./domains/apps/applets/AppletsPage.tsx'), 'AppletsPage'),
})

const warningListsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'apps/warning-lists',
  beforeLoad: (at) => guards.needs('app:read')(at),
  component: lazyRouteComponent(
    () => import('./domains/apps/warning-lists/WarningListsPage.tsx'),
    'WarningListsPage',
  ),
})

const appletBuilderRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'applet-builder/$appletId',
  beforeLoad: (at) => guards.needs('app:build')(at),
  validateSearch: (search: Record<string, unknown>): { part?: AppletPart } => {
    const part = APPLET_PARTS.find((one) => one === search['part'])
    return part === undefined ? {} : { part }
  },
  component: lazyRouteComponent(
    () => import('./domains/apps/applets/AppletBuilderPage.tsx'),
    'AppletBuilderPage',
  ),
  staticData: { rail: true },
})

const appletUpdateRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'applet-builder/$appletId/update',
  beforeLoad: (at) => guards.needs('app:build')(at),
  component: lazyRouteComponent(
    () => import('./domains/apps/applets/AppletUpdatePage.tsx'),
    'AppletUpdatePage',
  ),
  staticData: { rail: true },
})

const appletFormLogicRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workflow/applet/$appletId',
  beforeLoad: (at) => guards.needs('app:build')(at),
  component: lazyRouteComponent(
    () => import('./domains/apps/applets/AppletBuilderPage.tsx'),
    'AppletWorkflowPage',
  ),
  staticData: { rail: true },
})

const explainRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workflow/$appId/record/$recordId/run/$runId/sequence/$sequence/workflowId/$workflowId/workflowVersion/$workflowVersion',
  beforeLoad: (at) => guards.needs('record:read')(at),
  component: lazyRouteComponent(
    () => import('./domains/records/runs/WorkflowRunPage.tsx'),
    'WorkflowRunPage',
  ),
  staticData: { rail: true },
})

const onCallRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'on-call',
  beforeLoad: (at) => guards.needs('record:read')(at),
  validateSearch: readOnCallSearch,
  component: lazyRouteComponent(() => import('./domains/tenancy/on-call/OnCallPage.tsx'), 'OnCallPage'),
})

const workspacesRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workspaces',
  beforeLoad: (at) => guards.needs('workspace:read')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/WorkspacesPage.tsx'), 'WorkspacesPage'),
})

const workspaceRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workspace/$workspaceId',
  beforeLoad: (at) => guards.needs('workspace:read')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/WorkspacePage.tsx'), 'WorkspacePage'),
})

const workspaceDashboardRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workspace/$workspaceId/$dashboardId',
  beforeLoad: (at) => guards.needs('workspace:read')(at),
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(
    () => import('./domains/workspaces/DashboardPage.tsx'),
    'WorkspaceDashboardPage',
  ),
})

const homeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  beforeLoad: (at) => guards.needs(null, 'HomePage')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/home/HomePage.tsx'), 'HomePage'),
})

const homePagesRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'homepages',
  beforeLoad: (at) => guards.needs(null, 'HomePage')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/home/HomePagesPage.tsx'), 'HomePagesPage'),
})

const homePageRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'homepages/$homePageId',
  beforeLoad: (at) => guards.needs(null, 'HomePage')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/home/HomePagePage.tsx'), 'HomePagePage'),
})

const dashboardsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'dashboards',
  beforeLoad: (at) => guards.needs('dashboard:read')(at),
  validateSearch: (search: Record<string, unknown>) => textsOf(search, 'new'),
  component: lazyRouteComponent(() => import('./domains/workspaces/DashboardsPage.tsx'), 'DashboardsPage'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'dashboard/$dashboardId',
  beforeLoad: (at) => guards.needs('workspace:read')(at),
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(
    () => import('./domains/workspaces/DashboardPage.tsx'),
    'DashboardRedirectPage',
  ),
})

const appletWorkflowRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'applet-workflow/$appletId',
  beforeLoad: ({ params }) => guards.goInside(params, appletWorkflowGoal(params.appletId)),
})

const workflowRunRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'workflow-run',
  beforeLoad: ({ params, location }) => guards.goInside(params, workflowRunGoal(location.search)),
})

const statsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'stats',
  beforeLoad: ({ params, location }) => guards.goInside(params, statsGoal(location.search)),
})

const galleryRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: 'gallery',
        component: lazyRouteComponent(() => import('./gallery/GalleryPage.tsx'), 'GalleryPage'),
      }),
    ]
  : []

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ context }) => guards.unknownPath(context.client),
})

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  tenantRoute.addChildren([
    tenantIndexRoute,
    welcomeRoute,
    appsRoute,
    appBuilderRoute,
    workflowsRoute,
    workflowRoute,
    explainRoute,
    searchRoute,
    observableRoute,
    recordListRoute,
    reportRoute,
    reportsRoute,
    importRoute,
    newRecordRoute,
    recordRoute,
    onCallRoute,
    workspacesRoute,
    workspaceRoute,
    workspaceDashboardRoute,
    homeRoute,
    homePagesRoute,
    homePageRoute,
    dashboardsRoute,
    dashboardRoute,
    ...orchestrationRoutes,
    ...contentRoutes,
    appletsRoute,
    warningListsRoute,
    appletBuilderRoute,
    appletUpdateRoute,
    appletFormLogicRoute,
    appletWorkflowRoute,
    workflowRunRoute,
    statsRoute,
  ]),
  ...galleryRoutes,
  unknownRoute,
])

/** The router of the product; search parameters are texts (ids that look like numbers stay texts). */
export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client, installer: { done: false } },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    scrollRestoration: false,
  })
}

export type ProductRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ProductRouter
  }
  interface HistoryState {
    /** The page to go back to from one outside of the tenants. */
    from?: string
    /** The address already typed on the page before. */
    email?: string
    /** What the login page says first. */
    notice?: 'signedOut' | 'passwordSet' | 'license'
  }
  interface StaticDataRouteOption {
    /** The sidebar is a rail here: builders and run pages. */
    rail?: boolean
  }
}
