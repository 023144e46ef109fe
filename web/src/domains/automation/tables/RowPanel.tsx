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
import { DateTime, TimeAgo, useZone } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { cellText } from './cell-text.ts'
import { RowDialog } from './RowDialog.tsx'
import classes from './Tables.module.css'
import { keyOfRow } from './table-form.ts'
import { refreshTables, removeRow } from './tables.queries.ts'

interface RowPanelProps {
  table: TableView
  row: TableRowView
  onClose: () => void
}

export function RowPanel({ table, row, onClose }: RowPanelProps) {
  const { t } = useTranslation('tables')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { values } = row
  const zone = useZone()
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
    <DockPanel title={keyOfRow(table, row) ?? t('rows.hidden')} footer={footer} onClose={onClose}>
      {values !== null && (
        <PanelSection title={t('row.facts')}>
          <FactList
            facts={table.columns.map(
              (column) => [column.label, cellText({ t, zone }, column, values[column.key]) || '–'] as const,
            )}
          />
        </PanelSection>
      )}
      <Origin row={row} />
      {open === 'edit' && <RowDialog table={table} row={row} onDone={close} onClose={close} />}
      {open === 'delete' && <DeleteRow table={table} row={row} onDone={onClose} onClose={close} />}
    </DockPanel>
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
