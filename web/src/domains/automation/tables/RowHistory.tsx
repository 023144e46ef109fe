import type { TableChangeView, TableRowView, TableView } from '@caseloom/contract/automation/tables'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { usePagedList } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { TimeAgo, useZone } from '../../../ui/Times.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { cellText } from './cell-text.ts'
import classes from './RowHistory.module.css'
import { changesQuery, refreshTables, restoreRow } from './tables.queries.ts'

interface RowHistoryProps {
  table: TableView
  /** The row as it is now; absent for the changes of all rows. */
  row?: TableRowView
}

/** Who or what changed rows, newest first, with the way back to what was before. */
export function RowHistory({ table, row }: RowHistoryProps) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const list = usePagedList<TableChangeView>(useInfiniteQuery(changesQuery(tenantId, table.id, row?.id)))
  if (list.status === 'error' && list.error !== undefined)
    return <StateCard title={t('history.failed')} error={list.error} onRetry={list.onRetry} />
  if (list.status === 'ready' && list.rows.length === 0)
    return <p className={classes.none}>{t('history.none')}</p>
  return (
    <>
      <ol className={classes.list} aria-label={t('history.label')}>
        {list.rows.map((change, at) => (
          <Change
            key={change.id}
            table={table}
            change={change}
            row={row}
            isNow={row !== undefined && at === 0}
          />
        ))}
      </ol>
      {list.hasMore && (
        <Button variant="subtle" loading={list.loadingMore} onClick={list.onMore}>
          {t('history.more')}
        </Button>
      )}
    </>
  )
}

interface ChangeProps {
  table: TableView
  change: TableChangeView
  row: TableRowView | undefined
  /** Nothing was changed after it. */
  isNow: boolean
}

function Change({ table, change, row, isNow }: ChangeProps) {
  const { t } = useTranslation('tables')
  const zone = useZone()
  const { by, kind, at, gone } = change
  const key = (change.after ?? change.before)?.[table.columns[0]?.key ?? '']
  const canRestore = table.can.build && (row === undefined ? gone && change.after === null : !isNow)
  return (
    <li className={classes.change}>
      <div className={classes.head}>
        <span className={classes.what}>
          {row === undefined && <span className={classes.key}>{String(key ?? '')}</span>}
          {t(`history.kinds.${kind}`)}
        </span>
        <TimeAgo at={at} />
      </div>
      <p className={classes.by}>
        {kind === 'expired' ? t('history.byExpiry') : by.name} <RunLink run={by.run} />
      </p>
      <dl className={classes.values}>
        {differences({ t, zone }, table, change).map(({ label, before, after }) => (
          <div key={label} className={classes.value}>
            <dt>{label}</dt>
            <dd>
              {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {canRestore && <RestoreButton table={table} change={change} row={row} />}
    </li>
  )
}

function RunLink({ run }: { run: TableChangeView['by']['run'] }) {
  const { t } = useTranslation('tables')
  const scope = useTenantScope()
  const mayReadRuns = useMay('run:read')
  if (run === null || !mayReadRuns) return null
  return (
    <Link to={paths.run(scope, run.id)} className={classes.link}>
      {t('rows.run', { number: run.number })}
    </Link>
  )
}

interface Words {
  t: TFunction<'tables'>
  zone: string
}

/** Columns whose values differ, and the expiry. */
function differences({ t, zone }: Words, { columns }: TableView, change: TableChangeView) {
  const { before, after, expiry, people } = change
  const when = (at: string | null) => (at === null ? '' : formatDateTime(new Date(at), zone))
  return [
    ...columns.slice(1).map((column) => ({
      label: column.label,
      before: cellText({ t, zone, people }, column, before?.[column.key]),
      after: cellText({ t, zone, people }, column, after?.[column.key]),
    })),
    { label: t('rows.expires'), before: when(expiry.before), after: when(expiry.after) },
  ].filter((one) => one.before !== one.after)
}

function RestoreButton({ table, change, row }: Omit<ChangeProps, 'isNow'>) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const restoring = useMutation({
    mutationFn: () => restoreRow(tenantId, { tableId: table.id, change, revision: row?.revision ?? null }),
    onSuccess: () => toast({ kind: 'success', title: t('history.restored') }),
    onError: (error) =>
      toast({
        kind: 'error',
        title: t('history.restoreFailed'),
        text: hasCode(error, 'resource.version_conflict') ? t('history.changed') : describeError(error).text,
      }),
    onSettled: () => refreshTables(client, tenantId, table.id),
  })
  return (
    <Button size="xs" loading={restoring.isPending} onClick={() => restoring.mutate()}>
      {t(row === undefined ? 'history.restoreRow' : 'history.restore')}
    </Button>
  )
}
