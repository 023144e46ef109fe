import type { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPlus, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ImportTableDialog } from './ImportTableDialog.tsx'
import { RowDialog } from './RowDialog.tsx'
import { RowHistory } from './RowHistory.tsx'
import { TableDialog } from './TableDialog.tsx'
import { downloadTable, refreshTables, removeTable } from './tables.queries.ts'

interface TableActionsProps {
  table: TableView
  onAdded: (row: TableRowView) => void
  onGone: () => void
}

type Open = 'row' | 'import' | 'edit' | 'history' | 'delete' | null

export function TableActions({ table, onAdded, onGone }: TableActionsProps) {
  const { t } = useTranslation('tables')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      {table.can.build && (
        <>
          <Button
            leftSection={<IconUpload size={14} stroke={1.8} aria-hidden />}
            onClick={() => setOpen('import')}
          >
            {t('table.import')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => setOpen('row')}
          >
            {t('rows.add')}
          </Button>
        </>
      )}
      <MoreMenu table={table} onOpen={setOpen} />
      {open === 'row' && (
        <RowDialog
          table={table}
          onDone={(row) => {
            close()
            onAdded(row)
          }}
          onClose={close}
        />
      )}
      {open === 'import' && <ImportTableDialog table={table} onClose={close} />}
      {open === 'edit' && <TableDialog table={table} onDone={close} onClose={close} />}
      {open === 'history' && (
        <Dialog onClose={close} title={t('history.title', { name: table.name })} size={560}>
          <RowHistory table={table} />
        </Dialog>
      )}
      {open === 'delete' && <DeleteTable table={table} onDone={onGone} onClose={close} />}
    </>
  )
}

function MoreMenu({ table, onOpen }: { table: TableView; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const exporting = useMutation({
    mutationFn: () => downloadTable(tenantId, table),
    onError: (error) =>
      toast({ kind: 'error', title: t('table.exportFailed'), text: describeError(error).text }),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('table.more')} title={t('table.more')}>
          <IconDots size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {t('table.export')}
        </Menu.Item>
        <Menu.Item onClick={() => onOpen('history')}>{t('history.open')}</Menu.Item>
        {table.can.build && (
          <>
            <Menu.Item onClick={() => onOpen('edit')}>{t('table.edit')}</Menu.Item>
            <Menu.Item color="red" onClick={() => onOpen('delete')}>
              {t('table.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface DeleteTableProps {
  table: TableView
  onDone: () => void
  onClose: () => void
}

function DeleteTable({ table, onDone, onClose }: DeleteTableProps) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t('table.deleteTitle', { name: table.name })}
      text={t('table.deleteText')}
      confirm={t('table.deleteConfirm', { name: table.name })}
      danger
      run={() => removeTable(tenantId, table.id)}
      onDone={() => {
        refreshTables(client, tenantId, table.id)
        toast({ kind: 'success', title: t('table.deleted', { name: table.name }) })
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
