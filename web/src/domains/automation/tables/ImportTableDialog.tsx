import { type ImportedRows, TABLE_LIMITS, type TableView } from '@caseloom/contract/automation/tables'
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
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import classes from './Tables.module.css'
import { importRows, refreshTables } from './tables.queries.ts'

interface ImportTableDialogProps {
  table: TableView
  onClose: () => void
}

/** Checks a file, says what it would do, and then adds and changes its rows: all, or none with the faults by line. */
export function ImportTableDialog({ table, onClose }: ImportTableDialogProps) {
  const { t } = useTranslation('tables')
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setIsTried] = useState(false)
  const { checking, importing, reset } = useImport(table, onClose)
  const isTooBig = file !== null && file.size > TABLE_LIMITS.importBytes
  const fault = isTooBig ? t('import.tooBig') : isTried && file === null ? t('import.needFile') : undefined
  const isChecked = checking.isSuccess
  const isPending = checking.isPending || importing.isPending
  return (
    <Dialog onClose={onClose} title={t('import.title', { name: table.name })} size={560}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (file === null || isTooBig || isPending) return
          if (isChecked) importing.mutate(file)
          else checking.mutate(file)
        }}
      >
        <Faults table={table} error={importing.error ?? checking.error} />
        <p className={classes.note}>
          {t('import.text', { columns: table.columns.map(({ label }) => label).join(', ') })}
        </p>
        <FileInput
          label={t('import.choose')}
          placeholder={t('import.choose')}
          accept=".csv,.xlsx,text/csv"
          value={file}
          error={fault}
          onChange={(next) => {
            reset()
            setFile(next)
          }}
        />
        {checking.data !== undefined && <Plan plan={checking.data} />}
        <DialogActions
          onCancel={onClose}
          confirm={t(isChecked ? 'import.start' : 'import.check')}
          loading={isPending}
        />
      </form>
    </Dialog>
  )
}

function Faults({ table, error }: { table: TableView; error: Error | null }) {
  const { t } = useTranslation('tables')
  const issues = error instanceof ApiError ? error.issues : []
  const failure = error === null ? null : describeError(error)
  return (
    <ErrorSummary
      message={failure?.text}
      faults={issues.map((issue) => lineOf(t, table, issue))}
      requestId={issues.length > 0 ? undefined : failure?.requestId}
    />
  )
}

/** What an import would do. */
function Plan({ plan }: { plan: ImportedRows }) {
  const { t } = useTranslation('tables')
  const parts = (['added', 'changed', 'unchanged'] as const).map((part) => ({
    part,
    text: t(`import.plan.${part}`, { count: plan[part], shown: formatCount(plan[part]) }),
  }))
  return (
    <ul className={classes.plan} aria-label={t('import.planLabel')}>
      {parts.map(({ part, text }) => (
        <li key={part}>{text}</li>
      ))}
    </ul>
  )
}

function useImport(table: TableView, onDone: () => void) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const send = (file: File, dryRun: boolean) => importRows(tenantId, { tableId: table.id, file, dryRun })
  const checking = useMutation({ mutationFn: (file: File) => send(file, true) })
  const importing = useMutation({
    mutationFn: (file: File) => send(file, false),
    onSuccess: ({ rows: count }) => {
      toast({ kind: 'success', title: t('import.done', { count, shown: formatCount(count) }) })
      onDone()
    },
    onSettled: () => refreshTables(client, tenantId, table.id),
  })
  const reset = () => {
    checking.reset()
    importing.reset()
  }
  return { checking, importing, reset }
}

/** A fault with its line, and the name of the column at fault. */
function lineOf(t: TFunction<'tables'>, { columns }: TableView, { path: [, line, column], message }: Issue) {
  if (column === undefined) return { label: t('import.line', { line }), text: message }
  const name = columns.find(({ key }) => key === column)?.label ?? String(column)
  return { label: t('import.lineColumn', { line, column: name }), text: message }
}
