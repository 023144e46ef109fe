import type { AppView } from '@caseloom/contract/apps'
import type { RecordView } from '@caseloom/contract/records'
import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../data/apps.ts'
import { useFavourite } from '../../data/favourites.ts'
import { describeError } from '../../data/describe-error.ts'
import { useLiveStatus } from '../../data/live-status.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { FavouriteButton } from '../../ui/FavouriteButton.tsx'
import { Content, FilterBar, KeyHint, PageBar, PageFrame, StatusBar } from '../../ui/frame/Frame.tsx'
import { ColumnsMenu } from '../../ui/grid/ColumnsMenu.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { useColumnLayout } from '../../ui/grid/useColumnLayout.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { LiveState } from '../../ui/LiveState.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { formatCount } from '../../ui/time.ts'
import { FilterBuilder } from '../../ui/fields/FilterBuilder.tsx'
import { chipParts, filterSubjects } from '../../ui/fields/filter-choices.ts'
import { listColumns, titleOf } from './list-columns.tsx'
import {
  conditionsOf,
  isFiltered,
  type ListState,
  NEWEST_FIRST,
  searchOf,
  sortOf,
  withConditions,
  withSort,
} from './list-search.ts'
import { recordsEn } from './records.en.ts'
import { recordListQuery } from './records.queries.ts'
import classes from './Records.module.css'
import { useLiveList } from './useLiveList.ts'
import { usePeople } from '../../data/people.ts'

