import type { QueuedRun } from '@caseloom/contract/automation/run-control'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePagedList } from '../../../data/list-state.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar } from '../../../ui/frame/Frame.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { ColumnsMenu } from '../../../ui/grid/ColumnsMenu.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { useColumnLayout } from '../../../ui/grid/useColumnLayout.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { DateTime, Duration } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { queueQuery } from '../shared/automation.queries.ts'
import { ListStatus } from '../shared/ListStatus.tsx'
import type { Translate } from '../shared/translate.ts'
import { usePromptHead } from '../shared/useLiveHead.ts'
import { QueueFigures } from './QueueFigures.tsx'

interface QueueGridProps {
  playbookId: string | undefined
  filters: ReactNode
}

export function QueueGrid({ playbookId, filters }: QueueGridProps) {
  const { t } = useTranslation('runs')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const query = queueQuery(scope.tenantId, playbookId, useLiveStatus() === 'live')
  const list = usePagedList(useInfiniteQuery(query))
  usePromptHead(query.queryKey)
  const columns = useMemo(() => queueColumns(t), [t])
  const [layout, setLayout] = useColumnLayout('automation.queue')
  return (
    <>
      <FilterBar end={<ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />}>
        {filters}
      </FilterBar>
      <QueueFigures />
      <Content>
        <ListGrid<QueuedRun>
          label={t('queue.label')}
          columns={columns}
          list={list}
          rowKey={keyOf}
          errorTitle={t('queue.failed')}
          empty={<EmptyState title={t('queue.none')} text={t('queue.noneText')} />}
          layout={layout}
          onLayout={setLayout}
          onOpen={({ run }) => void navigate({ to: paths.run(scope, run.id) })}
        />
      </Content>
      <ListStatus>
        {list.isLoaded && t('queue.shown', { count: list.rows.length, shown: formatCount(list.rows.length) })}
      </ListStatus>
    </>
  )
}

const keyOf = ({ run }: QueuedRun) => run.id

function queueColumns(t: Translate): GridColumn<QueuedRun>[] {
  return [
    {
      key: 'number',
      label: t('queue.run'),
      width: 112,
      render: ({ run }) => t('queue.name', { number: formatCount(run.number) }),
    },
    {
      key: 'playbook',
      label: t('queue.playbook'),
      title: true,
      render: ({ run }) => run.playbook.title,
      text: ({ run }) => run.playbook.title,
    },
    {
      key: 'reason',
      label: t('queue.reason'),
      width: 260,
      render: ({ run, reason, questions }) => (
        <State state={run.state === 'queued' ? 'queued' : 'waiting'}>
          {t(`queue.reasons.${reason}`)}
          {questions > 1 && ` (${formatCount(questions)})`}
        </State>
      ),
    },
    {
      key: 'step',
      label: t('queue.step'),
      width: 200,
      render: ({ step }) => step !== null && <code className={classes.mono}>{step}</code>,
      text: ({ step }) => step ?? undefined,
    },
    {
      key: 'since',
      label: t('queue.since'),
      width: 148,
      quiet: true,
      render: ({ since }) => <DateTime at={since} />,
    },
    {
      key: 'waited',
      label: t('queue.waited'),
      width: 96,
      align: 'end',
      render: ({ since }) => <Duration since={since} />,
    },
  ]
}
