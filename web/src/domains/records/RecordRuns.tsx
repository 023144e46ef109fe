import type { RunSummary } from '@caseloom/contract/automation/automation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePagedList } from '../../data/list-state.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { State } from '../../ui/glyphs/State.tsx'
import { stateOf } from '../../ui/glyphs/state.ts'
import type { GridColumn } from '../../ui/grid/grid-column.ts'
import { ListGrid } from '../../ui/list-page/ListGrid.tsx'
import { DateTime, Duration } from '../../ui/Times.tsx'
import { formatCount } from '../../ui/time.ts'
import { recordRunsQuery } from './model/records.queries.ts'

export function RecordRuns({ recordId }: { recordId: string }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const list = usePagedList(useInfiniteQuery(recordRunsQuery(scope.tenantId, recordId)))
  const columns = useMemo(() => runColumns(t), [t])
  return (
    <ListGrid<RunSummary>
      label={t('runs.label')}
      columns={columns}
      list={list}
      rowKey={keyOf}
      errorTitle={t('runs.failed')}
      empty={<EmptyState title={t('runs.none')} text={t('runs.noneText')} />}
      onOpen={(run) => void navigate({ to: paths.run(scope, run.id) })}
    />
  )
}

const keyOf = (run: RunSummary) => run.id

function runColumns(t: (key: string) => string): GridColumn<RunSummary>[] {
  return [
    {
      key: 'number',
      label: t('runs.number'),
      width: 92,
      quiet: true,
      render: (run) => formatCount(run.number),
    },
    { key: 'playbook', label: t('runs.playbook'), title: true, render: (run) => run.playbook.title },
    {
      key: 'state',
      label: t('runs.state'),
      width: 128,
      render: (run) => <State state={stateOf(run.state) ?? 'queued'}>{t(`runs.states.${run.state}`)}</State>,
    },
    {
      key: 'started',
      label: t('runs.started'),
      width: 160,
      render: (run) => <DateTime at={run.startedAt} seconds />,
    },
    {
      key: 'duration',
      label: t('runs.duration'),
      width: 96,
      align: 'end',
      render: (run) =>
        run.endedAt === null ? (
          <Duration since={run.startedAt} />
        ) : (
          <Duration ms={Date.parse(run.endedAt) - Date.parse(run.startedAt)} />
        ),
    },
  ]
}
