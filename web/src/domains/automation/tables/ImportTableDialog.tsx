import { TABLE_LIMITS, type TableView } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { FileInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './Tables.module.css'
import { importRows, refreshTables } from './tables.queries.ts'

/** Adds and changes rows from a CSV file: all of them, or none with every fault by line. */
export function ImportTableDialog({ table, onClose }: { table: TableView; onClose: () => void }) {
  const { t } = useTranslation('tables')
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setIsTried] = useState(false)
  const importing = useImport(table, onClose)
  const issues = importing.error instanceof ApiError ? importing.error.issues : []
  const failure = importing.isError ? describeError(importing.error) : null
  const isTooBig = file !== null && file.size > TABLE_LIMITS.importBytes
  const fault = isTooBig ? t('import.tooBig') : isTried && file === null ? t('import.needFile') : undefined
  return (
    <Dialog onClose={onClose} title={t('import.title', { name: table.name })} size={560}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (file !== null && !isTooBig && !importing.isPending) importing.mutate(file)
        }}
      >
        <ErrorSummary
          message={failure?.text}
          faults={issues.map((issue) => lineOf(t, table, issue))}
          requestId={issues.length > 0 ? undefined : failure?.requestId}
        />
        <p className={classes.note}>
          {t('import.text', { columns: table.columns.map(({ label }) => label).join(', ') })}
        </p>
        <FileInput
          label={t('import.choose')}
          placeholder={t('import.choose')}
          accept=".csv,text/csv"
          value={file}
          error={fault}
          onChange={(next) => {
            importing.reset()
            setFile(next)
          }}
        />
        <DialogActions onCancel={onClose} confirm={t('import.start')} loading={importing.isPending} />
      </form>
    </Dialog>
  )
}

function useImport(table: TableView, onDone: () => void) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => importRows(tenantId, table.id, file),
    onSuccess: (count) => {
      refreshTables(client, tenantId, table.id)
      toast({ kind: 'success', title: t('import.done', { count }) })
      onDone()
    },
  })
}

/** A fault with its line, and the name of the column at fault. */
function lineOf(t: TFunction<'tables'>, { columns }: TableView, { path: [, line, column], message }: Issue) {
  if (column === undefined) return { label: t('import.line', { line }), text: message }
  const name = columns.find(({ key }) => key === column)?.label ?? String(column)
  return { label: t('import.lineColumn', { line, column: name }), text: message }
}
