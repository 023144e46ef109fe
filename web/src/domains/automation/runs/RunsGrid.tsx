import { RunState, type RunSummary } from '@caseloom/contract/automation/automation'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pagedListState } from '../../../data/list-state.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar } from '../../../ui/frame/Frame.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { ColumnsMenu } from '../../../ui/grid/ColumnsMenu.tsx'
import { useColumnLayout } from '../../../ui/grid/useColumnLayout.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { formatCount } from '../../../ui/time.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { type RunFilter, runsHeadQuery, runsQuery } from '../shared/automation.queries.ts'
import { ListStatus } from '../shared/ListStatus.tsx'
import { runColumns } from '../shared/run-columns.tsx'
import { hasEnded } from '../shared/run-summary.ts'
import { isAtTop, useLiveHead, usePromptHead } from '../shared/useLiveHead.ts'

interface RunsGridProps {
  playbookId: string | undefined
  state: RunState | undefined
  onState: (state: RunState | undefined) => void
  more?: Omit<RunFilter, 'playbookId' | 'state'>
  within?: boolean
  filters?: ReactNode
  actions?: ReactNode
  onClear: () => void
}

export function RunsGrid(props: RunsGridProps) {
  const { playbookId, state, more = NO_MORE, onState, within = false, filters, actions, onClear } = props
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const filter = useMemo(() => ({ ...more, playbookId, state }), [more, playbookId, state])
  const { list, rows, newCount, frame } = useRuns(filter)
  const columns = useMemo(() => runColumns(t, within), [t, within])
  const [layout, setLayout] = useColumnLayout(within ? 'automation.playbook-runs' : 'automation.runs')
  const isFiltered =
    state !== undefined || Object.keys(more).length > 0 || (!within && playbookId !== undefined)
  return (
    <>
      <FilterBar
        wraps
        end={
          <>
            {actions}
            <ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />
          </>
        }
      >
        {filters}
        <StateFilter state={state} onState={onState} />
      </FilterBar>
      <Content>
        <div ref={frame} style={{ height: '100%' }}>
          <ListGrid<RunSummary>
            label={t('runs.label')}
            columns={columns}
            list={pagedListState(list, rows)}
            rowKey={keyOf}
            errorTitle={t('runs.failed')}
            filtered={isFiltered}
            onClearFilters={onClear}
            empty={<EmptyState title={t('runs.none')} text={t('runs.noneText')} />}
            layout={layout}
            onLayout={setLayout}
            onOpen={(run) => void navigate({ to: paths.run(scope, run.id) })}
            newCount={newCount}
            onShowNew={() => void list.refetch()}
          />
        </div>
      </Content>
      <ListStatus>{list.isSuccess && <Loaded count={rows.length} hasMore={list.hasNextPage} />}</ListStatus>
    </>
  )
}

function Loaded({ count, hasMore }: { count: number; hasMore: boolean }) {
  const { t } = useTranslation('automation')
  return t(hasMore ? 'runs.loadedMore' : 'runs.loaded', { count, shown: formatCount(count) })
}

function StateFilter({ state, onState }: Pick<RunsGridProps, 'state' | 'onState'>) {
  const { t } = useTranslation('automation')
  return (
    <ChoiceFilter
      field={t('runs.state')}
      value={state}
      choices={RunState.options.map((value) => ({
        value,
        label: t(`states.${value}`),
        glyph: <StateGlyph state={value} />,
      }))}
      onChange={(value) => onState(RunState.options.find((one) => one === value))}
    />
  )
}

const NO_MORE = {}
const keyOf = (run: RunSummary) => run.id
const isOpen = (run: RunSummary) => !hasEnded(run.state)

function useRuns(filter: RunFilter) {
  const { tenantId } = useTenantScope()
  const list = useInfiniteQuery(runsQuery(tenantId, filter))
  const headQuery = runsHeadQuery(tenantId, filter, useLiveStatus() === 'live')
  const head = useQuery(headQuery)
  usePromptHead(headQuery.queryKey)
  const loaded = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const frame = useRef<HTMLDivElement>(null)
  const { refetch } = list
  const reload = useCallback(() => void refetch(), [refetch])
  const live = useLiveHead<RunSummary>({
    loaded,
    head: list.isSuccess ? head.data : undefined,
    isOpen,
    slipsIn: () => isAtTop(frame.current),
    reload,
  })
  return { list, frame, ...live }
}
