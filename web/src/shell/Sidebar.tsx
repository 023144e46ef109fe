import type { SessionView } from '@caseloom/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import {
  IconApps,
  IconHierarchy3,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconPackage,
  IconRoute,
} from '@tabler/icons-react'
import { Fragment, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../data/apps.ts'
import { paths } from '../data/paths.ts'
import { type TenantScope, useTenantScope } from '../data/scope.tsx'
import { AppIcon } from '../ui/AppIcon.tsx'
import classes from './Sidebar.module.css'
import { Group, Item } from './SidebarGroup.tsx'
import { TenantSwitch } from './TenantSwitch.tsx'

const SidebarHome = lazy(() =>
  import('./SidebarHome.tsx').then((module) => ({ default: module.SidebarHome })),
)

const FailingBadge = lazy(() =>
  import('./FailingBadge.tsx').then((module) => ({ default: module.FailingBadge })),
)

export function Sidebar({ session, rail }: { session: SessionView; rail: boolean }) {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const mayRead = scope.permissions.has('record:read')
  const mayApps = scope.permissions.has('app:read') && mayRead
  const mayBuild = scope.permissions.has('app:build')
  const mayWorkspaces = scope.permissions.has('workspace:read')
  const mayDashboards = scope.permissions.has('dashboard:read')
  const mayOrchestrate = scope.permissions.has('playbook:read') && scope.flags.ClassicContent
  const mayContent = mayUseContent(scope) || maySeeCanvas(scope)
  return (
    <nav aria-label={t('nav.main')} className={classes.sidebar} data-rail={rail || undefined}>
      <TenantSwitch session={session} rail={rail} />
      <div className={classes.places}>
        {/* Reserves the space of what loads later. */}
        <Suspense fallback={<Gap rows={Number(scope.flags.HomePage) + Number(mayApps) + Number(mayRead)} />}>
          <SidebarHome part="home" />
        </Suspense>
        {mayApps && <AppLinks />}
        <Suspense fallback={null}>
          <SidebarHome part="favourites" />
        </Suspense>
        {(mayBuild || mayOrchestrate || mayWorkspaces || mayDashboards || mayContent) && (
          <BuildGroup
            mayBuild={mayBuild}
            mayOrchestrate={mayOrchestrate}
            mayDashboards={mayDashboards}
            mayWorkspaces={mayWorkspaces}
          />
        )}
      </div>
    </nav>
  )
}

interface BuildGroupProps {
  mayBuild: boolean
  mayOrchestrate: boolean
  mayDashboards: boolean
  mayWorkspaces: boolean
}

function BuildGroup({ mayBuild, mayOrchestrate, mayDashboards, mayWorkspaces }: BuildGroupProps) {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  return (
    <Group title={t('nav.build')}>
      {mayBuild && (
        <Item
          to={paths.apps(scope)}
          also={paths.appBuilder(scope, '')}
          icon={<IconApps size={16} stroke={1.6} aria-hidden />}
          label={t('nav.apps')}
        />
      )}
      {mayOrchestrate && (
        <Item
          to={paths.orchestration(scope)}
          icon={<IconRoute size={16} stroke={1.6} aria-hidden />}
          label={t('nav.orchestration')}
          badge={
            <Suspense fallback={null}>
              <FailingBadge />
            </Suspense>
          }
        />
      )}
      <Suspense fallback={<Gap rows={Number(scope.permissions.has('report:read'))} />}>
        <SidebarHome part="reports" />
      </Suspense>
      {mayDashboards && (
        <Item
          to={paths.dashboards(scope)}
          also={paths.dashboard(scope, '')}
          icon={<IconLayoutDashboard size={16} stroke={1.6} aria-hidden />}
          label={t('nav.dashboards')}
        />
      )}
      {mayWorkspaces && (
        <Item
          to={paths.workspaces(scope)}
          also={paths.workspace(scope, '')}
          icon={<IconLayoutGrid size={16} stroke={1.6} aria-hidden />}
          label={t('nav.workspaces')}
        />
      )}
      <ContentPlace />
      {maySeeCanvas(scope) && <CanvasPlace />}
    </Group>
  )
}

function CanvasPlace() {
  const { t } = useTranslation('shell')
  return (
    <Item
      to={paths.canvas(useTenantScope())}
      icon={<IconHierarchy3 size={16} stroke={1.6} aria-hidden />}
      label={t('nav.canvas')}
    />
  )
}

function mayUseContent({ permissions }: TenantScope): boolean {
  return permissions.has('content:import') || permissions.has('content:export')
}

function maySeeCanvas({ permissions, flags }: TenantScope): boolean {
  return flags.SolutionBuilder && permissions.has('app:read')
}

/** The catalog of a product line. */
const CATALOG = /\/tenant\/[^/]+\/[^/]+content$/

function ContentPlace() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  if (!mayUseContent(scope)) return null
  return (
    <Item
      to={paths.content(scope)}
      isAlso={(path) => CATALOG.test(path)}
      icon={<IconPackage size={16} stroke={1.6} aria-hidden />}
      label={t('nav.content')}
    />
  )
}

function Gap({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, at) => <li key={at} className={classes.item} aria-hidden />)
}

function AppLinks() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const apps = useQuery(appsQuery(scope.tenantId))
  if (apps.isError) return <p className={classes.failed}>{t('nav.appsFailed')}</p>
  const shown = apps.data?.filter(({ archived }) => archived !== true) ?? []
  if (shown.length === 0) return null
  return (
    <Group title={t('nav.apps')}>
      {shown.map((app) => (
        <Fragment key={app.id}>
          <Item
            to={paths.recordList(scope, app.id)}
            also={paths.record(scope, app.id, '')}
            icon={<AppIcon name={app.icon} />}
            label={app.name}
          />
          <Suspense fallback={null}>
            <SidebarHome part={{ viewsOf: app.id }} />
          </Suspense>
        </Fragment>
      ))}
    </Group>
  )
}
