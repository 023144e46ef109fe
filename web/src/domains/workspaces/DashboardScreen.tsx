import type { AppView } from '@caseloom/contract/apps/apps'
import type {
  DashboardFilter,
  DashboardView,
  TimeRange,
  Widget,
  WorkspaceView,
} from '@caseloom/contract/workspaces/workspaces'
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFavorite } from '../../data/favorites.ts'
import { useLiveStatus } from '../../data/live-status.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Docked } from '../../ui/admin/DockPanel.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FavoriteButton } from '../../ui/FavoriteButton.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { LiveState } from '../../ui/LiveState.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { moveWidget, withCopy, withWidget } from './dashboard-draft.ts'
import { DashboardBar, type DashboardBarProps } from './DashboardBar.tsx'
import { DashboardFilterBar } from './DashboardFilterBar.tsx'
import { DashboardConflict } from './DashboardConflict.tsx'
import { DashboardGrid } from './DashboardGrid.tsx'
import classes from './Dashboards.module.css'
import { useDashboardSearch } from './useDashboardSearch.ts'
import { useDraft } from './useDraft.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useLiveWidgets } from './useLiveWidgets.ts'
import type { WidgetActions } from './WidgetCard.tsx'
import { useApps } from './useApps.ts'
import { WorkspaceTabs } from './WorkspaceTabs.tsx'

// Loaded when it is opened: to view a dashboard, no part of it is needed.
const WidgetPanel = lazy(() =>
  import('./WidgetPanel.tsx').then((module) => ({ default: module.WidgetPanel })),
)

interface DashboardScreenProps {
  dashboard: DashboardView
  workspace?: WorkspaceView | undefined
}
type Edited = ReturnType<typeof useDraft>

export function DashboardScreen({ dashboard, workspace }: DashboardScreenProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const edited = useDraft(dashboard)
  const live = useLiveStatus()
  const apps = useApps()
  const { panel, setPanel, add, take } = useWidgetPanel(edited)
  const { draft } = edited
  const shown = draft ?? dashboard
  const { range, setRange, filter, setFilter } = useDashboardSearch(shown.range)
  const { attach, isFull, enter } = useFullScreen(scope.tenantId)
  const shownApps = useShownApps(shown.widgets, apps)
  usePageTitle(shown.name, workspace?.name ?? t('dashboards.title'))
  return (
    <Docked
      panel={
        panel !== null && (
          <Panel
            key={panel === 'new' ? 'new' : panel.id}
            widget={panel === 'new' ? undefined : panel}
            apps={apps}
            dashboardId={dashboard.id}
            range={range}
            onDone={take}
            onClose={() => setPanel(null)}
          />
        )
      }
    >
      <PageFrame>
        {workspace !== undefined && <WorkspaceTabs workspace={workspace} dashboardId={dashboard.id} />}
        <DashboardHead
          {...{ dashboard, workspace, edited, range }}
          onRange={setRange}
          onFullScreen={shown.widgets.length > 0 && document.fullscreenEnabled ? enter : undefined}
          onAdd={add}
          onClosePanel={() => setPanel(null)}
        />
        <DashboardFilterBar apps={shownApps} filter={filter} onFilter={setFilter} />
        <DashboardContent {...{ dashboard, edited, range, filter, apps, attach, isFull }} onEdit={setPanel} />
        <StatusBar end={<LiveState status={live} />}>
          {t('dashboards.widget', { count: shown.widgets.length })}
          {draft !== null && ` · ${t('dashboards.editing')}`}
        </StatusBar>
        <UnsavedGuard when={edited.isDirty} />
        <DashboardConflict edited={edited} />
      </PageFrame>
    </Docked>
  )
}

function Panel(props: ComponentProps<typeof WidgetPanel>) {
  return (
    <Suspense fallback={null}>
      <WidgetPanel {...props} />
    </Suspense>
  )
}

/** The widget in the panel: an existing one, or a new one. */
function useWidgetPanel(edited: Edited) {
  const [panel, setPanel] = useState<Widget | 'new' | null>(null)
  const add = () => {
    edited.start()
    setPanel('new')
  }
  const take = (widget: Widget) => {
    edited.changeWidgets((all) => withWidget(all, widget, panel === 'new'))
    setPanel(null)
  }
  return { panel, setPanel, add, take }
}

function DashboardHead(props: DashboardBarProps) {
  const { dashboard, edited } = props
  const favorite = useFavorite('dashboard', dashboard.id)
  const { name } = edited.draft ?? dashboard
  return (
    <PageBar title={name} beside={<FavoriteButton {...favorite} />} actions={<DashboardBar {...props} />} />
  )
}

function appsOf(widgets: readonly Widget[]): string[] {
  return [...new Set(widgets.flatMap((widget) => (widget.kind === 'text' ? [] : [String(widget.app)])))]
}

/** The apps that the widgets read, whose changes refresh them. */
function useShownApps(widgets: readonly Widget[], apps: readonly AppView[]): readonly AppView[] {
  const { tenantId } = useTenantScope()
  const appIds = useMemo(() => appsOf(widgets), [widgets])
  useLiveWidgets(tenantId, appIds)
  return useMemo(() => apps.filter(({ id }) => appIds.includes(id)), [apps, appIds])
}

interface DashboardContentProps {
  dashboard: DashboardView
  edited: Edited
  range: TimeRange
  filter: DashboardFilter
  apps: readonly AppView[]
  /** Takes what fills the screen. */
  attach: (element: HTMLDivElement | null) => void
  /** Panels and menus of editing would be below what fills the screen. */
  isFull: boolean
  onEdit: (widget: Widget) => void
}

function DashboardContent(props: DashboardContentProps) {
  const { dashboard, edited, range, filter, apps, attach, isFull, onEdit } = props
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const { draft } = edited
  const shown = draft ?? dashboard
  const actions: WidgetActions = {
    edit: onEdit,
    duplicate: (widget) => edited.changeWidgets((all) => withCopy(all, widget)),
    remove: ({ id }) => edited.changeWidgets((all) => all.filter((one) => one.id !== id)),
    place: ({ id }, box) => edited.changeWidgets((all) => moveWidget(all, id, box)),
  }
  return (
    <Content padding="page" fill="canvas">
      <ErrorSummary
        message={
          edited.failure === null ? undefined : `${t('dashboards.saveFailed')}. ${edited.failure.text}`
        }
        requestId={edited.failure?.requestId}
      />
      {shown.widgets.length === 0 ? (
        <EmptyState
          title={t('dashboards.noWidgets')}
          text={t(dashboard.can.manage ? 'dashboards.noWidgetsText' : 'dashboards.noWidgetsRead')}
        />
      ) : (
        <div ref={attach} className={classes.full}>
          {isFull && <h2 className={classes.fullTitle}>{shown.name}</h2>}
          <DashboardGrid
            widgets={shown.widgets}
            saved={dashboard.widgets}
            place={{ tenantId, dashboardId: dashboard.id, range, filter }}
            apps={apps}
            actions={draft === null || isFull ? undefined : actions}
            onWidgets={(widgets) => edited.changeWidgets(() => widgets)}
          />
        </div>
      )}
    </Content>
  )
}
