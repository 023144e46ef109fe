import type { AppView } from '@caseloom/contract/apps/apps'
import type {
  DashboardFilter,
  DashboardView,
  TimeRange,
  Widget,
  WorkspaceView,
} from '@caseloom/contract/workspaces/workspaces'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPencil, IconPlus, IconRefresh, IconShare } from '@tabler/icons-react'
import { useIsFetching, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useFavorite } from '../../data/favorites.ts'
import { keys } from '../../data/keys.ts'
import { useLiveStatus } from '../../data/live-status.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { Docked } from '../../ui/admin/DockPanel.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FavoriteButton } from '../../ui/FavoriteButton.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { LiveState } from '../../ui/LiveState.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { moveWidget, type Draft, withCopy, withWidget } from './dashboard-draft.ts'
import { DashboardFilterBar } from './DashboardFilterBar.tsx'
import { DashboardConflict } from './DashboardConflict.tsx'
import { DashboardGrid } from './DashboardGrid.tsx'
import { DashboardMenu } from './DashboardMenu.tsx'
import classes from './Dashboards.module.css'
import { NameDialog } from './NameDialog.tsx'
import { RANGES } from './range-search.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { useDashboardSearch } from './useDashboardSearch.ts'
import { useDraft } from './useDraft.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useLiveWidgets } from './useLiveWidgets.ts'
import type { WidgetActions } from './WidgetCard.tsx'
import { useApps } from './useApps.ts'
import { WorkspaceTabs } from './WorkspaceTabs.tsx'
import { refreshLists, removeDashboard } from './workspaces.queries.ts'

// Loaded when it is opened: to view a dashboard, no part of it is needed.
const WidgetPanel = lazy(() =>
  import('./WidgetPanel.tsx').then((module) => ({ default: module.WidgetPanel })),
)

interface DashboardScreenProps {
  dashboard: DashboardView
  workspace?: WorkspaceView | undefined
}
type Edited = ReturnType<typeof useDraft>
type Dialog = 'share' | 'rename' | 'delete' | null

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

function DashboardHead(props: BarProps) {
  const { dashboard, edited } = props
  const favorite = useFavorite('dashboard', dashboard.id)
  const { name } = edited.draft ?? dashboard
  return <PageBar title={name} beside={<FavoriteButton {...favorite} />} actions={<Bar {...props} />} />
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

interface BarProps {
  dashboard: DashboardView
  workspace: WorkspaceView | undefined
  onFullScreen: (() => void) | undefined
  edited: Edited
  range: TimeRange
  onRange: (range: TimeRange) => void
  onAdd: () => void
  onClosePanel: () => void
}

function Bar(props: BarProps) {
  const { dashboard, workspace, edited, range, onRange, onAdd, onClosePanel, onFullScreen } = props
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<Dialog>(null)
  const isBusy = useIsFetching({ queryKey: keys.kind(tenantId, 'widgets') }) > 0
  const { draft } = edited
  return (
    <>
      <RangeSelect range={range} onRange={onRange} draft={draft} edited={edited} />
      <RefreshButton isBusy={isBusy} client={client} tenantId={tenantId} />
      {dashboard.can.manage && (
        <>
          {draft === null && <ReadingButtons onShare={() => setDialog('share')} onEdit={edited.start} />}
          <Button leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={onAdd}>
            {t('dashboards.addWidget')}
          </Button>
          {draft !== null && (
            <>
              <DiscardButton edited={edited} onClosePanel={onClosePanel} />
              <Button variant="filled" loading={edited.saving} onClick={() => edited.save()}>
                {t('save')}
              </Button>
            </>
          )}
        </>
      )}
      <DashboardMenu
        dashboard={dashboard}
        workspace={workspace}
        onFullScreen={onFullScreen}
        onRename={() => setDialog('rename')}
        onDelete={() => setDialog('delete')}
      />
      <Dialogs dashboard={dashboard} edited={edited} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

function ReadingButtons({ onShare, onEdit }: { onShare: () => void; onEdit: () => void }) {
  const { t } = useTranslation('workspaces')
  return (
    <>
      <Button leftSection={<IconShare size={14} stroke={1.7} aria-hidden />} onClick={onShare}>
        {t('share')}
      </Button>
      <Button leftSection={<IconPencil size={14} stroke={1.7} aria-hidden />} onClick={onEdit}>
        {t('edit')}
      </Button>
    </>
  )
}

function Dialogs(props: { dashboard: DashboardView; edited: Edited; dialog: Dialog; onClose: () => void }) {
  const { dashboard, edited, dialog, onClose } = props
  const { t } = useTranslation('workspaces')
  const { name, description, sharing } = edited.draft ?? dashboard
  const unchanged = { name: dashboard.name, description: dashboard.description, range: dashboard.range }
  if (dialog === 'share')
    return (
      <ShareDialog
        name={name}
        sharing={sharing}
        onClose={onClose}
        onDone={(next) => {
          edited.save({ ...unchanged, widgets: dashboard.widgets, sharing: next })
          onClose()
        }}
      />
    )
  if (dialog === 'rename')
    return (
      <NameDialog
        title={t('dashboards.rename')}
        confirm={t('sharing.done')}
        name={name}
        description={description}
        save={async (values) => values}
        onDone={(values) => {
          edited.change({ name: values.name, description: values.description })
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (dialog === 'delete')
    return <DeleteDashboard name={name} dashboard={dashboard} edited={edited} onClose={onClose} />
  return null
}

interface DeleteDashboardProps {
  name: string
  dashboard: DashboardView
  edited: Edited
  onClose: () => void
}

function DeleteDashboard({ name, dashboard, edited, onClose }: DeleteDashboardProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      danger
      title={t('dashboards.deleteTitle', { name })}
      text={t('dashboards.deleteText')}
      confirm={`${t('dashboards.delete')} ${name}`}
      run={() => removeDashboard(scope.tenantId, dashboard.id)}
      onDone={() => {
        edited.discard()
        void navigate({ to: paths.dashboards(scope) }).then(() => refreshLists(client, scope.tenantId))
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}

interface RangeSelectProps {
  range: TimeRange
  onRange: (range: TimeRange) => void
  draft: Draft | null
  edited: BarProps['edited']
}

function RangeSelect({ range, onRange, draft, edited }: RangeSelectProps) {
  const { t } = useTranslation('workspaces')
  return (
    <Select
      aria-label={t('dashboards.range')}
      w={136}
      data={RANGES.map((one) => ({ value: one, label: t(`ranges.${one}`) }))}
      value={range}
      onChange={(next) => {
        const chosen = RANGES.find((one) => one === next)
        if (chosen === undefined) return
        onRange(chosen)
        if (draft !== null) edited.change({ range: chosen })
      }}
    />
  )
}

interface RefreshButtonProps {
  isBusy: boolean
  client: QueryClient
  tenantId: string
}

function RefreshButton({ isBusy, client, tenantId }: RefreshButtonProps) {
  const { t } = useTranslation('workspaces')
  return (
    <ActionIcon
      aria-label={t('dashboards.refresh')}
      title={t('dashboards.refresh')}
      loading={isBusy}
      onClick={() => void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'widgets') })}
    >
      <IconRefresh size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

function DiscardButton({ edited, onClosePanel }: { edited: BarProps['edited']; onClosePanel: () => void }) {
  const { t } = useTranslation('workspaces')
  return (
    <Button
      onClick={() => {
        edited.discard()
        onClosePanel()
      }}
    >
      {t('cancel')}
    </Button>
  )
}
