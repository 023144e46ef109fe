import type { FailureGroup } from '@caseloom/contract/automation/run-control'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listState } from '../../../data/list-state.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar } from '../../../ui/frame/Frame.tsx'
import { ColumnsMenu } from '../../../ui/grid/ColumnsMenu.tsx'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { useColumnLayout } from '../../../ui/grid/useColumnLayout.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { failureGroupsQuery, type FailureSpan } from '../shared/automation.queries.ts'
import { ListStatus } from '../shared/ListStatus.tsx'
import type { Translate } from '../shared/translate.ts'
import { usePromptHead } from '../shared/useLiveHead.ts'

interface FailuresGridProps {
  playbookId: string | undefined
  span: FailureSpan
  filters: ReactNode
  onOpen: (group: FailureGroup) => void
}

export function FailuresGrid({ playbookId, span, filters, onOpen }: FailuresGridProps) {
  const { t } = useTranslation('runs')
  const { tenantId } = useTenantScope()
  const isLive = useLiveStatus() === 'live'
  const query = failureGroupsQuery(tenantId, { span, playbookId, isLive })
  const groups = useQuery(query)
  usePromptHead(query.queryKey)
  const columns = useMemo(() => failureColumns(t), [t])
  const [layout, setLayout] = useColumnLayout('automation.failures')
  const rows = groups.data ?? []
  return (
    <>
      <FilterBar end={<ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />}>
        {filters}
      </FilterBar>
      <Content>
        <ListGrid<FailureGroup>
          label={t('failures.label')}
          columns={columns}
          list={listState(groups, rows)}
          rowKey={keyOf}
          errorTitle={t('failures.failed')}
          empty={<EmptyState title={t('failures.none')} text={t('failures.noneText')} />}
          layout={layout}
          onLayout={setLayout}
          onOpen={onOpen}
        />
      </Content>
      <ListStatus>
        {groups.isSuccess && t('failures.shown', { count: rows.length, shown: formatCount(rows.length) })}
      </ListStatus>
    </>
  )
}

const keyOf = (group: FailureGroup) => `${group.playbook.id} ${group.step ?? ''} ${group.code}`

function failureColumns(t: Translate): GridColumn<FailureGroup>[] {
  const time = { width: 148, quiet: true }
  return [
    {
      key: 'count',
      label: t('failures.count'),
      width: 72,
      align: 'end',
      render: (group) => formatCount(group.count),
    },
    textColumn({
      key: 'playbook',
      label: t('failures.playbook'),
      width: 220,
      text: ({ playbook }) => playbook.title,
    }),
    {
      key: 'step',
      label: t('failures.step'),
      width: 160,
      render: (group) =>
        group.step === null ? t('failures.noStep') : <code className={classes.mono}>{group.step}</code>,
      text: (group) => group.step ?? undefined,
    },
    {
      key: 'code',
      label: t('code'),
      width: 160,
      render: (group) => <code className={classes.mono}>{group.code}</code>,
      text: (group) => group.code,
    },
    {
      key: 'message',
      label: t('failures.message'),
      title: true,
      render: (group) => <span className={classes.errorCell}>{group.message}</span>,
      text: (group) => group.message,
    },
    {
      ...time,
      key: 'first',
      label: t('failures.first'),
      fold: 1,
      render: (group) => <DateTime at={group.firstAt} />,
    },
    { ...time, key: 'last', label: t('failures.last'), render: (group) => <DateTime at={group.lastAt} /> },
  ]
}
