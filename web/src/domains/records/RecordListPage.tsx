import type { AppView } from '@caseloom/contract/apps/apps'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { Button } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFavorite } from '../../data/favorites.ts'
import { useDeletedRecords } from '../../data/deleted-records.ts'
import { paths } from '../../data/paths.ts'
import { usePeople } from '../../data/people.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Docked } from '../../ui/admin/DockPanel.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { FavoriteButton } from '../../ui/FavoriteButton.tsx'
import { Content, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { ColumnsMenu } from '../../ui/grid/ColumnsMenu.tsx'
import { SortMenu } from '../../ui/grid/SortMenu.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { Facets } from './Facets.tsx'
import { boardField, boardFields } from './groups/board-fields.ts'
import { GroupMenu } from './groups/GroupMenu.tsx'
import { isBoard, shownSorts, withSorts } from './model/list-search.ts'
import { ListActions } from './jobs/ListActions.tsx'
import { AppWork } from './computed/AppWork.tsx'
import { ListKeys } from './ListKeys.tsx'
import { ListFilters } from './ListFilters.tsx'
import { WithApp } from './model/WithApp.tsx'
import { ListTotal } from './ListTotal.tsx'
import { RecordGrid } from './RecordGrid.tsx'
import { recordsEn } from './model/records.en.ts'
import classes from './model/Records.module.css'
import { useCreateKey } from './quick/useCreateKey.ts'
import { useRecordRows } from './useRecordRows.ts'
import { useOpenBeside } from './useSplitAction.ts'
import { ShowSwitch } from './ShowSwitch.tsx'
import { SaveViewDialog } from './views/SaveViewDialog.tsx'
import { useList } from './views/useList.ts'
import { ViewActions } from './views/ViewActions.tsx'
import { ViewMenu } from './views/ViewMenu.tsx'
import { ALL, ViewTabs } from './views/ViewTabs.tsx'
import { viewsQuery } from './views/views.queries.ts'

addTexts('records', recordsEn)
const RecordBoard = lazy(() => import('./RecordBoard.tsx').then((m) => ({ default: m.RecordBoard })))

/** The list's state is in the URL. */
export function RecordListPage() {
  const { appId = '' } = useParams({ strict: false })
  return <WithApp appId={appId}>{(app) => <ListOfApp app={app} />}</WithApp>
}

function ListOfApp({ app }: { app: AppView }) {
  const scope = useTenantScope()
  useDeletedRecords(scope.tenantId)
  const { reportId } = useParams({ strict: false })
  const mayViews = useMay('report:read')
  const views = useQuery({ ...viewsQuery(scope.tenantId, app.id), enabled: mayViews })
  const view = views.data?.find((one) => one.id === reportId)
  if (reportId !== undefined && view === undefined) {
    const isGone = !mayViews || views.isError || (views.isSuccess && !views.isFetching)
    return isGone ? <GoneView appId={app.id} /> : null
  }
  return <RecordList key={`${app.id} ${reportId ?? ''}`} app={app} view={view} views={views.data ?? []} />
}

/** A view that was deleted or is no longer shared leads to the list, and says so. */
function GoneView({ appId }: { appId: string }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  useEffect(() => toast({ kind: 'info', title: t('view.gone') }), [t])
  return <Navigate to={paths.recordList(scope, appId)} replace />
}

interface RecordListProps {
  app: AppView
  view: ReportView | undefined
  views: readonly ReportView[]
}

function RecordList({ app, view, views }: RecordListProps) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const people = usePeople()
  useCreateKey(app)
  const favorite = useFavorite('app', app.id)
  const [saving, setSaving] = useState(false)
  const list = useList(view)
  const { state, setState } = list
  const rows = useRecordRows({ app, view, state, setState, people })
  const board = isBoard(state) && boardField(app, state) !== null
  const Records = board ? RecordBoard : RecordGrid
  const openBeside = useOpenBeside({ app, name: view?.name ?? app.name, rows })
  const { panel, ...closed } = state
  const goTo = (id: string) =>
    void navigate({ to: id === ALL ? paths.recordList(scope, app.id) : paths.report(scope, app.id, id) })
  useBreadcrumbs([
    { label: app.name, to: paths.recordList(scope, app.id) },
    ...(view === undefined ? [] : [{ label: view.name }]),
  ])
  usePageTitle(view === undefined ? app.name : `${view.name} · ${app.name}`)
  return (
    <Docked
      panel={
        panel === 'facets' ? (
          <Facets app={app} state={state} onState={setState} onClose={() => setState(closed)} />
        ) : null
      }
    >
      <PageFrame>
        <h1 className={classes.listName}>{view === undefined ? app.name : `${app.name}: ${view.name}`}</h1>
        <ViewTabs
          views={views}
          value={view?.id ?? ALL}
          onChange={goTo}
          {...(rows.mayView ? { onAdd: () => setSaving(true) } : {})}
        >
          {view !== undefined && (
            <ViewMenu view={view} onSaveAs={() => setSaving(true)} onDeleted={() => goTo(ALL)} />
          )}
          <FavoriteButton {...favorite} />
          <ShowSwitch
            {...{ state, hasBoard: boardFields(app).length > 0 }}
            onState={setState}
            onSplit={openBeside}
          />
          {app.archived === true && <Chip>{t('archived')}</Chip>}
          <NewRecordButton app={app} />
        </ViewTabs>
        <ListFilters app={app} state={state} onState={setState} people={people}>
          {view !== undefined && (
            <ViewActions
              view={view}
              state={state}
              edited={list.edited}
              onReset={list.reset}
              onSaveAs={() => setSaving(true)}
            />
          )}
          <Button
            variant="subtle"
            aria-pressed={panel === 'facets'}
            leftSection={<IconListDetails size={16} stroke={1.6} aria-hidden />}
            onClick={() => setState(panel === 'facets' ? closed : { ...state, panel: 'facets' })}
          >
            {t('facets.title')}
          </Button>
          <GroupMenu app={app} state={state} onState={setState} />
          <SortMenu
            columns={rows.columns}
            sort={shownSorts(state)}
            onSort={(sorts) => setState(withSorts(state, sorts))}
          />
          {!board && <ColumnsMenu columns={rows.columns} layout={rows.layout} onLayout={rows.setLayout} />}
          <ListActions app={app} search={rows.search} />
        </ListFilters>
        <AppWork app={app} />
        {view?.narrowed === true && <p className={classes.narrowed}>{t('view.narrowed')}</p>}
        {rows.groups?.hasMore === true && <p className={classes.narrowed}>{t('groups.more')}</p>}
        {rows.partial && <p className={classes.narrowed}>{t('partial')}</p>}
        <Content>
          <Suspense fallback={null}>
            <Records app={app} name={view?.name ?? app.name} state={state} onState={setState} rows={rows} />
          </Suspense>
        </Content>
        <StatusBar end={<ListKeys app={app} isBoard={board} />}>
          {rows.total !== undefined && (
            <ListTotal
              key={JSON.stringify([rows.search.filter, rows.search.text])}
              appId={app.id}
              search={rows.search}
              shown={rows.items.length}
              total={rows.total}
            />
          )}
        </StatusBar>
        {saving && (
          <SaveViewDialog
            appId={app.id}
            state={state}
            view={view}
            onDone={(saved) => {
              setSaving(false)
              goTo(saved.id)
            }}
            onClose={() => setSaving(false)}
          />
        )}
      </PageFrame>
    </Docked>
  )
}

function NewRecordButton({ app }: { app: AppView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  if (!app.can.createRecord) return null
  return (
    <Button
      component={Link}
      to={paths.newRecord(scope, app.id)}
      variant="filled"
      leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
    >
      {t('newRecord')}
    </Button>
  )
}