addTexts('records', recordsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/search/$appId')

/** The records of an app: filter, search, sort, open; live. All of its state stands in the address. */
export function RecordListPage() {
  const scope = useTenantScope()
  const { appId } = route.useParams()
  const apps = useQuery(appsQuery(scope.tenantId))
  const app = apps.data?.find((one) => one.id === appId)
  if (app !== undefined) return <RecordList key={app.id} app={app} />
  // A list that is being read again may be about to name an app that is new.
  const isUnknown = apps.isSuccess && !apps.isFetching
  return isUnknown ? <Navigate to="/tenant-error" replace /> : null
}

function useListState(): [ListState, (next: ListState) => void] {
  const state = route.useSearch()
  const navigate = useNavigate()
  return [state, (next) => void navigate({ to: '.', search: next, replace: true })]
}

function RecordList({ app }: { app: AppView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const people = usePeople()
  const live = useLiveStatus()
  const [state, setState] = useListState()
  const [layout, setLayout] = useColumnLayout(`records.${app.id}`)
  const query = useInfiniteQuery(recordListQuery(scope.tenantId, app.id, searchOf(state)))
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const shown = useMemo(() => new Set(rows.map((row) => String(row.id))), [rows])
  const columns = useMemo(() => listColumns(app, people, t), [app, people, t])
  const frame = useRef<HTMLDivElement>(null)
  const { newCount, showNew, flashing } = useLiveList({
    tenantId: scope.tenantId,
    appId: app.id,
    shown,
    slipsIn: () => isAtTop(frame.current) && isNewestFirst(state),
  })
  useBreadcrumbs([{ label: app.name }])
  const favourite = useFavourite('app', app.id)
  usePageTitle(app.name)
  const total = query.data?.pages[0]?.total
  return (
    <PageFrame>
      <PageBar
        title={app.name}
        beside={<FavouriteButton {...favourite} />}
        actions={<NewRecordButton app={app} />}
      />
      <ListFilters app={app} state={state} onState={setState} people={people}>
        <ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />
      </ListFilters>
      <Content>
        <div ref={frame} style={{ height: '100%' }}>
          <DataGrid<RecordView>
            label={app.name}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            status={query.isPending ? 'loading' : query.isError ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('loadFailed')}
            onRetry={() => void query.refetch()}
            filtered={isFiltered(state)}
            onClearFilters={() => setState(state.sort === undefined ? {} : { sort: state.sort })}
            empty={<NoRecords app={app} />}
            layout={layout}
            onLayout={setLayout}
            sort={sortOf(state) ?? NEWEST_FIRST}
            onSort={(sort) => setState(withSort(state, sort))}
            onOpen={(row) => void navigate({ to: paths.record(scope, app.id, row.id) })}
            rowLabel={(row) => titleOf(app, row)}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            newCount={newCount}
            onShowNew={showNew}
            flashing={flashing}
            total={total?.value}
          />
        </div>
      </Content>
      <StatusBar
        end={
          <>
            <KeyHint
              keys={
                <>
                  <Kbd keys="J" />
                  <Kbd keys="K" />
                </>
              }
            >
              {t('move')}
            </KeyHint>
            <KeyHint keys={<Kbd keys="↵" />}>{t('open')}</KeyHint>
            <LiveState status={live} />
          </>
        }
      >
        {total !== undefined &&
          t(total.capped ? 'statusCapped' : 'status', {
            shown: formatCount(rows.length),
            total: formatCount(total.value),
          })}
      </StatusBar>
    </PageFrame>
  )
}

const rowKey = (row: RecordView) => row.id

/** Nothing moves under a reader who has scrolled or set the cursor. */
function isAtTop(frame: HTMLElement | null): boolean {
  const grid = frame?.querySelector('[role="grid"]')
  if (grid === null || grid === undefined) return true
  return grid.scrollTop === 0 && !grid.hasAttribute('aria-activedescendant')
}

function isNewestFirst(state: ListState): boolean {
  const sort = sortOf(state) ?? NEWEST_FIRST
  return sort.key === NEWEST_FIRST.key && sort.direction === 'desc'
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

interface ListFiltersProps {
  app: AppView
  state: ListState
  onState: (next: ListState) => void
  people: ReturnType<typeof usePeople>
  children: React.ReactNode
}

function ListFilters({ app, state, onState, people, children }: ListFiltersProps) {
  const { t } = useTranslation('records')
  const { t: say } = useTranslation('fields')
  const [words, setWords] = useState(state.q ?? '')
  const subjects = useMemo(() => filterSubjects(app, say), [app, say])
  const conditions = conditionsOf(state)
  const search = (text: string) => {
    const { q: _old, ...rest } = state
    onState(text.trim() === '' ? rest : { ...rest, q: text.trim() })
  }
  return (
    <FilterBar end={children}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          search(words)
        }}
      >
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label={t('searchLabel')}
          placeholder={t('searchHint', { app: app.name })}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            if (event.currentTarget.value === '') search('')
          }}
        />
      </form>
      {conditions.map((condition, index) => (
        <FilterChip
          key={`${condition.field} ${condition.op} ${JSON.stringify(condition.value)}`}
          {...chipParts(condition, subjects, { people, t: say })}
          onRemove={() =>
            onState(
              withConditions(
                state,
                conditions.filter((_one, at) => at !== index),
              ),
            )
          }
        />
      ))}
      <FilterBuilder
        subjects={subjects}
        people={people.all}
        groups={people.groups}
        onAdd={(condition) => onState(withConditions(state, [...conditions, condition]))}
      />
    </FilterBar>
  )
}

function NoRecords({ app }: { app: AppView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayConnect = useMay('playbook:read')
  return (
    <EmptyState title={t('empty.title')} text={t('empty.text')}>
      {app.can.createRecord && (
        <StartCard
          icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
          title={t('empty.create')}
          text={t('empty.createText')}
          onClick={() => void navigate({ to: paths.newRecord(scope, app.id) })}
        />
      )}
      {mayConnect && (
        <StartCard
          icon={<IconSearch size={16} stroke={1.6} aria-hidden />}
          title={t('empty.playbook')}
          text={t('empty.playbookText')}
          onClick={() => void navigate({ to: paths.orchestration(scope) })}
        />
      )}
    </EmptyState>
  )
}
