import type { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { DateTime, TimeAgo, useZone } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { cellText } from './cell-text.ts'
import { RowDialog } from './RowDialog.tsx'
import { RowHistory } from './RowHistory.tsx'
import classes from './Tables.module.css'
import { keyOfRow } from './table-form.ts'
import { refreshTables, removeRow } from './tables.queries.ts'

const PREFIX = 'table-row'

interface RowPanelProps {
  table: TableView
  row: TableRowView
  onClose: () => void
}

export function RowPanel({ table, row, onClose }: RowPanelProps) {
  const { t } = useTranslation('tables')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const [tab, setTab] = useState('row')
  const { values } = row
  const close = () => setOpen(null)
  const footer = table.can.build && (
    <>
      {values !== null && <Button onClick={() => setOpen('edit')}>{t('row.editRow')}</Button>}
      <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
        {t('row.delete')}
      </Button>
    </>
  )
  return (
    <DockPanel
      title={keyOfRow(table, row) ?? t('rows.hidden')}
      tabs={
        <TabBar
          label={t('row.tabs')}
          tabs={[
            { key: 'row', label: t('row.tab') },
            { key: 'history', label: t('history.label') },
          ]}
          value={tab}
          onChange={setTab}
          size="panel"
          prefix={PREFIX}
        />
      }
      footer={footer}
      onClose={onClose}
    >
      <div {...tabPanelProps(PREFIX, tab)} style={{ display: 'contents' }}>
        {tab === 'history' ? <RowHistory table={table} row={row} /> : <RowFacts table={table} row={row} />}
      </div>
      {open === 'edit' && <RowDialog table={table} row={row} onDone={close} onClose={close} />}
      {open === 'delete' && <DeleteRow table={table} row={row} onDone={onClose} onClose={close} />}
    </DockPanel>
  )
}

function RowFacts({ table, row }: Pick<RowPanelProps, 'table' | 'row'>) {
  const { t } = useTranslation('tables')
  const zone = useZone()
  const { values, people } = row
  const facts = table.columns.map(
    (column) => [column.label, cellText({ t, zone, people }, column, values?.[column.key]) || '–'] as const,
  )
  return (
    <>
      {values !== null && (
        <PanelSection title={t('row.facts')}>
          <FactList facts={facts} />
        </PanelSection>
      )}
      <Origin row={row} />
    </>
  )
}

/** Who or which run wrote the row last, and until when it is found. */
function Origin({ row }: { row: TableRowView }) {
  const { t } = useTranslation('tables')
  const scope = useTenantScope()
  const mayReadRuns = useMay('run:read')
  const { name, run } = row.writtenBy
  return (
    <PanelSection title={t('row.origin')}>
      <FactList
        facts={[
          [
            t('rows.by'),
            <span key="by">
              {name}
              {run !== null && mayReadRuns && (
                <>
                  {' '}
                  <Link to={paths.run(scope, run.id)} className={classes.link}>
                    {t('rows.run', { number: run.number })}
                  </Link>
                </>
              )}
            </span>,
          ],
          [t('rows.written'), <TimeAgo key="written" at={row.writtenAt} />],
          [
            t('rows.expires'),
            row.expiresAt === null ? t('rows.never') : <DateTime key="expires" at={row.expiresAt} />,
          ],
          [t('rows.state'), t(row.expired ? 'rows.expired' : 'rows.live')],
        ]}
      />
    </PanelSection>
  )
}

interface DeleteRowProps extends RowPanelProps {
  onDone: () => void
}

function DeleteRow({ table, row, onDone, onClose }: DeleteRowProps) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t('row.deleteTitle', { key: keyOfRow(table, row) ?? t('rows.hidden') })}
      text={t('row.deleteText')}
      confirm={t('row.deleteConfirm')}
      danger
      run={() => removeRow(tenantId, { tableId: table.id, row })}
      onDone={() => {
        refreshTables(client, tenantId, table.id)
        toast({ kind: 'success', title: t('row.deleted') })
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
