import type { Issue } from '@caseloom/contract/kernel/errors'
import type { WarningListView } from '@caseloom/contract/records/warning-lists'
import { ObservableKind } from '@caseloom/contract/values/case-fields'
import { WARNING_LIST_TYPES } from '@caseloom/contract/values/warning-lists'
import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './WarningLists.module.css'
import { draftOf, faultIn, inputOf, type ListDraft, offeredKinds, withType } from './warning-list-form.ts'
import { refreshLists, saveList } from './warning-lists.queries.ts'

interface WarningListDialogProps {
  /** Absent for a new one. */
  list?: WarningListView
  onClose: () => void
}

/** Creates or edits a list; one that can’t be edited is shown. */
export function WarningListDialog({ list, onClose }: WarningListDialogProps) {
  const { t } = useTranslation('warning-lists')
  const [base] = useState(list)
  const [draft, setDraft] = useState(() => draftOf(base))
  const saving = useSaving(base, onClose)
  const mayEdit = base?.can.edit ?? true
  const issues = saving.error instanceof ApiError ? saving.error.issues : []
  const failure = saving.isError ? describeError(saving.error) : null
  const isConflict = hasCode(saving.error, 'resource.version_conflict')
  const title = base === undefined ? t('form.add') : mayEdit ? t('form.edit', { name: base.name }) : base.name
  return (
    <Dialog onClose={onClose} title={title} size={640}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (mayEdit && !saving.isPending) saving.mutate(inputOf(draft))
        }}
      >
        <ErrorSummary
          message={isConflict ? t('form.changed') : failure?.text}
          faults={issues.map((issue) => ({ label: labelOf(t, issue), text: issue.message }))}
          requestId={issues.length > 0 || isConflict ? undefined : failure?.requestId}
        />
        <ListFields draft={draft} issues={issues} mayEdit={mayEdit} onChange={setDraft} />
        {mayEdit && (
          <DialogActions
            onCancel={onClose}
            confirm={t(base === undefined ? 'form.create' : 'form.save')}
            loading={saving.isPending}
          />
        )}
      </form>
    </Dialog>
  )
}

function useSaving(base: WarningListView | undefined, onDone: () => void) {
  const { t } = useTranslation('warning-lists')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Parameters<typeof saveList>[2]) => saveList(tenantId, base, input),
    onSuccess: ({ name }) => {
      refreshLists(client, tenantId)
      toast({ kind: 'success', title: t(base === undefined ? 'form.created' : 'form.saved', { name }) })
      onDone()
    },
  })
}

function labelOf(t: TFunction<'warning-lists'>, { path: [, field, line] }: Issue): string {
  if (field === 'entries' && typeof line === 'number') return t('form.entry', { line: line + 1 })
  if (field === 'name') return t('name')
  if (field === 'kinds') return t('form.kinds')
  if (field === 'description') return t('form.description')
  return field === 'entries' ? t('entries') : t('title')
}

interface ListFieldsProps {
  draft: ListDraft
  issues: readonly Issue[]
  mayEdit: boolean
  onChange: (draft: ListDraft) => void
}

function ListFields({ draft, issues, mayEdit, onChange }: ListFieldsProps) {
  const { t } = useTranslation('warning-lists')
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.name}
        maxLength={200}
        required
        readOnly={!mayEdit}
        data-autofocus
        error={faultIn(issues, 'name')}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        label={t('form.description')}
        value={draft.description}
        maxLength={2000}
        autosize
        minRows={1}
        readOnly={!mayEdit}
        error={faultIn(issues, 'description')}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <Matching draft={draft} issues={issues} mayEdit={mayEdit} onChange={onChange} />
      <Textarea
        className={classes.entries ?? ''}
        label={t('entries')}
        description={t('entriesNote')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.text}
        rows={10}
        spellCheck={false}
        readOnly={!mayEdit}
        error={faultIn(issues, 'entries')}
        onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      />
    </>
  )
}

function Matching({ draft, issues, mayEdit, onChange }: ListFieldsProps) {
  const { t } = useTranslation('warning-lists')
  const kindName = useKindName()
  return (
    <>
      <Select
        label={t('types.label')}
        description={t(`typeNotes.${draft.type}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={WARNING_LIST_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={draft.type}
        allowDeselect={false}
        readOnly={!mayEdit}
        onChange={(next) => {
          const type = WARNING_LIST_TYPES.find((one) => one === next)
          if (type !== undefined) onChange(withType(draft, type))
        }}
      />
      <MultiSelect
        label={t('form.kinds')}
        searchable
        required
        data={offeredKinds(draft).map((value) => ({ value, label: kindName(value) }))}
        value={draft.kinds}
        readOnly={!mayEdit}
        error={faultIn(issues, 'kinds')}
        onChange={(kinds) => onChange({ ...draft, kinds: ObservableKind.array().parse(kinds) })}
      />
    </>
  )
}
