import type { TableInput, TableView } from '@caseloom/contract/automation/tables'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ColumnsEditor } from './ColumnsEditor.tsx'
import { ListingFields } from './ListingFields.tsx'
import { draftOf, inputOf, keyOfName, type TableDraft, type TableFaults } from './table-form.ts'
import classes from './Tables.module.css'
import { addTable, changeTable, refreshTables } from './tables.queries.ts'

interface TableDialogProps {
  /** Absent for a new one. */
  table?: TableView
  onDone: (table: TableView) => void
  onClose: () => void
}

export function TableDialog({ table, onDone, onClose }: TableDialogProps) {
  const { t } = useTranslation('tables')
  const [draft, setDraft] = useState(() => draftOf(table))
  const saving = useSaveTable(table, onDone)
  const change = (part: Partial<TableDraft>) => setDraft((before) => ({ ...before, ...part }))
  const faults = faultsOf(saving.error)
  const failure = saving.isError && faults.size === 0 ? describeError(saving.error) : null
  const isConflict = hasCode(saving.error, 'resource.version_conflict')
  return (
    <Dialog
      onClose={onClose}
      title={table === undefined ? t('form.add') : t('form.edit', { name: table.name })}
      size={640}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate(inputOf(draft))
        }}
      >
        <ErrorSummary
          message={isConflict ? t('form.changed') : failure?.text}
          faults={[...faults].map(([place, text]) => ({ label: labelOf(t, place), text }))}
          requestId={failure?.requestId}
        />
        <Identity draft={draft} isNew={table === undefined} faults={faults} onChange={change} />
        <ColumnsEditor columns={draft.columns} faults={faults} onChange={(columns) => change({ columns })} />
        <Rules draft={draft} faults={faults} onChange={change} />
        <ListingFields draft={draft} faults={faults} onChange={change} />
        <DialogActions
          onCancel={onClose}
          confirm={t(table === undefined ? 'form.create' : 'form.save')}
          loading={saving.isPending}
        />
      </form>
    </Dialog>
  )
}

/** Creates a table, or changes the one that the form began with: the page may load a newer one meanwhile. */
function useSaveTable(table: TableView | undefined, onDone: (table: TableView) => void) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [base] = useState(table)
  return useMutation({
    mutationFn: (input: TableInput) =>
      base === undefined ? addTable(tenantId, input) : changeTable(tenantId, base, input),
    onSuccess: (saved) => {
      refreshTables(client, tenantId, saved.id)
      const title = t(base === undefined ? 'form.created' : 'form.saved', { name: saved.name })
      toast({ kind: 'success', title })
      onDone(saved)
    },
  })
}

function faultsOf(error: unknown): TableFaults {
  if (!(error instanceof ApiError)) return new Map()
  return new Map(error.issues.map(({ path, message }) => [path.slice(1).join('.'), message]))
}

const PARTS = ['name', 'key', 'description', 'columns', 'caseSensitive', 'expireDays', 'listing'] as const

function labelOf(t: (key: `form.${(typeof PARTS)[number]}`) => string, place: string): string {
  const part = PARTS.find((name) => place === name || place.startsWith(`${name}.`))
  return part === undefined ? place : t(`form.${part}`)
}

interface PartProps {
  draft: TableDraft
  faults: TableFaults
  onChange: (part: Partial<TableDraft>) => void
}

/** The key of a new table follows its name until it is edited. */
function Identity({ draft, isNew, faults, onChange }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation('tables')
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('form.name')}
          value={draft.name}
          maxLength={100}
          required
          data-autofocus
          error={faults.get('name')}
          onChange={({ currentTarget: { value } }) => {
            const follows = isNew && draft.key === keyOfName(draft.name)
            onChange({ name: value, ...(follows ? { key: keyOfName(value) } : {}) })
          }}
        />
        <TextInput
          label={t('form.key')}
          description={t('form.keyText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.key}
          maxLength={63}
          required
          spellCheck={false}
          error={faults.get('key')}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('form.description')}
        value={draft.description}
        maxLength={2000}
        autosize
        minRows={1}
        error={faults.get('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

function Rules({ draft, faults, onChange }: PartProps) {
  const { t } = useTranslation('tables')
  return (
    <>
      <Checkbox
        label={t('form.caseSensitive')}
        checked={draft.caseSensitive}
        error={faults.get('caseSensitive')}
        onChange={(event) => onChange({ caseSensitive: event.currentTarget.checked })}
      />
      <TextInput
        label={t('form.expireDays')}
        description={t('form.expireText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        value={draft.expireDays}
        error={faults.get('expireDays')}
        onChange={(event) => onChange({ expireDays: event.currentTarget.value })}
      />
    </>
  )
}
