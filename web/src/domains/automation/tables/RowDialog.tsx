import type { RowValues, TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { SchemaForm } from '../../../ui/schema-form/SchemaForm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { filledCells, keyOfRow, rowSchema, writtenCells } from './table-form.ts'
import classes from './Tables.module.css'
import { addRow, changeRow, refreshTables } from './tables.queries.ts'

interface RowDialogProps {
  table: TableView
  /** Absent for a new one. */
  row?: TableRowView
  onDone: (row: TableRowView) => void
  onClose: () => void
}

/** The values of a row; the key of an existing one can't be changed and is its title. */
export function RowDialog({ table, row, onDone, onClose }: RowDialogProps) {
  const { t } = useTranslation('tables')
  const columns = row === undefined ? table.columns : table.columns.slice(1)
  const [form, setForm] = useState<JsonObject>(() => filledCells(row?.values ?? {}))
  const saving = useSaveRow({ table, row, onDone })
  const issues = saving.error instanceof ApiError ? saving.error.issues : []
  const isConflict = hasCode(saving.error, 'resource.version_conflict')
  const failure = saving.isError && issues.length === 0 ? describeError(saving.error) : null
  return (
    <Dialog
      onClose={onClose}
      title={
        row === undefined ? t('row.add', { name: table.name }) : t('row.edit', { key: keyOfRow(table, row) })
      }
      size={480}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate(writtenCells(columns, form))
        }}
      >
        <ErrorSummary
          message={isConflict ? t('row.changed') : failure?.text}
          faults={issues.map(({ path, message }) => ({
            label: columns.find(({ key }) => key === path[2])?.label ?? String(path[2] ?? ''),
            text: message,
          }))}
          requestId={failure?.requestId}
        />
        <SchemaForm
          schema={rowSchema(columns)}
          value={form}
          issues={issues.map(({ path, message }) => ({ path: path.slice(2), message }))}
          onChange={setForm}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t(row === undefined ? 'row.addConfirm' : 'row.save')}
          loading={saving.isPending}
        />
      </form>
    </Dialog>
  )
}

type Saving = Pick<RowDialogProps, 'table' | 'onDone'> & { row: TableRowView | undefined }

/** Adds a row, or changes the one that the form began with: the page may load a newer one meanwhile. */
function useSaveRow({ table, row, onDone }: Saving) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [base] = useState(row)
  return useMutation({
    mutationFn: (values: RowValues) =>
      base === undefined
        ? addRow(tenantId, table.id, values)
        : changeRow(tenantId, { tableId: table.id, row: base }, values),
    onSuccess: (saved) => {
      refreshTables(client, tenantId, table.id)
      const title = t(base === undefined ? 'row.added' : 'row.saved', { key: keyOfRow(table, saved) ?? '' })
      toast({ kind: 'success', title })
      onDone(saved)
    },
  })
}
