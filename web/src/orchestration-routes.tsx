import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsOf } from './data/search-params.ts'
import {
  type PlaybookSearch,
  readPlaybookSearch,
  readPlaybooksSearch,
  readRunSearch,
  readRunsSearch,
} from './domains/automation/shared/automation-search.ts'
import * as guards from './shell/guards.ts'
import { tenantRoute } from './tenant-route.tsx'

const playbooksRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  validateSearch: readPlaybooksSearch,
  component: lazyRouteComponent(
    () => import('./domains/automation/playbooks/PlaybooksPage.tsx'),
    'PlaybooksPage',
  ),
})

const runsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/runs',
  beforeLoad: (at) => guards.needs('run:read', 'ClassicContent')(at),
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./domains/automation/runs/RunsPage.tsx'), 'RunsPage'),
})

const playbookRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/playbook/$playbookId',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  validateSearch: readPlaybookSearch,
  component: lazyRouteComponent(
    () => import('./domains/automation/playbooks/PlaybookPage.tsx'),
    'PlaybookPage',
  ),
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

const connectRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/connect',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  component: lazyRouteComponent(() => import('./domains/automation/sources/ConnectPage.tsx'), 'ConnectPage'),
  staticData: { rail: true },
})

const runRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/run/$runId',
  beforeLoad: (at) => guards.needs('run:read', 'ClassicContent')(at),
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./domains/automation/runs/RunPage.tsx'), 'RunPage'),
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

const tablesRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/tables',
  beforeLoad: (at) => guards.needs('playbook:read', 'ClassicContent')(at),
  validateSearch: (
    search: Record<string, unknown>,
  ): { q?: string; table?: string; row?: string; state?: string } =>
    textsOf(search, 'q', 'table', 'row', 'state'),
  component: lazyRouteComponent(() => import('./domains/automation/tables/TablesPage.tsx'), 'TablesPage'),
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
  component: lazyRouteComponent(() => import('./domains/automation/approvals/InboxPage.tsx'), 'InboxPage'),
})

const questionRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'orchestration/inbox/$approvalId',
  beforeLoad: (at) => guards.needs(null, 'ClassicContent')(at),
  component: lazyRouteComponent(
    () => import('./domains/automation/approvals/QuestionPage.tsx'),
    'QuestionPage',
  ),
})

/** Playbooks and all that belongs to them. */
export const orchestrationRoutes = [
  playbooksRoute,
  runsRoute,
  playbookRoute,
  playbookDraftRoute,
  connectRoute,
  runRoute,
  assetsRoute,
  tablesRoute,
  connectedRoute,
  connectorsRoute,
  connectorRoute,
  formRoute,
  inboxRoute,
  questionRoute,
] as const
