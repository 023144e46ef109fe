import type { ColumnType, TableColumn } from '@caseloom/contract/automation/table-columns'
import type { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { DateTime, TimeAgo, useNow, useZone } from '../../../ui/Times.tsx'
import { type CellWords, cellText } from './cell-text.ts'
import classes from './Tables.module.css'

/** Columns of the table, then when rows expire, and who changed them. */
export function useRowColumns({ columns }: TableView, hasExpiry: boolean): GridColumn<TableRowView>[] {
  const { t } = useTranslation('tables')
  const zone = useZone()
  return useMemo(() => rowColumns({ t, zone }, columns, hasExpiry), [t, zone, columns, hasExpiry])
}

const ALIGNED: Readonly<Record<ColumnType, 'start' | 'end'>> = {
  text: 'start',
  number: 'end',
  boolean: 'start',
  instant: 'start',
  network: 'start',
  choice: 'start',
  user: 'start',
}

function rowColumns(
  words: CellWords,
  columns: readonly TableColumn[],
  hasExpiry: boolean,
): GridColumn<TableRowView>[] {
  const { t } = words
  const expiry: GridColumn<TableRowView> = {
    key: 'expires',
    label: t('rows.expires'),
    width: 152,
    fold: 2,
    render: (row) => <Expiry row={row} />,
  }
  return [
    ...columns.map((column, at) => valueColumn(words, column, at)),
    ...(hasExpiry ? [expiry] : []),
    {
      key: 'by',
      label: t('rows.by'),
      width: 144,
      fold: 1,
      quiet: true,
      render: ({ writtenBy }) => writtenBy.name,
      text: ({ writtenBy }) => writtenBy.name,
    },
    {
      key: 'written',
      label: t('rows.written'),
      width: 88,
      align: 'end',
      quiet: true,
      render: ({ writtenAt }) => <TimeAgo at={writtenAt} />,
    },
  ]
}

function valueColumn(words: CellWords, column: TableColumn, at: number): GridColumn<TableRowView> {
  const text = ({ values, people }: TableRowView) => {
    if (values === null) return at === 0 ? words.t('rows.hidden') : ''
    return cellText({ ...words, people }, column, values[column.key])
  }
  return {
    key: `column ${column.key}`,
    label: column.label,
    ...(at === 0 ? { title: true } : { width: 160, fold: at }),
    align: ALIGNED[column.type],
    render: (row) => (row.expired ? <span className={classes.expired}>{text(row)}</span> : text(row)),
    text,
  }
}

const SOON_MS = 7 * 86_400_000

/** Rows that lookups no longer find are gray; those that they stop finding within a week stick out. */
function Expiry({ row: { expiresAt, expired } }: { row: TableRowView }): ReactNode {
  const { t } = useTranslation('tables')
  const now = useNow()
  if (expiresAt === null) return <span className={classes.quiet}>{t('rows.never')}</span>
  if (expired)
    return (
      <span className={classes.expired}>
        {t('rows.expired')} <DateTime at={expiresAt} />
      </span>
    )
  return (
    <span className={Date.parse(expiresAt) - now < SOON_MS ? classes.soon : undefined}>
      <DateTime at={expiresAt} />
    </span>
  )
}
