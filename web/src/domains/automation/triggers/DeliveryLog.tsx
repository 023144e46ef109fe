import { DeliveryOutcome, type DeliveryView } from '@caseloom/contract/automation/automation'
import { Group } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pagedListState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { type TenantScope, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar } from '../../../ui/frame/Frame.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { ColumnsMenu } from '../../../ui/grid/ColumnsMenu.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { useColumnLayout } from '../../../ui/grid/useColumnLayout.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { Tag } from '../../../ui/Chip.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatBytes, formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { deliveriesHeadQuery, deliveriesQuery } from '../shared/automation.queries.ts'
import type { Outcome } from '../shared/automation-search.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import { deliveryReason } from './delivery-reason.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { ListStatus } from '../shared/ListStatus.tsx'
import { isAtTop, useLiveHead, usePromptHead } from '../shared/useLiveHead.ts'
import type { Translate } from '../shared/translate.ts'

interface DeliveryLogProps {
  playbookId: string
  triggerId: string
  outcome: Outcome | undefined
  delivery: string | undefined
  onOutcome: (outcome: Outcome | undefined) => void
}

export function DeliveryLog({ playbookId, triggerId, outcome, delivery, onOutcome }: DeliveryLogProps) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const { list, rows, newCount, frame } = useDeliveries(triggerId, outcome)
  const columns = useMemo(() => deliveryColumns(t, scope), [t, scope])
  const [opened, setOpened] = useState<DeliveryView | null>(null)
  const [layout, setLayout] = useColumnLayout('automation.deliveries')
  return (
    <>
      <FilterBar end={<ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />}>
        <h2 className={classes.panelTitle}>{t('log.title')}</h2>
        <OutcomeFilter outcome={outcome} onOutcome={onOutcome} />
      </FilterBar>
      <Content>
        <div ref={frame} style={{ height: '100%' }}>
          <ListGrid<DeliveryView>
            label={t('log.title')}
            columns={columns}
            list={pagedListState(list, rows)}
            rowKey={keyOf}
            errorTitle={t('log.failed')}
            filtered={outcome !== undefined}
            onClearFilters={() => onOutcome(undefined)}
            empty={<EmptyState level={3} title={t('log.none')} text={t('log.noneText')} />}
            layout={layout}
            onLayout={setLayout}
            onOpen={setOpened}
            newCount={newCount}
            onShowNew={() => void list.refetch()}
            initialCursor={delivery}
          />
        </div>
      </Content>
      {opened !== null && (
        <DeliveryDialog
          delivery={opened}
          place={{ playbookId, id: triggerId }}
          onClose={() => setOpened(null)}
        />
      )}
      <ListStatus>
        {list.isSuccess &&
          t(list.hasNextPage ? 'log.loadedMore' : 'log.loaded', {
            count: rows.length,
            shown: formatCount(rows.length),
          })}
      </ListStatus>
    </>
  )
}

interface OutcomeFilterProps {
  outcome: 'accepted' | 'duplicate' | 'failed' | 'filtered' | 'refused' | undefined
  onOutcome: (outcome: Outcome | undefined) => void
}

function OutcomeFilter({ outcome, onOutcome }: OutcomeFilterProps) {
  const { t } = useTranslation('automation')
  return (
    <ChoiceFilter
      field={t('log.outcome')}
      value={outcome}
      choices={DeliveryOutcome.options.map((value) => ({
        value,
        label: t(`outcomes.${value}`),
        glyph: <StateGlyph state={value} />,
      }))}
      onChange={(value) => onOutcome(DeliveryOutcome.options.find((one) => one === value))}
    />
  )
}

const keyOf = (row: DeliveryView) => row.id
const never = () => false

function useDeliveries(triggerId: string, outcome: Outcome | undefined) {
  const { tenantId } = useTenantScope()
  const list = useInfiniteQuery(deliveriesQuery(tenantId, triggerId, outcome))
  const headQuery = deliveriesHeadQuery(tenantId, triggerId, outcome)
  const head = useQuery(headQuery)
  usePromptHead(headQuery.queryKey)
  const loaded = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const frame = useRef<HTMLDivElement>(null)
  const { refetch } = list
  const reload = useCallback(() => void refetch(), [refetch])
  const live = useLiveHead<DeliveryView>({
    loaded,
    head: list.isSuccess ? head.data : undefined,
    isOpen: never,
    slipsIn: () => isAtTop(frame.current),
    reload,
  })
  return { list, frame, ...live }
}

function deliveryColumns(t: Translate, scope: TenantScope): GridColumn<DeliveryView>[] {
  return [
    {
      key: 'at',
      label: t('log.time'),
      width: 164,
      quiet: true,
      render: (row) => <DateTime at={row.at} seconds />,
    },
    {
      key: 'outcome',
      label: t('log.outcome'),
      width: 128,
      render: (row) => <DeliveryState outcome={row.outcome} runState={row.runState} />,
    },
    whatColumn(t),
    {
      key: 'reason',
      label: t('log.reason'),
      title: true,
      render: (row) => <span className={classes.errorCell}>{deliveryReason(t, row)}</span>,
      text: (row) => deliveryReason(t, row),
    },
    {
      key: 'dedup',
      label: t('log.dedup'),
      width: 120,
      render: (row) => <code className={classes.mono}>{row.dedupKey}</code>,
      text: (row) => row.dedupKey ?? undefined,
    },
    {
      key: 'size',
      label: t('log.size'),
      width: 64,
      align: 'end',
      quiet: true,
      render: (row) => formatBytes(row.size),
    },
    {
      key: 'run',
      label: t('log.run'),
      width: 76,
      align: 'end',
      render: (row) => row.runId !== null && <RunLink to={paths.run(scope, row.runId)} t={t} />,
    },
  ]
}

function whatColumn(t: Translate): GridColumn<DeliveryView> {
  return {
    key: 'what',
    label: t('log.what'),
    width: 210,
    render: (row) => <What row={row} />,
    text: (row) => row.summary ?? undefined,
  }
}

function What({ row }: { row: DeliveryView }) {
  const { t } = useTranslation('triggers')
  return (
    <Group gap={8} wrap="nowrap">
      {row.redelivery !== null && <Tag>{t('redeliver.badge')}</Tag>}
      <span className={classes.errorCell}>{row.summary}</span>
    </Group>
  )
}

function RunLink({ to, t }: { to: string; t: Translate }) {
  return (
    <Link to={to} className={classes.link} onClick={(event) => event.stopPropagation()}>
      {t('log.openRun')}
    </Link>
  )
}
