import type { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { usePeople } from '../../../data/people.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { SchemaForm } from '../../../ui/schema-form/SchemaForm.tsx'
import { useZone } from '../../../ui/Times.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { cellText } from './cell-text.ts'
import { EXPIRY, filledCells, keyOfRow, rowSchema } from './table-form.ts'
import classes from './Tables.module.css'
import { useSaveRow } from './useSaveRow.ts'

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
  const [form, setForm] = useState<JsonObject>(() => filledCells(row))
  const asks = useSaveRow({ table, row, onDone })
  const { schema, labelOf, show } = useRowForm(table, row)
  const issues = asks.error instanceof ApiError ? asks.error.issues : []
  const isGone = hasCode(asks.error, 'resource.version_conflict')
  const failure = asks.error !== null && issues.length === 0 ? describeError(asks.error) : null
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
          if (!asks.saving) asks.save(form)
        }}
      >
        <ErrorSummary
          message={isGone ? t('row.changed') : failure?.text}
          faults={issues.map((issue) => ({ label: labelOf(partOf(issue)), text: issue.message }))}
          requestId={failure?.requestId}
        />
        <SchemaForm
          schema={schema}
          value={form}
          issues={issues.map((issue) => ({ path: [partOf(issue)], message: issue.message }))}
          onChange={setForm}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t(row === undefined ? 'row.addConfirm' : 'row.save')}
          loading={asks.saving}
        />
      </form>
      <DraftConflictDialog saving={asks.merging} labelOf={labelOf} show={show} onResolve={asks.resolve} />
    </Dialog>
  )
}

/** The part of the form that is at fault. */
function partOf({ path: [, part, column] }: Issue): string {
  return part === 'expiresAt' ? EXPIRY : String(column ?? '')
}

function useRowForm(table: TableView, row: TableRowView | undefined) {
  const { t } = useTranslation('tables')
  const zone = useZone()
  const { all } = usePeople()
  const people = all.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
  const columns = row === undefined ? table.columns : table.columns.slice(1)
  const words = {
    network: t('row.network'),
    expires: t('rows.expires'),
    expiresText: t(table.expireDays === null ? 'row.expiresText' : 'row.expiresRule', {
      count: table.expireDays ?? 0,
    }),
  }
  const names = { ...row?.people, ...Object.fromEntries(people.map(({ id, name }) => [id, name])) }
  return {
    schema: rowSchema(columns, { people, row, words }),
    labelOf: (part: string) =>
      part === EXPIRY ? t('rows.expires') : (table.columns.find(({ key }) => key === part)?.label ?? part),
    show: (form: JsonObject, part: string) => {
      const value = form[part]
      if (part === EXPIRY)
        return typeof value === 'string' ? formatDateTime(new Date(value), zone, true) : null
      const column = table.columns.find(({ key }) => key === part)
      return column === undefined ? null : cellText({ t, zone, people: names }, column, value) || null
    },
  }
}
