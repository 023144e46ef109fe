import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseSearch, stringifySearch, textParam, textsOf } from './data/search-params.ts'
import {
  type PlaybookSearch,
  readPlaybookSearch,
  readPlaybooksSearch,
  readRunSearch,
  readRunsSearch,
} from './domains/automation/automation-search.ts'
import { readListState } from './domains/records/list-state.ts'
import { readRange } from './domains/workspaces/range-search.ts'
import { outsideRoutes } from './outside-routes.tsx'
import { rootRoute } from './root-route.tsx'
import * as guards from './shell/guards.ts'
import { PageError } from './shell/PageError.tsx'
import { appletWorkflowGoal, statsGoal, workflowRunGoal } from './shell/redirects.ts'

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
 * Then add it to `tenantRoute.addChildren`. The page reads `useTenantScope()`, its own params by
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
  validateSearch: (search: Record<string, unknown>): { tab?: string } => {
    const tab = textParam(search, 'tab')
    return tab === undefined ? {} : { tab }
  },
  component: lazyRouteComponent(() => import('./domains/records/RecordPage.tsx'), 'RecordPage'),
})

const appsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'apps',
  beforeLoad: (at) => guards.needs('app:read')(at),
  component: lazyRouteComponent(() => import('./domains/apps/AppsPage.tsx'), 'AppsPage'),
})

const appBuilderRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'app-builder/$appId',
  beforeLoad: (at) => guards.needs('app:build')(at),
  component: lazyRouteComponent(() => import('./domains/apps/builder/AppBuilderPage.tsx'), 'AppBuilderPage'),
  staticData: { rail: true },
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
  validateSearch: readRange,
  component: lazyRouteComponent(
    () => import('./domains/workspaces/DashboardPage.tsx'),
    'WorkspaceDashboardPage',
  ),
})

const homeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  beforeLoad: (at) => guards.needs(null, 'HomePage')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/HomePage.tsx'), 'HomePage'),
})

const dashboardsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'dashboards',
  beforeLoad: (at) => guards.needs('dashboard:read')(at),
  component: lazyRouteComponent(() => import('./domains/workspaces/DashboardsPage.tsx'), 'DashboardsPage'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'dashboard/$dashboardId',
  beforeLoad: (at) => guards.needs('workspace:read')(at),
  validateSearch: readRange,
  component: lazyRouteComponent(
    () => import('./domains/workspaces/DashboardPage.tsx'),
    'DashboardRedirectPage',
  ),
})

const playbooksRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  validateSearch: readPlaybooksSearch,
  component: lazyRouteComponent(() => import('./domains/automation/PlaybooksPage.tsx'), 'PlaybooksPage'),
})

const runsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/runs',
  beforeLoad: (at) => guards.needs('run:read', 'ClassicContent')(at),
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./domains/automation/RunsPage.tsx'), 'RunsPage'),
})

const playbookRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/playbook/$playbookId',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  validateSearch: readPlaybookSearch,
  component: lazyRouteComponent(() => import('./domains/automation/PlaybookPage.tsx'), 'PlaybookPage'),
  staticData: { rail: true },
})

const playbookDraftRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/playbook/new',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  validateSearch: (search: Record<string, unknown>): PlaybookSearch & { draft?: string } => ({
    ...readPlaybookSearch(search),
    ...textsOf(search, 'draft'),
  }),
  component: lazyRouteComponent(
    () => import('./domains/automation/builder/AssistantDraftPage.tsx'),
    'AssistantDraftPage',
  ),
  staticData: { rail: true },
})

const runRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/run/$runId',
  beforeLoad: (at) => guards.needs('run:read', 'ClassicContent')(at),
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./domains/automation/RunPage.tsx'), 'RunPage'),
  staticData: { rail: true },
})

const assetsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/assets',
  beforeLoad: (at) => guards.needs('asset:use', 'ClassicContent')(at),
  validateSearch: (search: Record<string, unknown>): { q?: string; asset?: string } =>
    textsOf(search, 'q', 'asset'),
  component: lazyRouteComponent(() => import('./domains/automation/assets/AssetsPage.tsx'), 'AssetsPage'),
})

const connectedRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/assets/connected',
  beforeLoad: (at) => guards.needs('asset:manage', 'ClassicContent')(at),
  validateSearch: (search: Record<string, unknown>): { state?: string; code?: string; error?: string } =>
    textsOf(search, 'state', 'code', 'error'),
  component: lazyRouteComponent(
    () => import('./domains/automation/assets/ConnectedPage.tsx'),
    'ConnectedPage',
  ),
})

const connectorsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/connectors',
  beforeLoad: (at) => guards.needs('asset:use', 'ClassicContent')(at),
  validateSearch: (search: Record<string, unknown>): { q?: string; category?: string } =>
    textsOf(search, 'q', 'category'),
  component: lazyRouteComponent(
    () => import('./domains/automation/connectors/ConnectorsPage.tsx'),
    'ConnectorsPage',
  ),
})

const connectorRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/connectors/$connectorKey',
  beforeLoad: (at) => guards.needs('asset:use', 'ClassicContent')(at),
  component: lazyRouteComponent(
    () => import('./domains/automation/connectors/ConnectorPage.tsx'),
    'ConnectorPage',
  ),
})

const formRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/form/$formId',
  component: lazyRouteComponent(() => import('./domains/automation/triggers/FormPage.tsx'), 'FormPage'),
})

const inboxRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/inbox',
  beforeLoad: (at) => guards.needs(null, 'ClassicContent')(at),
  validateSearch: (search: Record<string, unknown>): { box?: string; state?: string; kind?: string } =>
    textsOf(search, 'box', 'state', 'kind'),
  component: lazyRouteComponent(() => import('./domains/automation/people/InboxPage.tsx'), 'InboxPage'),
})

const questionRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/inbox/$approvalId',
  beforeLoad: (at) => guards.needs(null, 'ClassicContent')(at),
  component: lazyRouteComponent(() => import('./domains/automation/people/QuestionPage.tsx'), 'QuestionPage'),
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
  ...outsideRoutes,
  tenantRoute.addChildren([
    tenantIndexRoute,
    welcomeRoute,
    appsRoute,
    appBuilderRoute,
    searchRoute,
    recordListRoute,
    reportRoute,
    reportsRoute,
    importRoute,
    newRecordRoute,
    recordRoute,
    workspacesRoute,
    workspaceRoute,
    workspaceDashboardRoute,
    homeRoute,
    dashboardsRoute,
    dashboardRoute,
    playbooksRoute,
    runsRoute,
    playbookRoute,
    playbookDraftRoute,
    runRoute,
    assetsRoute,
    connectedRoute,
    connectorsRoute,
    connectorRoute,
    formRoute,
    inboxRoute,
    questionRoute,
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
    /** The page to go back to from one that stands outside of the tenants. */
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
