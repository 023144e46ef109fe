import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCanvasSearch } from './domains/content/canvas/canvas-search.ts'
import { readCatalogSearch } from './domains/content/catalog/catalog-search.ts'
import * as guards from './shell/guards.ts'
import { tenantRoute } from './tenant-route.tsx'

const contentRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'content',
  beforeLoad: (at) => guards.needsOneOf('content:import', 'content:export')(at),
  validateSearch: (search: Record<string, unknown>): { tab?: 'history' } =>
    search['tab'] === 'history' ? { tab: 'history' } : {},
  component: lazyRouteComponent(() => import('./domains/content/ContentPage.tsx'), 'ContentPage'),
})

const contentExportRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'content/export',
  beforeLoad: (at) => guards.needs('content:export')(at),
  component: lazyRouteComponent(() => import('./domains/content/ExportPage.tsx'), 'ExportPage'),
})

const contentInstallRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'content/$installId',
  beforeLoad: (at) => guards.needs('content:import')(at),
  component: lazyRouteComponent(() => import('./domains/content/InstallPage.tsx'), 'InstallPage'),
})

const catalogRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '{$lineKey}content',
  beforeLoad: (at) => guards.needs('content:import')(at),
  validateSearch: readCatalogSearch,
  component: lazyRouteComponent(() => import('./domains/content/catalog/CatalogPage.tsx'), 'CatalogPage'),
})

const canvasRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'canvas',
  beforeLoad: (at) => guards.needs('app:read', 'SolutionBuilder')(at),
  validateSearch: readCanvasSearch,
  component: lazyRouteComponent(() => import('./domains/content/canvas/CanvasPage.tsx'), 'CanvasPage'),
  staticData: { rail: true },
})

/** The canvas. Packages: what is installed, exporting, one import, and the catalog of a product line. */
export const contentRoutes = [
  canvasRoute,
  contentRoute,
  contentExportRoute,
  contentInstallRoute,
  catalogRoute,
] as const
