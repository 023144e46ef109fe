import type { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import { useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { filledCells, keyOfRow, writtenRow } from './table-form.ts'
import { addRow, changeRow, newestRow, refreshTables } from './tables.queries.ts'

interface SaveRowOptions {
  table: TableView
  /** Absent for a new one. */
  row: TableRowView | undefined
  onDone: (row: TableRowView) => void
}

/** Adds a row, or saves the changes of one merged with what someone else saved meanwhile. */
export function useSaveRow({ table, row, onDone }: SaveRowOptions) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  // The page may load a newer one meanwhile; the form changes what it began with.
  const [base] = useState(row)
  const [error, setError] = useState<unknown>(null)
  const onSaved = (saved: TableRowView) => {
    refreshTables(client, tenantId, table.id)
    const title = t(base === undefined ? 'row.added' : 'row.saved', { key: keyOfRow(table, saved) ?? '' })
    toast({ kind: 'success', title })
    onDone(saved)
  }
  const adding = useMutation({
    mutationFn: (form: JsonObject) => addRow(tenantId, table.id, writtenRow(table.columns, form)),
    onSuccess: onSaved,
    onError: setError,
  })
  const merging = useMergedSave({
    formOf: (stored: TableRowView): JsonObject => cells(table, filledCells(stored)),
    save: (form: JsonObject, over) =>
      changeRow(tenantId, { tableId: table.id, row: over }, writtenRow(table.columns.slice(1), form)),
    isConflict: (failure) => hasCode(failure, 'resource.version_conflict'),
    newest: (): Promise<TableRowView | null> | null =>
      base === undefined ? null : newestRow(tenantId, { tableId: table.id, row: base }),
    onSaved,
    onMerged: () => true,
    onFailed: setError,
  })
  return {
    error,
    saving: adding.isPending || merging.saving,
    merging,
    save: (form: JsonObject) => {
      setError(null)
      if (base === undefined) adding.mutate(form)
      else merging.save(cells(table, form), base)
    },
    resolve: (choices: Record<string, ConflictChoice>) => {
      const chosen = merging.choose(choices)
      if (chosen !== null) merging.save(chosen.form, chosen.over)
    },
  }
}

/** Without the key, which can't change. */
function cells({ columns }: TableView, { [columns[0]?.key ?? '']: _key, ...others }: JsonObject): JsonObject {
  return others
}
